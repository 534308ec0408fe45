import type { CardState, PaymentTrouble } from '#api/paymentSchemas.ts';
import type { Author } from '#domain/documents/common.ts';
import { idRange } from '#domain/ids.ts';
import { notFound } from '../base/errors.ts';
import type { Job, JobKind } from '../jobs/job.ts';
import { jobId } from '../jobs/job.ts';
import { DATABASES, historyDatabase } from '../storage/types.ts';
import { END_HOLD, END_PAGES, READ_CARD } from './kinds.ts';
import { historyOf, type PaymentParts } from './parts.ts';
import { changeRecord, countUnread, isOpen, recordsIn } from './records.ts';

/** Whoever failed so often is shown, though it is tried again: about a minute has gone by. */
const OFTEN = 6;
const KINDS = { payment: READ_CARD, page: END_PAGES, place: END_HOLD } as const;

/** Until when pages to pay on are open, and what could not be learned from the provider. */
export async function cardState(parts: PaymentParts, eventId: string): Promise<CardState> {
  const records = await recordsIn(parts.storage, eventId);
  const now = parts.now();
  const openTill = records.flatMap(({ pages }) =>
    pages.flatMap((page) => (isOpen(page) && page.expiresAt > now ? page.expiresAt : [])),
  );
  const troubles = records.flatMap(({ consumerId, pages }) =>
    pages.flatMap(({ isUnread, sessionId, expiresAt }): PaymentTrouble[] =>
      isUnread === true && sessionId !== null
        ? [{ kind: 'unread', reference: sessionId, consumerId, since: expiresAt, isGivenUp: true }]
        : [],
    ),
  );
  for (const kind of ['payment', 'page', 'place'] as const)
    for (const job of await failing(parts, KINDS[kind], eventId))
      troubles.push({
        ...{ kind, reference: job.key, since: job.askedAt, isGivenUp: job.state === 'givenUp' },
        consumerId: kind === 'payment' ? (ownerOf(records, job.key) ?? null) : job.key,
      });
  const looked = records.flatMap(({ consumerId, pages }) =>
    pages.flatMap(({ sessionId, lookedAt }) =>
      sessionId === null || lookedAt === undefined
        ? []
        : { reference: sessionId, consumerId, by: lookedAt.by.name, at: lookedAt.at },
    ),
  );
  return {
    ...{ open: openTill.length, openUntil: openTill.length === 0 ? null : Math.max(...openTill) },
    ...{ troubles, lookedAt: looked },
  };
}

/** How many troubles each of these events has; those without any are left out. */
export async function attentionTo(
  parts: PaymentParts,
  eventIds: readonly string[],
): Promise<{ eventId: string; count: number }[]> {
  const names = new Set(await parts.storage.list());
  const counts = new Map<string, number>();
  const add = (eventId: string | null, more: number): void => {
    if (eventId !== null && more > 0) counts.set(eventId, (counts.get(eventId) ?? 0) + more);
  };
  for (const kind of Object.values(KINDS))
    for (const { eventId } of await failing(parts, kind)) add(eventId, 1);
  for (const eventId of eventIds)
    if (names.has(historyDatabase(eventId))) add(eventId, await countUnread(await historyOf(parts, eventId)));
  return eventIds.flatMap((eventId) => {
    const count = counts.get(eventId);
    return count === undefined ? [] : { eventId, count };
  });
}

/** Somebody has looked at the provider what became of an unread page: it is settled, whoever says so again. */
export async function noteLookedAt(
  parts: PaymentParts,
  eventId: string,
  { consumerId, reference, by }: { consumerId: string; reference: string; by: Author },
): Promise<void> {
  const at = parts.now();
  const { pages } = await changeRecord(await historyOf(parts, eventId), consumerId, (record) =>
    record.pages.some((page) => page.sessionId === reference && page.isUnread === true)
      ? {
          ...record,
          pages: record.pages.map((page) =>
            page.sessionId === reference
              ? { ...page, isOver: true, isUnread: false, lookedAt: { by, at } }
              : page,
          ),
        }
      : null,
  );
  if (!pages.some(({ sessionId, lookedAt }) => sessionId === reference && lookedAt !== undefined))
    throw notFound('no such page');
}

/** Everything that is told as a trouble is tried once more, now. */
export async function tryAgain(parts: PaymentParts, eventId: string): Promise<void> {
  const { troubles } = await cardState(parts, eventId);
  for (const { kind, reference, consumerId } of troubles) {
    const job = kind === 'unread' ? END_PAGES : KINDS[kind];
    const key = kind === 'unread' ? consumerId : reference;
    if (key !== null) await parts.jobs.enqueue(job, { eventId, key, payload: null });
  }
}

async function failing(
  { storage }: PaymentParts,
  { name }: Pick<JobKind<null>, 'name'>,
  eventId?: string,
): Promise<Job[]> {
  const jobs = await storage.open(DATABASES.jobs);
  const prefix = eventId === undefined ? `job/${name}/` : jobId({ kind: name, eventId, key: '' });
  const { rows } = await jobs.allDocs({ ...idRange(prefix), include_docs: true });
  return rows
    .map(({ doc }) => doc as unknown as Job)
    .filter(({ state, attempts, error }) => state === 'givenUp' || (error !== null && attempts >= OFTEN));
}

type Records = Awaited<ReturnType<typeof recordsIn>>;
const ownerOf = (records: Records, reference: string): string | undefined =>
  records.find(
    ({ pages, cards }) =>
      pages.some(({ sessionId }) => sessionId === reference) ||
      cards.some(({ id, paymentId }) => id === reference || paymentId === reference),
  )?.consumerId;
