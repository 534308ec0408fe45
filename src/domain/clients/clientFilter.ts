import type { Category } from '../config.ts';
import { CATEGORIES } from '../config.ts';
import type { Client } from '../documents/client.ts';
import { CONSUMER_STATUSES, type Consumer } from '../documents/consumer.ts';
import type { Session } from '../documents/session.ts';
import { settlementOf, type Settlement } from '../money/settlement.ts';

/** What a registration still has to do with money; `free` costs nothing. */
export const PAYMENT_STATES = ['open', 'paid', 'credit', 'free'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
/** In no session at all. */
export const NO_SESSION = 'none';

/** What a list of all clients is narrowed to; '' lets everybody through. */
export interface ClientWishes {
  status: (typeof CONSUMER_STATUSES)[number] | '';
  category: Category | '';
  /** The id of a session, or `NO_SESSION`. */
  session: string;
  payment: PaymentState | '';
}

/** A client with all that the list says of it. */
export interface ListedClient {
  /** Ids, in the order of the sessions. */
  sessionIds: readonly string[];
  /** Null for a client without a registration. */
  consumer: Consumer | null;
  settlement: Settlement | null;
}

export function paymentState(settlement: Settlement | null): PaymentState {
  if (settlement === null) return 'free';
  if (settlement.open > 0) return 'open';
  if (settlement.credit > 0) return 'credit';
  return settlement.total > 0 ? 'paid' : 'free';
}

/** Wishes as an address says them; what it does not know lets everybody through. */
export function readWishes(said: Record<keyof ClientWishes, string>): ClientWishes {
  const known = <T extends string>(list: readonly T[], text: string): T | '' =>
    list.find((one) => one === text) ?? '';
  return {
    status: known(CONSUMER_STATUSES, said.status),
    category: known(CATEGORIES, said.category),
    session: said.session,
    payment: known(PAYMENT_STATES, said.payment),
  };
}

/** Which sessions each client is registered for. */
export function sessionsByClient(sessions: readonly Session[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { _id, clients } of sessions) {
    for (const { clientId } of clients) {
      const before = found.get(clientId);
      if (before === undefined) found.set(clientId, [_id]);
      else before.push(_id);
    }
  }
  return found;
}

const NOWHERE: readonly string[] = [];

export function listedClient(
  client: Client,
  sessionsOf: ReadonlyMap<string, readonly string[]>,
  consumers: ReadonlyMap<string, Consumer>,
): ListedClient {
  const consumer = client.consumerId ? (consumers.get(client.consumerId) ?? null) : null;
  return {
    sessionIds: sessionsOf.get(client._id) ?? NOWHERE,
    consumer,
    settlement: consumer === null ? null : settlementOf(consumer),
  };
}

export function isWished(
  { category }: Pick<Client, 'category'>,
  { sessionIds, consumer, settlement }: ListedClient,
  wishes: ClientWishes,
): boolean {
  if (wishes.status !== '' && consumer?.status !== wishes.status) return false;
  if (wishes.category !== '' && category !== wishes.category) return false;
  if (wishes.payment !== '' && paymentState(settlement) !== wishes.payment) return false;
  if (wishes.session === '') return true;
  return wishes.session === NO_SESSION ? sessionIds.length === 0 : sessionIds.includes(wishes.session);
}
