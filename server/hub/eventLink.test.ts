import { expect, it, vi } from 'vitest';
import { databaseName } from '#domain/ids.ts';
import { clientDoc } from '../testing/documents.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { createGate } from '../worker/timing.ts';
import { createEventLink } from './eventLink.ts';
import { readMark } from './marks.ts';
import type { Changes, RemoteEvent } from './upstream.ts';

const over = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve));

it('while a central server that was put back is compared, nothing is said to be exchanged', async () => {
  const storage = memoryStorage();
  const db = await storage.open(databaseName('gala'));
  const [putBack, compared] = [createGate(), createGate()];
  let comparisons = 0;
  const told: unknown[] = [];
  const remote: RemoteEvent = {
    async changes({ epoch, wait, ahead }, signal): Promise<Changes> {
      told.push(ahead);
      if (wait) await (epoch === 'one' ? putBack.opened : over(signal));
      const moved = wait && epoch === 'one' ? { epoch: 'two', continues: false } : null;
      return { rows: [], since: 0, moved, ahead: 7 };
    },
    async fingerprints() {
      if (++comparisons > 1) await compared.opened;
      return { epoch: comparisons > 1 ? 'two' : 'one', since: 0, groups: {} };
    },
    leaves: () => Promise.resolve([]),
    bulkGet: () => Promise.resolve([]),
    revsDiff: (asked) => Promise.resolve(asked),
    write: (docs) => Promise.resolve(docs.map(({ _id, _rev }) => ({ id: _id, rev: _rev, refused: null }))),
  };
  const onMet = vi.fn<(at: number) => void>();
  const link = createEventLink({
    ...{ storage, eventId: 'gala', remote, now: Date.now, introduce: () => Promise.resolve(), onMet },
  });
  const ended = new AbortController();
  const session = link.session(ended.signal).catch(() => undefined);
  /** What is written is sent; of the first of two also everything after that has happened then. */
  const send = async (...ids: string[]): Promise<void> => {
    for (const id of ids) {
      const { pushed } = await readMark(db);
      await db.put(clientDoc(id));
      await vi.waitUntil(async () => (await readMark(db)).pushed !== pushed, { timeout: 30_000 });
    }
  };
  await vi.waitUntil(() => onMet.mock.calls.length > 0, { timeout: 30_000 });
  putBack.open();
  await vi.waitUntil(() => comparisons > 1, { timeout: 30_000 });
  onMet.mockClear();
  await send('a', 'b');
  expect(onMet).not.toHaveBeenCalled();
  compared.open();
  await vi.waitUntil(() => onMet.mock.calls.length > 0, { timeout: 30_000 });
  // How far check-ins were told beyond a page is said again with the next question.
  expect(told.slice(0, 2)).toEqual([null, 7]);
  ended.abort();
  await session;
  await storage.close();
});
