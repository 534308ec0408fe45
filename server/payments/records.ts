import type { Author } from '#domain/documents/common.ts';
import { idRange } from '#domain/ids.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { laterOf } from '#domain/money/cardPayment.ts';
import { read, update } from '../storage/documents.ts';
import { historyDatabase, type AnyDoc, type Database, type Storage } from '../storage/types.ts';

/** A page of the provider's to pay on. */
export interface Page {
  /** Stripe's idempotency key begins with it: written before the page is asked for, so that a crash opens no second one. */
  key: string;
  amount: number;
  /** Absent from pages of before it was kept. */
  currency?: string;
  /** ms */
  expiresAt: number;
  sessionId: string | null;
  url: string | null;
  /** Asked for without the guest's e-mail address, which the provider refuses. */
  isBare?: boolean;
  /** Nobody can pay on it any more, and what was paid is noted. */
  isOver?: boolean;
  /** No account that is known here tells what became of it: somebody must look at the provider. */
  isUnread?: boolean;
  /** Somebody did. */
  lookedAt?: { by: Author; /** ms */ at: number };
}

/** Somebody may be paying on it, or has, and it is not known yet. */
export const isOpen = ({ sessionId, isOver, isUnread }: Page): boolean =>
  sessionId !== null && (isOver !== true || isUnread === true);

/** It is being asked for, or was, and the answer did not come. */
export const isAsked = ({ sessionId, isOver }: Page): boolean => sessionId === null && isOver !== true;

/** Somebody is giving money of a payment back, of which `before` had gone back by then. */
export interface RefundClaim {
  cardId: string;
  before: number;
  amount: number;
  requestId: string;
  /** Others who asked for the same meanwhile, and hear what the first one hears. */
  joined?: string[];
  /** The provider's idempotency key, where it is another than the request's. */
  key?: string;
  /** The provider has answered with a failure, which it says again to the same key. */
  hasFailed?: boolean;
  /** ms */
  at: number;
  /** Who asked first; absent from what was asked for before that was kept. */
  by?: Author;
}

/** What the server knows of one registration's payments by card: in the event's history database, which no token reaches. */
export interface CardRecord {
  pages: Page[];
  cards: CardPayment[];
  /** The newest of each payment. */
  refunds: RefundClaim[];
  /** By the payment: whether the account of this key has it, by the digest of the key. */
  accounts: Record<string, { key: string; isThere: boolean }>;
}

const cardRecordId = (consumerId: string): string => `cards_${consumerId}`;

const cardRecordOf = (doc: AnyDoc | null): CardRecord => ({
  pages: (doc?.['pages'] as Page[] | undefined) ?? [],
  cards: (doc?.['cards'] as CardPayment[] | undefined) ?? [],
  refunds: (doc?.['refunds'] as RefundClaim[] | undefined) ?? [],
  accounts: (doc?.['accounts'] as CardRecord['accounts'] | undefined) ?? {},
});

export const readRecord = async (historyDb: Database, consumerId: string): Promise<CardRecord> =>
  cardRecordOf(await read(historyDb, cardRecordId(consumerId)));

/** Those of many, in one read. */
export async function readRecords(
  historyDb: Database,
  consumerIds: readonly string[],
): Promise<Map<string, CardRecord>> {
  if (consumerIds.length === 0) return new Map();
  const { rows } = await historyDb.allDocs({ keys: consumerIds.map(cardRecordId), include_docs: true });
  return new Map(
    rows.map((row, index) => [
      consumerIds[index] ?? '',
      cardRecordOf('doc' in row ? (row.doc ?? null) : null),
    ]),
  );
}

/** All of an event; it has none as long as nobody has written anything in it. */
export async function recordsIn(storage: Storage, eventId: string): ReturnType<typeof recordsOf> {
  const name = historyDatabase(eventId);
  return (await storage.exists(name)) ? recordsOf(await storage.openExisting(name)) : [];
}

export async function recordsOf(historyDb: Database): Promise<(CardRecord & { consumerId: string })[]> {
  const { rows } = await historyDb.allDocs({ ...idRange(cardRecordId('')), include_docs: true });
  return rows.flatMap(({ id, doc }) =>
    doc === undefined ? [] : { ...cardRecordOf(doc), consumerId: id.slice(cardRecordId('').length) },
  );
}

/** Changes it by compare-and-set; `null` leaves it. */
export async function changeRecord(
  historyDb: Database,
  consumerId: string,
  next: (record: CardRecord) => CardRecord | null,
): Promise<CardRecord> {
  let now: CardRecord = cardRecordOf(null);
  await update(historyDb, cardRecordId(consumerId), (stored) => {
    const before = cardRecordOf(stored);
    const wanted = next(before);
    now = wanted ?? before;
    return wanted === null ? null : { ...stored, type: 'cards', consumerId, ...wanted };
  });
  return now;
}

/** Notes what was read of a payment; resolves with what is known of it then. */
export async function noteCard(
  historyDb: Database,
  consumerId: string,
  card: CardPayment,
): Promise<CardPayment> {
  const { cards } = await changeRecord(historyDb, consumerId, (record) => {
    const known = record.cards.find(({ id }) => id === card.id) ?? null;
    return {
      ...record,
      // Nobody pays there again.
      pages: record.pages.map((page) =>
        page.sessionId === card.id ? { ...page, isOver: true, isUnread: false } : page,
      ),
      cards: [...record.cards.filter(({ id }) => id !== card.id), laterOf(known, card)],
    };
  });
  return cards.find(({ id }) => id === card.id) ?? card;
}

/** Registrations that had an unread page, in one document: so nobody reads the records of all events to find the few. */
const UNREAD = 'unreadcards';
const unreadIn = (doc: AnyDoc | null): string[] => (doc?.['consumerIds'] as string[] | undefined) ?? [];

/** Before a page is marked as unread. */
export const noteUnread = (historyDb: Database, consumerId: string): Promise<unknown> =>
  update(historyDb, UNREAD, (stored) =>
    unreadIn(stored).includes(consumerId)
      ? null
      : { ...stored, type: UNREAD, consumerIds: [...unreadIn(stored), consumerId] },
  );

/** How many pages of an event nobody has read. */
export async function countUnread(historyDb: Database): Promise<number> {
  const records = await readRecords(historyDb, unreadIn(await read(historyDb, UNREAD)));
  return [...records.values()].flatMap(({ pages }) => pages).filter(({ isUnread }) => isUnread === true)
    .length;
}

/** What is known of a payment, by its page or by itself; null for nothing. */
export async function knownCard(
  storage: Storage,
  eventId: string,
  reference: string,
): Promise<{ consumerId: string; card: CardPayment } | null> {
  for (const { consumerId, cards } of await recordsIn(storage, eventId)) {
    const card = cards.find(({ id, paymentId }) => id === reference || paymentId === reference);
    if (card !== undefined) return { consumerId, card };
  }
  return null;
}
