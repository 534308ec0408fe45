import {
  holdOf,
  isNobodyLeft,
  isUnwanted,
  languageOf,
  remindsOfNothing,
  type Hold,
} from '#domain/notifications/audience.ts';
import { contentsOf } from '#domain/notifications/contents.ts';
import { namesUnknown } from '#domain/notifications/problems.ts';
import { saysNothing } from '#domain/notifications/nothing.ts';
import { hasPaper, templateFor } from '#domain/notifications/papers.ts';
import type { Template } from '#domain/commands/templates.ts';
import { TEMPLATE_KINDS, type TemplateKind } from '#domain/templates/variables.ts';
import { isErased } from '#domain/documents/erasure.ts';
import { calledOff } from '../ledger/calledOff.ts';
import {
  composeMessage,
  type About,
  type ComposeParts,
  type Composed,
  type Draft,
} from './composeMessage.ts';
import type { EventFacts } from './eventFacts.ts';
import type { Frozen } from '../ledger/frozen.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { PaperOrder } from './papers.ts';

/** The messages of many rows: documents of one template are made together. */
export async function composeAll(parts: ComposeParts, rows: readonly LedgerRow[]): Promise<Composed[]> {
  const drafts = rows.map((row) => draftOf(parts, row));
  const orders = drafts.map((draft) => (draft.kind === 'draft' ? ordersOf(parts, draft) : []));
  const papers = await parts.papers.make(orders.flat());
  const own = await Promise.all(
    drafts.map(async (draft) => (draft.kind === 'draft' ? parts.ownFiles.of(draft.notif) : null)),
  );
  let next = 0;
  return drafts.map((draft, index) => {
    const made = papers.slice(next, (next += orders[index]?.length ?? 0));
    return draft.kind === 'draft' ? composeMessage(parts, draft, made, own[index] ?? null) : draft;
  });
}

/**
 * Why what was frozen for somebody is for nobody any more, or null. Their status counted when they were put in, and does no more; that
 * they are deleted, want no news, or have paid what they are reminded of, counts up to the last moment.
 */
export function nobodyFor(
  { notifs, source }: EventFacts,
  row: LedgerRow,
  { to }: Pick<Frozen, 'to'>,
): Hold | null {
  const { notifId, consumerId } = row;
  const [notif, consumer] = [notifs.get(notifId), source.consumers.get(consumerId)];
  const off = calledOff(notif, row);
  if (notif === undefined || off !== null) return off;
  if (consumer === undefined || isErased(consumer)) return 'gone';
  if (isNobodyLeft(notif, source, consumerId)) return 'gone';
  if (isUnwanted(notif, source.stock, to)) return 'opted_out';
  return remindsOfNothing(notif, consumer) ? 'nothing_open' : null;
}

/** A document of a registration as it is now, dated as it was said; null where there is none any more. */
export async function paperOf(
  { facts, papers }: Pick<ComposeParts, 'facts' | 'papers'>,
  { consumerId }: Pick<LedgerRow, 'consumerId'>,
  kind: TemplateKind,
  date: number,
): Promise<Uint8Array | null> {
  const consumer = facts.source.consumers.get(consumerId);
  if (consumer === undefined) return null;
  const registration = facts.registrationOf({ consumerId });
  const language = languageOf(consumer, registration.clients);
  const order = orderOf(facts, { consumer, language, registration }, kind, date);
  const [paper] = order === null ? [] : await papers.make([order]);
  return paper?.ok === true ? paper.bytes() : null;
}

export function draftOf(
  { facts }: ComposeParts,
  row: LedgerRow,
): Draft | Exclude<Composed, { kind: 'ready' }> {
  const { notifs, source, registrationOf } = facts;
  const [notif, consumer] = [notifs.get(row.notifId), source.consumers.get(row.consumerId)];
  const off = calledOff(notif, row);
  if (off !== null) return { kind: 'hold', hold: off };
  if (notif === undefined || consumer === undefined || isErased(consumer))
    return { kind: 'hold', hold: 'gone' };
  if (isNobodyLeft(notif, source, row.consumerId)) return { kind: 'hold', hold: 'gone' };
  const registration = registrationOf({ consumerId: row.consumerId });
  const language = languageOf(consumer, registration.clients);
  const hold = holdOf(notif, source.stock, consumer, language);
  if (hold !== null) return { kind: 'hold', hold };
  if (saysNothing(notif)) return { kind: 'hold', hold: 'empty_message' };
  if (namesUnknown(notif, facts.whatsappTemplates)) return { kind: 'hold', hold: 'unknown_variable' };
  const contents = contentsOf(notif);
  const takesInvoice = contents.method === 'email' && contents.attachInvoice;
  const isFirst = consumer.invoiceIndex == null && consumer.status !== 'canceled';
  if (takesInvoice && (isFirst || consumer.invoiceCorrects != null)) return { kind: 'wait' };
  return { kind: 'draft', row, notif, consumer, language, registration };
}

export function ordersOf({ facts, now }: ComposeParts, { notif, ...about }: Draft): PaperOrder[] {
  const contents = contentsOf(notif);
  if (contents.method !== 'email') return [];
  const asked = { invitation: contents.attachInvitation, invoice: contents.attachInvoice };
  const guests = about.registration.clients.length;
  return TEMPLATE_KINDS.flatMap((kind) =>
    asked[kind] && hasPaper(kind, about.consumer, guests) ? (orderOf(facts, about, kind, now) ?? []) : [],
  );
}

function orderOf(
  { invitations, invoices }: EventFacts,
  { consumer, language, registration }: About,
  kind: TemplateKind,
  now: number,
): PaperOrder | null {
  const { paymentType } = consumer;
  const templates = kind === 'invitation' ? invitations : invoices;
  const template = templateFor<Template>(kind, templates.values(), { language, paymentType });
  return template === undefined ? null : { kind, template, facts: registration, now };
}
