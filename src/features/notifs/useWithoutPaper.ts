import { useMemo } from 'react';
import type { Recipient } from '#domain/notifications/audience.ts';
import { hasPaper } from '#domain/notifications/papers.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useLive } from '#hooks/data/event.tsx';
import type { NotifFormValues } from './notifFormValues.ts';

/** Who gets the message without a document that is to go with it, because there is none for them. */
export type WithoutPaper = Record<TemplateKind, readonly Recipient[]>;

export function useWithoutPaper(
  due: readonly Recipient[],
  { method, attachInvitation, attachInvoice }: NotifFormValues,
): WithoutPaper {
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.clients());
  return useMemo(() => {
    const asked = { invitation: attachInvitation, invoice: attachInvoice };
    const guests = new Map<string, number>();
    for (const { consumerId } of clients.values())
      if (consumerId != null) guests.set(consumerId, (guests.get(consumerId) ?? 0) + 1);
    const without = (kind: TemplateKind): Recipient[] =>
      due.filter(({ consumerId, hold }) => {
        const consumer = consumers.get(consumerId);
        return (
          hold === null && consumer !== undefined && !hasPaper(kind, consumer, guests.get(consumerId) ?? 0)
        );
      });
    const of = (kind: TemplateKind): Recipient[] => (method === 'email' && asked[kind] ? without(kind) : []);
    return { invitation: of('invitation'), invoice: of('invoice') };
  }, [due, method, attachInvitation, attachInvoice, consumers, clients]);
}
