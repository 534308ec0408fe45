import type { Database } from '../storage/types.ts';
import { changeRecord, type RefundClaim } from './records.ts';

/** What a member asks to be given back. */
export interface RefundAsked {
  consumerId: string;
  cardId: string;
  /** Cents. */
  amount: number;
  requestId: string;
  /** What had gone back of the payment as the asker saw it. Absent: nothing is known of it. */
  before?: number | undefined;
}

/** For so long another amount of the same payment waits for the first (ms). */
const UNDER_WAY = 2 * 60_000;

/**
 * Claims the next refund of a payment, so that of two people, at one server or two, one gives back: who asks for the same amount continues
 * what the first has begun, by its id, which is returned; with another one it is null.
 */
export async function claimRefund(
  history: Database,
  { consumerId, cardId, amount, before, requestId }: RefundAsked & { before: number },
  now: number,
): Promise<string | null> {
  let claimed: string | null = requestId;
  await changeRecord(history, consumerId, (record) => {
    claimed = requestId;
    const known = record.refunds.find((one) => one.cardId === cardId && one.before === before);
    if (known !== undefined && isUnderWay(known, now)) {
      claimed = known.amount === amount ? known.requestId : null;
      return null;
    }
    // What had gone back only rises: claims of before are fulfilled.
    const others = record.refunds.filter((one) => one.cardId !== cardId);
    return { ...record, refunds: [...others, { cardId, before, amount, requestId, at: now }] };
  });
  return claimed;
}

/** Of one that was asked for longer ago, how the payment stands tells what became of it: the provider keeps ids for a day only. */
export const isUnderWay = ({ at }: RefundClaim, now: number): boolean => at + UNDER_WAY > now;

/** It was refused: whoever asks next begins anew, once the payment was read. */
export const endClaim = (history: Database, consumerId: string, requestId: string): Promise<unknown> =>
  changeRecord(history, consumerId, (record) => ({
    ...record,
    refunds: record.refunds.filter((one) => one.requestId !== requestId),
  }));
