import type { CardAccounts, CardState } from '#api/paymentSchemas.ts';
import { giveBackPlace, settleCard } from '#domain/commands/cardPayments.ts';
import type { Command } from '#domain/commands/command.ts';
import type { Author } from '#domain/documents/common.ts';
import { ownPerson, PAYMENTS } from '../commands/own.ts';
import { accountsOf } from './accounts.ts';
import { readCard } from './cardRead.ts';
import { closeAll } from './ending.ts';
import { giveBack } from './giveBack.ts';
import { READ_CARD } from './kinds.ts';
import { News } from './news.ts';
import { Pages } from './pages.ts';
import {
  assertOpened,
  hasAccount,
  historyOf,
  inAnyAccount,
  registrationOf,
  type PaymentParts,
} from './parts.ts';
import { knownCard, noteCard, readRecord } from './records.ts';
import type { RefundAsked } from './refunds.ts';
import * as stripe from './stripe.ts';
import { attentionTo, cardState, noteLookedAt, tryAgain } from './troubles.ts';

const person = ownPerson(PAYMENTS);
const device = { id: 'server', name: PAYMENTS.name };
/** Somebody waits for a page of ours so long while the provider is asked (ms); then it is heard of later. */
const PATIENCE = 4000;

/** Payments by card (decision 36). */
export class Payments {
  private readonly parts: PaymentParts;
  private readonly pages: Pages;
  private readonly news = new News();

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
    await this.news.take(() =>
      this.parts.jobs.enqueue(READ_CARD, { eventId, key: reference, payload: null }),
    );
  }

  /** Resolves when nobody brings news any more. */
  quiet(signal: AbortSignal): Promise<void> {
    return this.news.quiet(signal);
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
  refund(eventId: string, asked: RefundAsked): Promise<void> {
    return giveBack(this.parts, this, eventId, asked);
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
