import { randomUUID } from 'node:crypto';
import { idRange } from '#domain/ids.ts';
import { HttpError } from '../base/errors.ts';
import { deletion } from '../events/deletion.ts';
import { jobId } from '../jobs/job.ts';
import { copyOf } from '../outbox/copy.ts';
import { read, remove, update } from '../storage/documents.ts';
import { DATABASES, historyDatabase, type Database, type Storage } from '../storage/types.ts';
import { hasAccount, type PaymentParts } from './parts.ts';
import { isAsked, isOpen, recordsIn, type Page } from './records.ts';
import { StripeError } from './stripe.ts';

const PREFIX = 'cardsending_';
/** A deletion that was cut off lets guests pay again after so long (ms). */
const LASTS = 5 * 60_000;
/** Of an event with hundreds of open pages, so many are closed at a time: one after the other, nobody would wait for it. */
const AT_ONCE = 8;

/** The event is about to be deleted: no page to pay on is opened as long as somebody says so, and a while longer. */
class Ending {
  private readonly history: Database;
  private readonly now: () => number;
  private readonly id = PREFIX + randomUUID();
  private until = -Infinity;

  constructor(history: Database, now: () => number) {
    this.history = history;
    this.now = now;
  }

  async goesOn(): Promise<void> {
    if (this.until - this.now() > LASTS / 2) return;
    const until = this.now() + LASTS;
    this.until = until;
    await update(this.history, this.id, (stored) => ({ ...stored, type: 'cardsending', until }));
  }

  /** Where this fails, it ends by itself. */
  withdraw(): Promise<void> {
    return remove(this.history, this.id).catch(() => undefined);
  }
}

/** Whether the event is being deleted: somebody closes its pages, or it goes, and a job sees to that to the end. */
export async function isEnding(
  { storage, now }: { storage: Storage; now: () => number },
  eventId: string,
): Promise<boolean> {
  const jobs = await storage.open(DATABASES.jobs);
  const job = jobId({ kind: deletion.name, eventId, key: '' });
  // The marks first: from the last of them on there is the job.
  const history = await storage.openExisting(historyDatabase(eventId));
  const { rows } = await history.allDocs({ ...idRange(PREFIX), include_docs: true });
  const isMarked = rows.some(({ doc }) => Number((doc as { until?: unknown } | undefined)?.until) > now());
  return isMarked || (await read(jobs, job)) !== null;
}

/** Closes all pages of an event: throws where one cannot be closed, and where one turns out to be paid. */
export async function closeAll(
  parts: PaymentParts,
  eventId: string,
  closePagesOf: (consumerId: string) => Promise<unknown>,
): Promise<void> {
  const { storage, now } = parts;
  const copy = await copyOf(storage);
  // The original may be running, and somebody paying on its pages.
  if (copy !== null && copy.confirmedAt === null) return;
  const name = historyDatabase(eventId);
  if (!(await storage.exists(name)) && !(await hasAccount(parts, eventId))) return;
  const paid = async () =>
    (await recordsIn(storage, eventId)).reduce((sum, { cards }) => sum + cards.length, 0);
  // Of a page that cannot be read any more the list of money has told.
  const mayBePaid = (page: Page): boolean =>
    isAsked(page) || (isOpen(page) && (page.isUnread !== true || page.expiresAt > now()));
  const ending = new Ending(await storage.open(name), now);
  try {
    const before = await paid();
    await ending.goesOn();
    const records = await recordsIn(storage, eventId);
    await inLanes(
      records.filter(({ pages }) => pages.some(mayBePaid)),
      async ({ consumerId }) => {
        await ending.goesOn();
        await closePagesOf(consumerId);
      },
    );
    if ((await paid()) > before) throw new HttpError(409, 'money_came', 'somebody has just paid');
  } catch (error) {
    await ending.withdraw();
    throw error instanceof StripeError
      ? new HttpError(503, 'pages_open', error.message, undefined, 60)
      : error;
  }
}

/** Several at a time; after one has failed none is begun, and what it failed of is thrown when the others have ended. */
async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        await work(one);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
