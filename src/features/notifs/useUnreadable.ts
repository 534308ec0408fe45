import { useEffect, useMemo, useRef, useState } from 'react';
import type { Template } from '#domain/commands/templates.ts';
import type { Recipient } from '#domain/notifications/audience.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { hasPaper, templateFor } from '#domain/notifications/papers.ts';
import { TEMPLATE_KINDS } from '#domain/templates/variables.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { openTemplate } from '#pdf/fileJob.ts';
import { logError } from '#ui/platform/log.ts';
import type { NotifFormValues } from './notifFormValues.ts';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Who is meant and would be held back because their template has no PDF here or one that cannot be read (by the server's own
 * code, in a worker), and whether that is still being looked at.
 */
export function useUnreadable(
  due: readonly Recipient[],
  { method, attachInvitation, attachInvoice }: NotifFormValues,
): { unreadable: ReadonlySet<string>; checking: boolean } {
  const { repository } = useEvent();
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.clients());
  const invitations = useLive((store) => store.documents('invitationtemplate'));
  const invoices = useLive((store) => store.documents('invoicetemplate'));
  /** By `keyOf`. */
  const [looked, setLooked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const begun = useRef(new Set<string>());
  const turn = useRef<Promise<boolean>>(Promise.resolve(true));

  /** Who needs which. */
  const needed = useMemo(() => {
    const found = new Map<string, { template: Template; ids: string[] }>();
    if (method !== 'email' || (!attachInvitation && !attachInvoice)) return found;
    const guests = new Map<string, number>();
    for (const { consumerId } of clients.values())
      if (consumerId != null) guests.set(consumerId, (guests.get(consumerId) ?? 0) + 1);
    const asked = { invitation: attachInvitation, invoice: attachInvoice };
    for (const { consumerId, language, hold } of due) {
      const consumer = consumers.get(consumerId);
      if (hold !== null || consumer === undefined) continue;
      for (const kind of TEMPLATE_KINDS) {
        // What was issued goes out as it is.
        const isIssued = kind === 'invoice' && standingPaper(consumer)?.lacks === null;
        if (!asked[kind] || isIssued || !hasPaper(kind, consumer, guests.get(consumerId) ?? 0)) continue;
        const all = kind === 'invitation' ? invitations : invoices;
        const whose = { language, paymentType: consumer.paymentType };
        const template = templateFor<Template>(kind, all.values(), whose);
        if (template === undefined) continue;
        const one = found.get(keyOf(template)) ?? { template, ids: [] };
        found.set(keyOf(template), one);
        one.ids.push(consumerId);
      }
    }
    return found;
  }, [method, attachInvitation, attachInvoice, due, consumers, clients, invitations, invoices]);

  useEffect(() => {
    for (const [key, { template }] of needed) {
      if (begun.current.has(key)) continue;
      begun.current.add(key);
      // One after the other: each may be large.
      turn.current = turn.current
        .then(() => isReadable(() => repository.templatePdf(template._id)))
        .catch((error: unknown) => {
          // Nothing is foreseen then; the server looks all the same.
          logError('a template could not be looked at', error);
          return true;
        })
        .then((readable) => {
          setLooked((before) => new Map(before).set(key, readable));
          return readable;
        });
    }
  }, [needed, repository]);

  return useMemo(() => {
    const held = [...needed].flatMap(([key, { ids }]) => (looked.get(key) === false ? ids : []));
    return {
      unreadable: held.length === 0 ? NOBODY : new Set(held),
      checking: [...needed.keys()].some((key) => !looked.has(key)),
    };
  }, [needed, looked]);
}

/** Another PDF is another revision. */
const keyOf = ({ _id, _rev }: Template): string => `${_id} ${_rev}`;

async function isReadable(read: () => Promise<Blob | null>): Promise<boolean> {
  const pdf = await read();
  if (pdf === null) return false;
  const opening = openTemplate(pdf);
  try {
    return typeof (await opening.opened) !== 'string';
  } finally {
    opening.close();
  }
}
