import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { emptiedOf } from '#domain/money/moneyList.ts';
import type { AudienceSource } from '#domain/notifications/audience.ts';
import { stockOf, type ServiceState, type Stock } from '#domain/notifications/stock.ts';
import type { MessageServices } from '#data/types.ts';
import { fullName, listName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { useAppData, useReadable } from './appData.tsx';
import { useEvent, useLive } from './event.tsx';
import { useAskAgain, useAskOnReturn, useServerValue } from './server.ts';
import { useAction } from './useAction.ts';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Whether messages can go each way, and what they can carry; null where nobody answered yet. Asked anew when somebody comes back
 * to the page, who may have set up a service elsewhere, and now and then where it `watches`.
 */
export function useMessageServices({ watches = false } = {}): MessageServices | null {
  const { messages } = useAppData();
  const { id } = useEvent();
  const asked = useServerValue(() => messages.services(id), id);
  useAskOnReturn(asked);
  useAskAgain(asked, watches);
  return asked.value;
}

/** Whether what is sent again would go, as it stands now; where nobody answered, the server says so when it is asked to. */
export function useReadiness(): (method: Notif['notifMethod']) => ServiceState {
  const services = useMessageServices({ watches: true })?.services;
  return (method) => services?.[method] ?? 'ready';
}

/** What the server decides with, as far as this device has it; `optedOut` and `services` where the server told. */
export function useAudienceSource(
  optedOut: ReadonlySet<string> = NOBODY,
  services: Stock['services'] = null,
): AudienceSource {
  const { sync } = useEvent();
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.clients());
  const everybody = useLive((store) => store.documents('client'));
  const emptied = useMemo(() => emptiedOf(everybody.values()), [everybody]);
  const sessions = useLive((store) => store.sessions());
  const invitations = useLive((store) => store.documents('invitationtemplate'));
  const invoices = useLive((store) => store.documents('invoicetemplate'));
  const whatsapp = useLive((store) => store.documents('whatsapptemplate'));
  // A light copy fetches them after everything else: until then nobody knows which there are.
  const { templates: areHere } = useReadable(sync);
  return useMemo(() => {
    const stock = stockOf({
      // No device keeps them.
      services,
      invitations: areHere ? invitations.values() : null,
      invoices: areHere ? invoices.values() : null,
      whatsappTemplates: whatsapp.keys(),
      optedOut,
    });
    return { consumers, clients, emptied, sessions, stock };
  }, [consumers, clients, emptied, sessions, invitations, invoices, whatsapp, areHere, optedOut, services]);
}

export interface PersonWords {
  name: string;
  /** As lists have it, in the order of surnames (readings, no. 44). */
  listed: string;
}

/** What the people of registrations are called: themselves, or the first of their guests. */
export function usePeopleNames(): (consumerId: string) => PersonWords {
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.documents('client'));
  return useMemo(() => {
    const first = new Map<string, Client>();
    for (const client of clients.values()) {
      if (client.consumerId == null) continue;
      const known = first.get(client.consumerId);
      // One who was deleted names it only where nobody else is left.
      if (known === undefined || (known.deletedAt != null && client.deletedAt == null))
        first.set(client.consumerId, client);
    }
    return (consumerId) => {
      const named = personOf(consumers.get(consumerId)) ?? first.get(consumerId);
      return named === undefined
        ? { name: consumerId, listed: consumerId }
        : { name: fullName(named), listed: listName(named) };
    };
  }, [consumers, clients]);
}

function personOf(consumer: Consumer | undefined): { forename: string; surname: string } | null {
  const { forename, surname } = consumer?.person ?? {};
  return forename || surname ? { forename: forename ?? '', surname: surname ?? '' } : null;
}

/** Has the routine run, without anybody's waiting for it: the server runs it by itself when the change arrives there. */
export function useRoutine(): () => void {
  const { messages } = useAppData();
  const { id } = useEvent();
  return useCallback(() => void messages.run(id), [messages, id]);
}

/**
 * Sends a notification again to some (specification 1 §4). `asked` says whether somebody was asked for and nothing has come of
 * it yet, by how many attempts there are.
 */
export function useResend(notifId: string) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const routine = useRoutine();
  const { busy, run } = useAction();
  const [before, setBefore] = useState<ReadonlyMap<string, number>>(new Map());
  return {
    busy,
    asked: (consumerId: string, attempts: number): boolean => before.get(consumerId) === attempts,
    /** `service`: as it stands; where it is not ready whoever asks was told so, and the notice does not say otherwise. */
    async resend(
      people: readonly { consumerId: string; attempts: number }[],
      service: ServiceState = 'ready',
    ): Promise<void> {
      const ids = people.map(({ consumerId }) => consumerId);
      if ((await run(() => repository.resendNotif(notifId, ids))) === null) return;
      setBefore(new Map([...before, ...people.map((one) => [one.consumerId, one.attempts] as const)]));
      notify.success(t(service === 'ready' ? 'notifs.asked' : 'notifs.askedHeld'));
      routine();
    },
  };
}
