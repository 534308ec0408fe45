import { randomUUID } from 'node:crypto';
import type { Author } from '#domain/documents/common.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import type { Database } from '../storage/types.ts';
import { changeRecord, type CardRecord, type RefundClaim } from './records.ts';

/** What a member asks to be given back. */
export interface RefundAsked {
  consumerId: string;
  cardId: string;
  /** Cents. */
  amount: number;
  requestId: string;
  /** What had gone back of the payment as the asker saw it. Absent: nothing is known of it. */
  before?: number | undefined;
  /** Who asks. */
  by: Author;
}

/** What of the registration's money could go back still, whatever way it takes. */
export type LeftOf = (cards: CardPayment[]) => number;

/** For so long another amount of the same payment waits for the first (ms). */
const UNDER_WAY = 2 * 60_000;

/**
 * Claims the next refund of a payment, so that of two people, at one server or two, one gives back: who asks for the same amount continues
 * what the first has begun, whose claim is returned; with another one it is null. So it is where more would go back than is `left`
 * of the registration's money, together with what is on the way from its other payments.
 */
export async function claimRefund(
  history: Database,
  { consumerId, cardId, amount, before, requestId, by }: RefundAsked & { before: number },
  left: LeftOf,
  now: number,
): Promise<RefundClaim | null> {
  let claimed: RefundClaim | null = null;
  await changeRecord(history, consumerId, (record) => {
    claimed = null;
    const known = record.refunds.find((one) => one.cardId === cardId && one.before === before);
    if (known !== undefined && isUnderWay(known, now)) {
      if (known.amount !== amount) return null;
      claimed = known;
      if (isBy(known, requestId)) return null;
      const joined = [...(known.joined ?? []), requestId];
      return { ...record, refunds: record.refunds.map((one) => (one === known ? { ...one, joined } : one)) };
    }
    const goes = record.refunds.filter((one) => one.cardId !== cardId && isOnTheWay(one, record, now));
    if (goes.reduce((sum, one) => sum + one.amount, amount) > left(record.cards)) {
      return null;
    }
    // What had gone back only rises: claims of before are fulfilled.
    const others = record.refunds.filter((one) => one.cardId !== cardId);
    // Nothing has gone back for it, and by its key nothing ever would.
    const key = known?.hasFailed === true ? { key: randomUUID() } : {};
    claimed = { ...{ cardId, before, amount, requestId, at: now, by }, ...key };
    return { ...record, refunds: [...others, claimed] };
  });
  return claimed;
}

/** Of one that was asked for longer ago, how the payment stands tells what became of it: the provider keeps ids for a day only. */
export const isUnderWay = ({ at }: RefundClaim, now: number): boolean => at + UNDER_WAY > now;

/** Whether that request made the claim, or joined it. */
export const isBy = ({ requestId, joined = [] }: RefundClaim, asker: string): boolean =>
  requestId === asker || joined.includes(asker);

/** It has been asked for, and the payment does not tell it yet. */
const isOnTheWay = (claim: RefundClaim, { cards }: CardRecord, now: number): boolean =>
  isUnderWay(claim, now) && cards.some(({ id, refunded }) => id === claim.cardId && refunded <= claim.before);

/** Of one that asks without having looked: by its id it is known again. */
export async function noteRefund(
  history: Database,
  { consumerId, cardId, amount, requestId, by }: RefundAsked,
  now: number,
): Promise<RefundClaim> {
  const begun = { cardId, before: 0, amount, requestId, at: now, by };
  const { refunds } = await changeRecord(history, consumerId, (record) => {
    if (record.refunds.some((one) => one.requestId === requestId)) return null;
    const before = refundedOf(record, cardId);
    const known = record.refunds.filter(({ at }) => at + REMEMBERED > now);
    return { ...record, refunds: [...known, { ...begun, before }] };
  });
  return refunds.find((one) => one.requestId === requestId) ?? begun;
}
/** As long as the provider keeps an id, and longer (ms). */
const REMEMBERED = 2 * 24 * 3_600_000;

/**
 * One at which the provider has failed begins anew under another key; null where something has gone back since, which may be what was asked
 * for.
 */
export async function renewRefund(
  history: Database,
  { consumerId, requestId }: RefundAsked,
  now: number,
): Promise<RefundClaim | null> {
  let renewed: RefundClaim | null = null;
  await changeRecord(history, consumerId, (record) => {
    const known = record.refunds.find((one) => one.requestId === requestId) ?? null;
    renewed = known?.hasFailed === true ? null : known;
    if (known?.hasFailed !== true || refundedOf(record, known.cardId) !== known.before) return null;
    const next = { ...known, key: randomUUID(), hasFailed: false, at: now };
    renewed = next;
    return { ...record, refunds: record.refunds.map((one) => (one === known ? next : one)) };
  });
  return renewed;
}

const refundedOf = ({ cards }: CardRecord, cardId: string): number =>
  cards.find(({ id }) => id === cardId)?.refunded ?? 0;

export const isRepeat = (record: CardRecord, { cardId, amount, requestId }: RefundAsked): boolean =>
  record.refunds.some((one) => one.requestId === requestId && one.cardId === cardId && one.amount === amount);

/** It was refused: whoever asks next begins anew, once the payment was read. */
export const endClaim = (history: Database, consumerId: string, requestId: string): Promise<unknown> =>
  changeRecord(history, consumerId, (record) => ({
    ...record,
    refunds: record.refunds.filter((one) => one.requestId !== requestId),
  }));

/** What the provider answered to the claim's key it answers for a day, whatever becomes of its trouble. */
export const noteFailure = (history: Database, consumerId: string, requestId: string): Promise<unknown> =>
  changeRecord(history, consumerId, (record) => ({
    ...record,
    refunds: record.refunds.map((one) => (one.requestId === requestId ? { ...one, hasFailed: true } : one)),
  }));
