import { consumerDocument, type Consumer } from '#domain/documents/consumer.ts';
import { paymentDocument } from '#domain/documents/payment.ts';
import { databaseName, idRange, paymentPrefix } from '#domain/ids.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { takenOf } from '#domain/money/taken.ts';
import { MASK } from '#domain/services/secrets.ts';
import { HttpError } from '../base/errors.ts';
import type { Registrar } from '../commands/registrar.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { copyOf } from '../outbox/copy.ts';
import type { Services } from '../services/services.ts';
import { read } from '../storage/documents.ts';
import { historyDatabase, type Database, type Storage } from '../storage/types.ts';
import { formerKeys } from './formerKeys.ts';
import { isElsewhere, StripeError, type StripeAccount } from './stripe.ts';

export interface PaymentParts {
  storage: Storage;
  services: Services;
  jobs: Jobs;
  registrar: Registrar;
  /** Whether this process is the one that registers: whether there is a place still, one alone decides. */
  isRegistrar: () => boolean;
  /** Where Stripe's API is, if not at its own address. */
  stripeBase: string | null;
  /** How long an answer of Stripe's is waited for, if not as long as usual (ms). */
  stripePatience?: number | undefined;
  /** The address that people use: the provider leads back to it, so without it no cards are taken. */
  publicUrl: string | null;
  now: () => number;
}

const accountWith = (
  { stripeBase: base, stripePatience: patience }: PaymentParts,
  key: string,
): StripeAccount => ({ base, key, patience });

/** Whether the event has keys of an account, be it that this server cannot open them. */
export async function hasAccount({ services }: PaymentParts, eventId: string): Promise<boolean> {
  const { key, secret } = (await services.of(eventId))?.payments ?? {};
  return Boolean(key) && Boolean(secret);
}

/** The event's account at the provider; null where it takes no cards. Throws 503 where this server cannot open its keys. */
export async function accountOf(parts: PaymentParts, eventId: string): Promise<StripeAccount | null> {
  const { key, secret } = (await parts.services.of(eventId))?.payments ?? {};
  if (!key || !secret) return null;
  assertOpened(key);
  return accountWith(parts, key);
}

/** What another server has sealed by its own SERVICES_KEY is none of Stripe's keys: it would be refused, and nobody knew why. */
export function assertOpened(secret: string): void {
  if (secret === MASK) throw new HttpError(503, 'services_key', SEALED, undefined, 60);
}
const SEALED =
  'the keys of the card payments were stored by a server with another SERVICES_KEY: give this one the same, or type them again';

/** Asks the event's account, and where the matter is not there, those whose pages may still be open. */
export async function inAnyAccount<T>(
  parts: PaymentParts,
  eventId: string,
  ask: (account: StripeAccount) => Promise<T>,
): Promise<T> {
  const account = await accountOf(parts, eventId);
  let failure: unknown = new StripeError('the card payments of the event are not set up', true, '', 404);
  if (account !== null) {
    try {
      return await ask(account);
    } catch (error) {
      if (!isElsewhere(error)) throw error;
      failure = error;
    }
  }
  for (const key of await formerKeys(parts, eventId)) {
    try {
      return await ask(accountWith(parts, key));
    } catch (error) {
      if (!isElsewhere(error)) throw error;
    }
  }
  // What the event's own account says of it counts.
  throw failure;
}

/** A restored copy moves no money before somebody has said that it goes on: the original may be running. */
export async function assertOriginal({ storage }: PaymentParts): Promise<void> {
  const copy = await copyOf(storage);
  if (copy !== null && copy.confirmedAt === null)
    throw new HttpError(503, 'copy_unconfirmed', 'a manager must confirm this copy first', undefined, 60);
}

export const historyOf = ({ storage }: PaymentParts, eventId: string): Promise<Database> =>
  storage.openExisting(historyDatabase(eventId));

export async function registrationOf(
  { storage }: PaymentParts,
  eventId: string,
  consumerId: string,
): Promise<Consumer | null> {
  const doc = await read(await storage.openExisting(databaseName(eventId)), consumerId);
  const parsed = consumerDocument.schema.safeParse(doc);
  return parsed.success ? parsed.data : null;
}

/** What of a registration's money could go back still, by the payments and by the notes themselves. */
export async function leftOf(
  parts: PaymentParts,
  eventId: string,
  consumerId: string,
): Promise<(cards: CardPayment[]) => number> {
  const consumer = await registrationOf(parts, eventId, consumerId);
  const db = await parts.storage.openExisting(databaseName(eventId));
  const { rows } = await db.allDocs({ ...idRange(paymentPrefix(consumerId)), include_docs: true });
  const notes = rows.flatMap(({ doc }) => paymentDocument.schema.safeParse(doc).data ?? []);
  const taken = takenOf(consumer?.taken, notes);
  return (cards) => {
    const { paid, refunded } = settlementOf({ ...(consumer ?? { status: 'canceled' }), cards, taken });
    return paid - refunded;
  };
}

export async function titleOf({ storage }: PaymentParts, eventId: string): Promise<string> {
  const event = await read(await storage.openExisting(databaseName(eventId)), 'event');
  const title = event?.['title'];
  return typeof title === 'string' && title !== '' ? title : eventId;
}

/** Too little, or too much, for a payment by card: Stripe's limits also follow from the account's own currency. */
export class UnpayableSum extends HttpError {
  constructor() {
    super(400, 'cards_refused', 'no card pays a sum like this');
  }
}

export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof StripeError)) return error;
  if (['amount_too_small', 'amount_too_large'].includes(error.code)) return new UnpayableSum();
  return error.permanent
    ? new HttpError(400, 'cards_refused', error.message)
    : new HttpError(503, 'cards_unavailable', error.message, undefined, 5);
}
