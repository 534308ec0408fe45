import type { CardState, PaymentTrouble } from '#api/paymentSchemas.ts';
import { idRange } from '#domain/ids.ts';
import type { Job, JobKind } from '../jobs/job.ts';
import { jobId } from '../jobs/job.ts';
import { DATABASES } from '../storage/types.ts';
import { END_HOLD, END_PAGES, READ_CARD } from './kinds.ts';
import type { PaymentParts } from './parts.ts';
import { isOpen, recordsIn } from './records.ts';

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
    for (const job of await failing(parts, eventId, KINDS[kind]))
      troubles.push({
        ...{ kind, reference: job.key, since: job.askedAt, isGivenUp: job.state === 'givenUp' },
        consumerId: kind === 'payment' ? (ownerOf(records, job.key) ?? null) : job.key,
      });
  return { open: openTill.length, openUntil: openTill.length === 0 ? null : Math.max(...openTill), troubles };
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
  eventId: string,
  { name }: Pick<JobKind<null>, 'name'>,
): Promise<Job[]> {
  const jobs = await storage.open(DATABASES.jobs);
  const prefix = jobId({ kind: name, eventId, key: '' });
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
