import { useMemo } from 'react';
import { placesTaken } from '#domain/desk/taken.ts';
import type { Session } from '#domain/documents/session.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';

/** How many places a session's entries take; null where the guests say it, and for hosts, who hold no registrations. */
export function usePlacesTaken(session: Session): number | null {
  const isMember = useCan('member');
  const forms = useLive((live) => live.documents('form'));
  const consumers = useLive((live) => live.consumers());
  const clients = useLive((live) => live.documents('client'));
  return useMemo(
    () => (isMember ? placesTaken(session, { clients, consumers, forms }) : null),
    [session, forms, consumers, clients, isMember],
  );
}
