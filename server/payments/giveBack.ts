import { lostOf } from '#domain/money/cardPayment.ts';
import { HttpError, invalidField, notFound } from '../base/errors.ts';
import type { Database } from '../storage/types.ts';
import { accountOf, assertOriginal, asUnavailable, historyOf, leftOf, type PaymentParts } from './parts.ts';
import { readRecord, type CardRecord, type RefundClaim } from './records.ts';
import {
  claimRefund,
  endClaim,
  isBy,
  isRepeat,
  isUnderWay,
  noteFailure,
  noteRefund,
  renewRefund,
  type LeftOf,
  type RefundAsked,
} from './refunds.ts';
import * as stripe from './stripe.ts';

/** How it is learned what became of a payment: now, or soon. */
interface Heard {
  look: (eventId: string, reference: string) => Promise<void>;
  tell: (eventId: string, reference: string) => Promise<void>;
}

type Claimed = Pick<RefundClaim, 'requestId' | 'key'>;

/** Gives money of a payment back; the same request again, nothing more, and of two people one. */
export async function giveBack(
  parts: PaymentParts,
  heard: Heard,
  eventId: string,
  asked: RefundAsked,
): Promise<void> {
  await assertOriginal(parts);
  const { consumerId, cardId, amount } = asked;
  const account = await accountOf(parts, eventId);
  const history = await historyOf(parts, eventId);
  const record = await readRecord(history, consumerId);
  const card = record.cards.find(({ id }) => id === cardId);
  if (account === null || card?.paymentId == null) throw notFound('no such payment');
  // A repeat hears what the first one heard: what it gave back is counted already.
  const before = asked.before ?? (isRepeat(record, asked) ? 0 : card.refunded);
  if (amount > card.paid - lostOf(card) - before) throw invalidField('amount', 'is more than was paid');
  const left = await leftOf(parts, eventId, consumerId);
  if (amount > left(record.cards) + card.refunded - before) throw backAlready();
  /** After a backup was put back, or an answer was lost, more may have gone back than is known here. */
  const look = (): Promise<void> =>
    heard.look(eventId, cardId).catch((error: unknown) => {
      throw asUnavailable(error);
    });
  const scene = { history, look, now: parts.now };
  const { requestId, key = requestId } = isSeen(asked)
    ? await claimed(scene, asked, left)
    : await noted(scene, asked);
  try {
    // Of this event: several may pay into one account.
    await stripe.refund(account, { paymentId: card.paymentId, amount }, `${eventId}:${key}`);
  } catch (error) {
    const { permanent = false, status = 0 } = error instanceof stripe.StripeError ? error : {};
    if (permanent) await endClaim(history, consumerId, requestId);
    else if (status >= 500) await noteFailure(history, consumerId, requestId);
    // It may have been done all the same.
    if (!permanent) await heard.tell(eventId, cardId);
    throw asUnavailable(error);
  }
  await heard.tell(eventId, cardId);
}

/** The asker has looked at the payment. */
type Seen = RefundAsked & { before: number };
const isSeen = (asked: RefundAsked): asked is Seen => asked.before !== undefined;

interface Scene {
  history: Database;
  /** Reads how the payment stands. */
  look: () => Promise<void>;
  now: () => number;
}

/** What it is given back by; throws 409 where something else has gone back, or is going, than the asker knows of. */
async function claimed({ history, look, now }: Scene, asked: Seen, left: LeftOf): Promise<Claimed> {
  const { consumerId, cardId, amount, before, requestId } = asked;
  const underWay = ({ refunds }: CardRecord) =>
    refunds.find(
      (one) =>
        one.cardId === cardId && one.before === before && one.amount === amount && isUnderWay(one, now()),
    );
  const isAsSeen = ({ cards }: CardRecord) => cards.find(({ id }) => id === cardId)?.refunded === before;
  const record = await readRecord(history, consumerId);
  const known = underWay(record);
  if (!(known !== undefined && isBy(known, requestId)) && !isAsSeen(record)) throw backAlready();
  if (known === undefined) {
    await look();
    const seen = await readRecord(history, consumerId);
    if (underWay(seen) === undefined && !isAsSeen(seen)) throw backAlready();
  }
  const claim = await claimRefund(history, asked, left, now());
  if (claim === null) throw backAlready();
  return claim;
}

/** The same for one that asks without having looked: known again by the request alone. */
async function noted({ history, look, now }: Scene, asked: RefundAsked): Promise<Claimed> {
  const claim = await noteRefund(history, asked, now());
  if (claim.hasFailed !== true || isUnderWay(claim, now())) return claim;
  await look();
  const renewed = await renewRefund(history, asked, now());
  if (renewed === null) throw backAlready();
  return renewed;
}

const backAlready = (): HttpError =>
  new HttpError(409, 'conflict', 'something else was given back meanwhile');
