import { createHash, randomUUID } from 'node:crypto';
import type { Consumer } from '#domain/documents/consumer.ts';
import { fitsCard } from '#domain/money/cardLimits.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { HttpError, notFound } from '../base/errors.ts';
import { isEnding } from './ending.ts';
import { END_PAGES } from './kinds.ts';
import {
  accountOf,
  assertOriginal,
  asUnavailable,
  historyOf,
  inAnyAccount,
  registrationOf,
  titleOf,
  UnpayableSum,
  type PaymentParts,
} from './parts.ts';
import { changeRecord, isAsked, isOpen, noteUnread, readRecord, type Page } from './records.ts';
import * as stripe from './stripe.ts';

const MINUTE = 60_000;
/** Stripe keeps a page open for half an hour at least and a day at most; a little is for the way there. */
const LEAST = 30.5 * MINUTE;
const SHORTEST = 31 * MINUTE;
const LONGEST = 23 * 60 * MINUTE;
/** So often what the provider says may change what there is to pay, for one who asks. */
const ROUNDS = 3;
/** There may be something else to pay than was thought. */
const AGAIN = Symbol('again');

interface Asked {
  eventId: string;
  consumerId: string;
}

/** The provider's pages on which registrations are paid: one at a time for each. */
export class Pages {
  private readonly parts: PaymentParts;
  /** Reads a page from the provider, and notes what came of it. */
  private readonly look: (eventId: string, sessionId: string) => Promise<void>;

  constructor(parts: PaymentParts, look: Pages['look']) {
    this.parts = parts;
    this.look = look;
  }

  /** Where what is still open is paid; null where nothing is, or nothing can be. Throws 503 while that cannot be known. */
  async pageFor(asked: Asked, back: string): Promise<string | null> {
    await assertOriginal(this.parts);
    const account = await accountOf(this.parts, asked.eventId);
    if (account === null) return null;
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        const consumer = await registrationOf(this.parts, asked.eventId, asked.consumerId);
        if (consumer === null) throw notFound('no such registration');
        if (settlementOf(consumer).open === 0) return null;
        const found = await this.tryPage(account, asked, consumer, back);
        if (found !== AGAIN) return found;
      }
    } catch (error) {
      throw asUnavailable(error);
    }
    return null;
  }

  /** Null: something was paid, and is noted soon. */
  private async tryPage(
    account: stripe.StripeAccount,
    asked: Asked,
    consumer: Consumer,
    back: string,
  ): Promise<string | typeof AGAIN | null> {
    const { open, currency } = settlementOf(consumer);
    const history = await historyOf(this.parts, asked.eventId);
    const { pages, cards } = await readRecord(history, asked.consumerId);
    if (cards.some(({ id }) => !consumer.cards?.some((told) => told.id === id))) return null;
    const last = pages.at(-1);
    const isFor = (page: Page): boolean => page.amount === open && (page.currency ?? currency) === currency;
    if (last?.sessionId != null && last.isOver !== true) {
      const { sessionId } = last;
      const [session, isOwn] = await inAnyAccount(
        this.parts,
        asked.eventId,
        async (one) => [await stripe.readCheckout(one, sessionId), one.key === account.key] as const,
      ).catch(async (error: unknown) => {
        if (!stripe.isElsewhere(error)) throw error;
        // Of an account whose key is gone: nobody hears of it here. The guest pays on another one.
        await this.change(asked, last, { isOver: true, isUnread: true });
        return [null, false] as const;
      });
      if (session === null) return AGAIN;
      if (isOwn && session.status === 'open' && isFor(last) && last.expiresAt > this.parts.now())
        return last.url;
      if (session.status === 'complete' && session.payment_status !== 'paid') return null;
      // Must not be paid as well as the next one; and what was paid on it counts first.
      await this.close(asked, last);
      return AGAIN;
    }
    if (!fitsCard(open, currency)) throw new UnpayableSum();
    const record = await changeRecord(history, asked.consumerId, (stored) => {
      const known = stored.pages.at(-1);
      // Asked for before, and the answer did not come: the same key, as long as Stripe takes its time.
      const isFresh = known !== undefined && isFor(known) && known.expiresAt > this.parts.now() + LEAST;
      if (known?.isOver !== true && (known?.sessionId != null || isFresh)) return null;
      const page = { key: randomUUID(), amount: open, currency, expiresAt: this.endOf(consumer) };
      // One that is still being opened for another sum is given to nobody.
      return { ...stored, pages: [...givenUp(stored.pages), { ...page, sessionId: null, url: null }] };
    });
    const page = record.pages.at(-1);
    // One for another sum was opened in this moment: it is closed first.
    if (page === undefined || !isFor(page)) return AGAIN;
    return page.url ?? this.open(account, asked, { consumer, page, back });
  }

  /** With the place that is held, as far as Stripe lets it. */
  private endOf({ hold }: Consumer): number {
    const now = this.parts.now();
    return Math.max(now + SHORTEST, Math.min(hold?.until ?? Infinity, now + LONGEST));
  }

  private async open(
    account: stripe.StripeAccount,
    asked: Asked,
    { consumer, page, back }: { consumer: Consumer; page: Page; back: string },
  ): Promise<string | typeof AGAIN | null> {
    const { eventId, consumerId: key } = asked;
    const fields = fieldsOf(asked, consumer, page, { title: await titleOf(this.parts, eventId), back });
    // After the record was written: whoever deletes the event looks there once this says so.
    if (await isEnding(this.parts, eventId))
      throw new HttpError(503, 'busy', 'the event is being deleted', undefined, 60);
    await this.parts.jobs.enqueue(END_PAGES, { eventId, key, payload: null, at: page.expiresAt + MINUTE });
    try {
      const { id, url = null } = await stripe.openCheckout(account, fields, keyFor(page, fields));
      return await this.adopted(account, asked, page, { sessionId: id, url });
    } catch (error) {
      if (error instanceof stripe.StripeError && error.code === 'email_invalid' && page.isBare !== true) {
        // The guest types it there.
        await this.change(asked, page, { isBare: true });
        return AGAIN;
      }
      // A failure that was answered is answered again to the same key, for a day.
      if (!(error instanceof stripe.StripeError) || !(error.permanent || error.status >= 500)) throw error;
      // Asked anew it has another key. Nobody has the address of one that was opened unheard.
      await this.change(asked, page, ({ sessionId }) => ({ isOver: sessionId === null }));
      throw error;
    }
  }

  /**
   * The address of a page that was just opened. Where another one was sooner, asked for by another link of the guest's, or it is not
   * wanted any more, nobody gets it.
   */
  private async adopted(
    account: stripe.StripeAccount,
    asked: Asked,
    { key }: Page,
    opened: { sessionId: string; url: string | null },
  ): Promise<string | typeof AGAIN | null> {
    let isOurs = false;
    try {
      await changeRecord(await historyOf(this.parts, asked.eventId), asked.consumerId, (record) => {
        const known = record.pages.find((one) => one.key === key);
        isOurs = known?.isOver !== true && known?.sessionId === opened.sessionId;
        if (known === undefined || !isAsked(known)) return null;
        isOurs = true;
        return { ...record, pages: record.pages.map((one) => (one === known ? { ...one, ...opened } : one)) };
      });
    } finally {
      if (!isOurs) await stripe.closeCheckout(account, opened.sessionId).catch(() => undefined);
    }
    return isOurs ? opened.url : AGAIN;
  }

  /**
   * Ends the pages whose time is over, or for which nothing is owed any more; what was paid on them is noted, whether its news came or
   * not. Says when to look again.
   */
  async end(asked: Asked, { all = false }: { all?: boolean } = {}): Promise<{ again: number } | undefined> {
    const consumer = await registrationOf(this.parts, asked.eventId, asked.consumerId);
    const isOwed = consumer !== null && settlementOf(consumer).open > 0 && !all;
    const history = await historyOf(this.parts, asked.eventId);
    const { pages } = await changeRecord(history, asked.consumerId, (record) =>
      // Those that are being opened just now are given to nobody.
      isOwed || !record.pages.some(isAsked) ? null : { ...record, pages: givenUp(record.pages) },
    );
    let again = Infinity;
    for (const page of pages) {
      if (!isOpen(page)) continue;
      const ends = page.expiresAt + MINUTE;
      if (isOwed && ends > this.parts.now()) again = Math.min(again, ends);
      else await this.close(asked, page);
    }
    return again === Infinity ? undefined : { again };
  }

  private async close(asked: Asked, page: Page): Promise<void> {
    const { sessionId } = page;
    if (sessionId === null) return;
    try {
      await inAnyAccount(this.parts, asked.eventId, (account) => stripe.closeCheckout(account, sessionId));
      await this.look(asked.eventId, sessionId);
    } catch (error) {
      // It may still be paid, or be read with another key that somebody types. When its time is over, somebody must look.
      if (!stripe.isElsewhere(error) || page.expiresAt > this.parts.now()) throw error;
      return this.change(asked, page, { isOver: true, isUnread: true });
    }
    await this.change(asked, page, { isOver: true, isUnread: false });
  }

  private async change(
    { eventId, consumerId }: Asked,
    { key }: Page,
    more: Partial<Page> | ((stored: Page) => Partial<Page>),
  ): Promise<void> {
    const history = await historyOf(this.parts, eventId);
    if (typeof more === 'object' && more.isUnread === true) await noteUnread(history, consumerId);
    await changeRecord(history, consumerId, (record) => ({
      ...record,
      pages: record.pages.map((one) =>
        one.key === key ? { ...one, ...(typeof more === 'function' ? more(one) : more) } : one,
      ),
    }));
  }
}

const givenUp = (pages: readonly Page[]): Page[] =>
  pages.map((one) => (isAsked(one) ? { ...one, isOver: true } : one));

/** What is asked for with something else in it, such as the link of another tab or another address of the guest, has another key. */
const keyFor = ({ key }: Page, fields: Record<string, string>): string =>
  `${key}-${createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)}`;

const fieldsOf = (
  { eventId, consumerId }: Asked,
  { person }: Consumer,
  { amount, currency = '', expiresAt, isBare }: Page,
  { title, back }: { title: string; back: string },
): Record<string, string> => ({
  mode: 'payment',
  // What takes days to be paid would hold no place and could be paid twice; and the amount is in the registration's own currency.
  'payment_method_types[0]': 'card',
  'adaptive_pricing[enabled]': 'false',
  client_reference_id: consumerId,
  'metadata[event]': eventId,
  'metadata[consumer]': consumerId,
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': currency,
  'line_items[0][price_data][unit_amount]': String(amount),
  'line_items[0][price_data][product_data][name]': title,
  customer_creation: 'always',
  expires_at: String(Math.floor(expiresAt / 1000)),
  success_url: `${back}?paid=1`,
  cancel_url: back,
  ...(person?.email && isBare !== true ? { customer_email: person.email } : {}),
});
