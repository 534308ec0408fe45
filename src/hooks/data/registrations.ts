import { useMemo } from 'react';
import { factsAbout, type RegistrationFacts } from '#domain/templates/facts.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useLive } from './event.tsx';

type Of = Parameters<ReturnType<typeof factsAbout>>[0];

/** How an event's registrations are looked up, as documents need them. */
export function useRegistrationFacts(): (of: Of) => RegistrationFacts | null {
  const event = useLive((store) => store.event());
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.clients());
  const sessions = useLive((store) => store.sessions());
  return useMemo(
    () => (event === null ? () => null : factsAbout({ event, consumers, clients, sessions })),
    [event, consumers, clients, sessions],
  );
}

/** Whom there is a document for: registrations with somebody in them; for invitations also clients without one. */
export function useDocumentPeople(kind: TemplateKind): readonly Of[] {
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.clients());
  return useMemo(() => {
    const found = new Map<string, Of>();
    for (const { _id, consumerId } of clients.values()) {
      if (consumerId != null && consumers.has(consumerId)) found.set(consumerId, { consumerId });
      else if (kind === 'invitation') found.set(_id, { clientId: _id });
    }
    return [...found.values()];
  }, [kind, consumers, clients]);
}
