import { setTimeout as delay } from 'node:timers/promises';
import type { CardAccounts, CardState } from '#api/paymentSchemas.ts';
import { giveBackPlace, settleCard } from '#domain/commands/cardPayments.ts';
import type { Command } from '#domain/commands/command.ts';
import type { Author } from '#domain/documents/common.ts';
import { lostOf } from '#domain/money/cardPayment.ts';
import { HttpError, invalidField, notFound } from '../base/errors.ts';
import { ownPerson, PAYMENTS } from '../commands/own.ts';
import { accountsOf } from './accounts.ts';
import { readCard } from './cardRead.ts';
import { closeAll } from './ending.ts';
import { READ_CARD } from './kinds.ts';
import { Pages } from './pages.ts';
import {
  accountOf,
  assertOpened,
  assertOriginal,
  asUnavailable,
  hasAccount,
  historyOf,
  inAnyAccount,
  leftOf,
  registrationOf,
  type PaymentParts,
} from './parts.ts';
import { knownCard, noteCard, readRecord, type CardRecord, type RefundClaim } from './records.ts';
import {
  claimRefund,
  endClaim,
  isBy,
  isRepeat,
  isUnderWay,
  noteFailure,
  noteRefund,
  type LeftOf,
  type RefundAsked,
} from './refunds.ts';
import * as stripe from './stripe.ts';
import { attentionTo, cardState, noteLookedAt, tryAgain } from './troubles.ts';

const person = ownPerson(PAYMENTS);
const device = { id: 'server', name: PAYMENTS.name };
/** Somebody waits for a page of ours so long while the provider is asked (ms); then it is heard of later. */
const PATIENCE = 4000;
/** News are over when none came for so long, and are worked at after so long whether they are or not (ms). */
const QUIET = 25;
const BUSY_AT_MOST = 1000;

type Claimed = Pick<RefundClaim, 'requestId' | 'key'>;

/** Payments by card (docs/decisions, "What Stripe says counts"). */
export class Payments {
  private readonly parts: PaymentParts;
  private readonly pages: Pages;
  /** When somebody brought news last, by the clock of this process. */
  private toldAt = -Infinity;

  constructor(parts: PaymentParts) {
    this.parts = parts;
    this.pages = new Pages(parts, (eventId, sessionId) => this.lookOrTell(eventId, sessionId));
  }

  /** Where the provider is, if not at its own address; null else. */
  get origin(): string | null {
    return this.parts.stripeBase === null ? null : new URL(this.parts.stripeBase).origin;
  }

  /** Whether an event has what it takes. */
  async takesCards(eventId: string): Promise<boolean> {
    return this.parts.publicUrl !== null && (await hasAccount(this.parts, eventId));
  }

  /** Where the page is that leads on to the provider's: stays the same, so it can be sent and kept. */
  addressOf(token: string): string {
    return `${this.parts.publicUrl ?? ''}/desk/registrations/${token}/pay`;
  }

  /** The provider's page for what is still open; null where nothing is, or no cards are taken. Throws 503 while it cannot be had. */
  pageFor(eventId: string, consumerId: string, back: string): Promise<string | null> {
    return this.pages.pageFor({ eventId, consumerId }, back);
  }

  endPages(eventId: string, consumerId: string): Promise<{ again: number } | undefined> {
    return this.pages.end({ eventId, consumerId });
  }

  /** Somebody comes back from the provider's page: what it says is read, as its news may be late, or never come. */
  async hear(eventId: string, consumerId: string): Promise<void> {
    const { pages, cards } = await readRecord(await historyOf(this.parts, eventId), consumerId);
    const sessionId = pages.at(-1)?.sessionId ?? null;
    if (sessionId === null || cards.some(({ id }) => id === sessionId)) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, PATIENCE, 'late')));
    const looked = this.lookOrTell(eventId, sessionId).catch(() => 'late' as const);
    if ((await Promise.race([looked, late])) === 'late') await this.tell(eventId, sessionId);
    clearTimeout(timer);
  }

  /** What was paid is known when this resolves, at any server; the registration hears of it from the one that registers. */
  private async lookOrTell(eventId: string, sessionId: string): Promise<void> {
    if (this.parts.isRegistrar()) return this.look(eventId, sessionId);
    await this.tell(eventId, sessionId);
    await this.note(eventId, sessionId);
  }

  /** Keeps that there is news of a page or a payment, to be read soon. */
  async tell(eventId: string, reference: string): Promise<void> {
    this.toldAt = performance.now();
    await this.parts.jobs.enqueue(READ_CARD, { eventId, key: reference, payload: null });
    this.toldAt = performance.now();
  }

  /** Resolves when no more news came for a moment, or not for long: who brings some waits for no work that follows from others. */
  async quiet(signal: AbortSignal): Promise<void> {
    const end = performance.now() + BUSY_AT_MOST;
    for (;;) {
      const now = performance.now();
      const left = Math.min(this.toldAt + QUIET, end) - now;
      if (left <= 0 || signal.aborted) return;
      await delay(left, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads a page or a payment from the provider, and notes what came of it. */
  async look(eventId: string, reference: string): Promise<void> {
    try {
      const noted = await this.note(eventId, reference);
      if (noted !== null) await this.call(eventId, settleCard, noted);
    } catch (error) {
      if (!stripe.isElsewhere(error)) throw error;
      // Its account is gone: what was read while it was there stays so.
      const known = await knownCard(this.parts.storage, eventId, reference);
      if (known !== null) await this.call(eventId, settleCard, known);
      // Of a key that is refused just now there may be more to hear.
      if (known === null || error.status !== 404) throw error;
    }
  }

  /** By compare-and-set, so that any server may; null where nothing was paid. */
  private async note(eventId: string, reference: string) {
    const told = await inAnyAccount(this.parts, eventId, (account) => readCard(account, eventId, reference));
    if (told === null) return null;
    const { consumerId, read, payer } = told;
    const card = await noteCard(await historyOf(this.parts, eventId), consumerId, read);
    return { consumerId, card, payer };
  }

  /** The time to pay is over: nobody can pay any more, and who has not loses the place. */
  async endHold(eventId: string, consumerId: string, { atOnce }: { atOnce: boolean }): Promise<void> {
    const consumer = await registrationOf(this.parts, eventId, consumerId);
    if (consumer?.status !== 'pending' || consumer.hold == null) return;
    if (!atOnce) await this.pages.end({ eventId, consumerId }, { all: true });
    await this.call(eventId, giveBackPlace, { consumerId });
  }

  /** Gives money of a payment back; the same request again, nothing more, and of two people one. */
  async refund(eventId: string, asked: RefundAsked): Promise<void> {
    await assertOriginal(this.parts);
    const { consumerId, cardId, amount } = asked;
    const account = await accountOf(this.parts, eventId);
    const history = await historyOf(this.parts, eventId);
    const record = await readRecord(history, consumerId);
    const card = record.cards.find(({ id }) => id === cardId);
    if (account === null || card?.paymentId == null) throw notFound('no such payment');
    // A repeat hears what the first one heard: what it gave back is counted already.
    const before = asked.before ?? (isRepeat(record, asked) ? 0 : card.refunded);
    if (amount > card.paid - lostOf(card) - before) throw invalidField('amount', 'is more than was paid');
    const left = await leftOf(this.parts, eventId, consumerId);
    if (amount > left(record.cards) + card.refunded - before) throw backAlready();
    const { requestId, key = requestId } = await this.claimed(eventId, asked, left);
    try {
      // Of this event: several may pay into one account.
      await stripe.refund(account, { paymentId: card.paymentId, amount }, `${eventId}:${key}`);
    } catch (error) {
      const { permanent = false, status = 0 } = error instanceof stripe.StripeError ? error : {};
      if (permanent) await endClaim(history, consumerId, requestId);
      else if (status >= 500) await noteFailure(history, consumerId, requestId);
      // It may have been done all the same.
      if (!permanent) await this.tell(eventId, cardId);
      throw asUnavailable(error);
    }
    await this.tell(eventId, cardId);
  }

  /** What it is given back by; throws 409 where something else has gone back, or is going, than the asker knows of. */
  private async claimed(eventId: string, asked: RefundAsked, left: LeftOf): Promise<Claimed> {
    const { consumerId, cardId, amount, before, requestId } = asked;
    const history = await historyOf(this.parts, eventId);
    if (before === undefined) {
      await noteRefund(history, asked, this.parts.now());
      return { requestId };
    }
    const conflict = backAlready();
    const underWay = ({ refunds }: CardRecord) =>
      refunds.find(
        (one) =>
          one.cardId === cardId &&
          one.before === before &&
          one.amount === amount &&
          isUnderWay(one, this.parts.now()),
      );
    const isAsSeen = ({ cards }: CardRecord) => cards.find(({ id }) => id === cardId)?.refunded === before;
    const record = await readRecord(history, consumerId);
    const known = underWay(record);
    if (!(known !== undefined && isBy(known, requestId)) && !isAsSeen(record)) throw conflict;
    if (known === undefined) {
      // After a backup was put back, or an answer was lost, more may have gone back than is known here.
      await this.look(eventId, cardId).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      const seen = await readRecord(history, consumerId);
      if (underWay(seen) === undefined && !isAsSeen(seen)) throw conflict;
    }
    const claim = await claimRefund(history, { ...asked, before }, left, this.parts.now());
    if (claim === null) throw conflict;
    return claim;
  }

  /** What guests may still pay on, and what could not be learned from the provider so far. */
  state(eventId: string): Promise<CardState> {
    return cardState(this.parts, eventId);
  }

  tryAgain(eventId: string): Promise<void> {
    return tryAgain(this.parts, eventId);
  }

  accounts(eventId: string, consumerId: string): Promise<CardAccounts> {
    return accountsOf(this.parts, eventId, consumerId);
  }

  /** In which of these events something could not be learned from the provider. */
  attention(eventIds: readonly string[]): ReturnType<typeof attentionTo> {
    return attentionTo(this.parts, eventIds);
  }

  lookedAt(eventId: string, page: { consumerId: string; reference: string; by: Author }): Promise<void> {
    return noteLookedAt(this.parts, eventId, page);
  }

  /** The event is about to go, and nobody would hear of what is paid then. */
  closeAll(eventId: string): Promise<void> {
    return closeAll(this.parts, eventId, (consumerId) =>
      this.pages.end({ eventId, consumerId }, { all: true }),
    );
  }

  /** The webhook's secret; null where none is set. Throws 503 where this server cannot open it. */
  async secretOf(eventId: string): Promise<string | null> {
    const secret = (await this.parts.services.of(eventId))?.payments?.secret || null;
    if (secret !== null) assertOpened(secret);
    return secret;
  }

  private async call<Input>(eventId: string, command: Command<Input, null>, input: Input): Promise<void> {
    const done = await this.parts.registrar.call({ eventId, person, device }, command, input);
    if (!done.ok)
      throw new Error(`a payment cannot be noted: ${done.error.code} ${done.error.message ?? ''}`);
  }
}

const backAlready = (): HttpError =>
  new HttpError(409, 'conflict', 'something else was given back meanwhile');
