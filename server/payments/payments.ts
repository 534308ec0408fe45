import { randomUUID } from 'node:crypto';
import { giveBackPlace, settleCard } from '#domain/commands/cardPayments.ts';
import type { Command } from '#domain/commands/command.ts';
import { consumerDocument, type Consumer } from '#domain/documents/consumer.ts';
import { databaseName } from '#domain/ids.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { HttpError, invalidField, notFound } from '../base/errors.ts';
import { ownPerson } from '../commands/own.ts';
import type { Registrar } from '../commands/registrar.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { copyOf } from '../outbox/copy.ts';
import type { Services } from '../services/services.ts';
import { read } from '../storage/documents.ts';
import { historyDatabase, type Database, type Storage } from '../storage/types.ts';
import { READ_CARD } from './kinds.ts';
import { changeRecord, noteCard, readRecord, type Page } from './records.ts';
import * as stripe from './stripe.ts';

export interface PaymentParts {
  storage: Storage;
  services: Services;
  jobs: Jobs;
  registrar: Registrar;
  /** Where Stripe's API is, if not at its own address. */
  stripeBase: string | null;
  /** The address that people use: the provider leads back to it, so without it no cards are taken. */
  publicUrl: string | null;
  now: () => number;
}

const person = ownPerson({ id: 'server-payments', name: 'Card payments' });
const device = { id: 'server', name: 'Card payments' };
const MINUTE = 60_000;
/** Stripe keeps a page open for half an hour at least and a day at most. */
const SHORTEST = 31 * MINUTE;
const LONGEST = 23 * 60 * MINUTE;

/** Payments by card (docs/decisions, "What Stripe says counts"). */
export class Payments {
  private readonly parts: PaymentParts;

  constructor(parts: PaymentParts) {
    this.parts = parts;
  }

  /** Whether an event has what it takes. */
  async takesCards(eventId: string): Promise<boolean> {
    return this.parts.publicUrl !== null && (await this.account(eventId)) !== null;
  }

  /** Where the page is that leads on to the provider's: stays the same, so it can be sent and kept. */
  addressOf(token: string): string {
    return `${this.parts.publicUrl ?? ''}/desk/registrations/${token}/pay`;
  }

  /** The provider's page for what is still open; null where nothing is. Throws 503 while it cannot be had. */
  async pageFor(eventId: string, consumerId: string, back: string): Promise<string | null> {
    const { now } = this.parts;
    await this.assertOriginal();
    const account = await this.account(eventId);
    const consumer = await this.consumer(eventId, consumerId);
    if (account === null || consumer === null) throw notFound('no cards are taken');
    const { open, currency } = settlementOf(consumer);
    if (open === 0) return null;
    const history = await this.history(eventId);
    const old: Page[] = [];
    const { pages } = await changeRecord(history, consumerId, (record) => {
      const last = record.pages.at(-1);
      if (last?.amount === open && last.expiresAt > now()) return null;
      old.splice(0, old.length, ...(last === undefined ? [] : [last]));
      const until = Math.max(now() + SHORTEST, Math.min(consumer.hold?.until ?? Infinity, now() + LONGEST));
      const page = { key: randomUUID(), amount: open, expiresAt: until, sessionId: null, url: null };
      return { ...record, pages: [...record.pages, page] };
    });
    const page = pages.at(-1);
    if (page === undefined || page.url !== null) return page?.url ?? null;
    const fields = {
      mode: 'payment',
      client_reference_id: consumerId,
      'metadata[event]': eventId,
      'metadata[consumer]': consumerId,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency,
      'line_items[0][price_data][unit_amount]': String(open),
      'line_items[0][price_data][product_data][name]': await this.title(eventId),
      customer_creation: 'always',
      expires_at: String(Math.floor(page.expiresAt / 1000)),
      success_url: back,
      cancel_url: back,
      ...(consumer.person?.email ? { customer_email: consumer.person.email } : {}),
    };
    try {
      // A page with another amount must not be paid as well.
      for (const { sessionId } of old) if (sessionId !== null) await stripe.closeCheckout(account, sessionId);
      const { id: sessionId, url = null } = await stripe.openCheckout(account, fields, page.key);
      await changeRecord(history, consumerId, (record) => ({
        ...record,
        pages: record.pages.map((one) => (one.key === page.key ? { ...one, sessionId, url } : one)),
      }));
      return url;
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Keeps that there is news of a page or a payment, to be read soon. */
  async tell(eventId: string, reference: string): Promise<void> {
    await this.parts.jobs.enqueue(READ_CARD, { eventId, key: reference, payload: null });
  }

  /** Reads a page or a payment from the provider, and notes what came of it. */
  async look(eventId: string, reference: string): Promise<void> {
    const account = await this.account(eventId);
    if (account === null) throw new Error('the card payments of the event are not set up');
    const session = reference.startsWith('pi_')
      ? await stripe.checkoutOf(account, reference)
      : await stripe.readCheckout(account, reference);
    const consumerId = session?.metadata?.['consumer'] ?? '';
    if (session === null || session.metadata?.['event'] !== eventId || !consumerId.startsWith('consumer_'))
      return;
    const read = cardOf(session);
    if (read.paid === 0) return;
    const card = await noteCard(await this.history(eventId), consumerId, read);
    await this.call(eventId, settleCard, { consumerId, card });
  }

  /** The time to pay is over: nobody can pay any more, and who has not loses the place. */
  async endHold(eventId: string, consumerId: string, { atOnce }: { atOnce: boolean }): Promise<void> {
    const consumer = await this.consumer(eventId, consumerId);
    if (consumer?.status !== 'pending' || consumer.hold == null) return;
    const account = atOnce ? null : await this.account(eventId);
    if (account !== null) {
      const { pages } = await readRecord(await this.history(eventId), consumerId);
      for (const { sessionId } of pages) {
        if (sessionId === null) continue;
        await stripe.closeCheckout(account, sessionId);
        await this.look(eventId, sessionId);
      }
    }
    await this.call(eventId, giveBackPlace, { consumerId });
  }

  /** Gives money of a payment back; the same request again, nothing more. */
  async refund(
    eventId: string,
    {
      consumerId,
      cardId,
      amount,
      requestId,
    }: { consumerId: string; cardId: string; amount: number; requestId: string },
  ): Promise<void> {
    await this.assertOriginal();
    const account = await this.account(eventId);
    const { cards } = await readRecord(await this.history(eventId), consumerId);
    const card = cards.find(({ id }) => id === cardId);
    if (account === null || card?.paymentId == null) throw notFound('no such payment');
    if (amount > card.paid) throw invalidField('amount', 'is more than was paid');
    try {
      // Of this event: several may pay into one account.
      const key = `${eventId}:${requestId}`;
      await stripe.refund(account, { paymentId: card.paymentId, amount }, key);
    } catch (error) {
      throw asUnavailable(error);
    }
    await this.tell(eventId, cardId);
  }

  /** The webhook's secret; null where none is set. */
  async secretOf(eventId: string): Promise<string | null> {
    return (await this.parts.services.of(eventId))?.payments?.secret || null;
  }

  private async account(eventId: string): Promise<stripe.StripeAccount | null> {
    const { key, secret } = (await this.parts.services.of(eventId))?.payments ?? {};
    return key && secret ? { base: this.parts.stripeBase, key } : null;
  }

  /** A restored copy moves no money before somebody has said that it goes on: the original may be running. */
  private async assertOriginal(): Promise<void> {
    const copy = await copyOf(this.parts.storage);
    if (copy !== null && copy.confirmedAt === null)
      throw new HttpError(503, 'copy_unconfirmed', 'a manager must confirm this copy first', undefined, 60);
  }

  private history(eventId: string): Promise<Database> {
    return this.parts.storage.openExisting(historyDatabase(eventId));
  }

  private async consumer(eventId: string, consumerId: string): Promise<Consumer | null> {
    const doc = await read(await this.parts.storage.openExisting(databaseName(eventId)), consumerId);
    const parsed = consumerDocument.schema.safeParse(doc);
    return parsed.success ? parsed.data : null;
  }

  private async title(eventId: string): Promise<string> {
    const event = await read(await this.parts.storage.openExisting(databaseName(eventId)), 'event');
    const title = event?.['title'];
    return typeof title === 'string' && title !== '' ? title : eventId;
  }

  private async call<Input>(eventId: string, command: Command<Input, null>, input: Input): Promise<void> {
    const done = await this.parts.registrar.call({ eventId, person, device }, command, input);
    if (!done.ok)
      throw new Error(`a payment cannot be noted: ${done.error.code} ${done.error.message ?? ''}`);
  }
}

function cardOf({
  id,
  payment_status,
  amount_total,
  customer,
  payment_intent,
}: stripe.StripeSession): CardPayment {
  const intent = typeof payment_intent === 'object' ? payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    ...{ id, paid: payment_status === 'paid' ? (amount_total ?? 0) : 0 },
    ...{ refunded: charge?.amount_refunded ?? 0, disputed: charge?.disputed === true },
    paymentId: typeof payment_intent === 'string' ? payment_intent : (intent?.id ?? null),
    customerId: customer ?? null,
  };
}

function asUnavailable(error: unknown): unknown {
  if (!(error instanceof stripe.StripeError)) return error;
  return error.permanent
    ? new HttpError(400, 'cards_refused', error.message)
    : new HttpError(503, 'cards_unavailable', error.message, undefined, 5);
}
