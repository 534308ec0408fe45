import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Follower } from '../../storage/feed.ts';
import type { ChangeRow } from '../../storage/types.ts';
import type { ChangesQuery } from './changes.ts';
import { changesJson } from './changesJson.ts';
import { WaitingRoom, type Reader, type WaitResult } from './waiting.ts';

const LONG = 60_000;
const query: ChangesQuery = {
  ...{ since: 0, limit: 1000, allLeaves: true, descending: false, includeDocs: false, conflicts: false },
  ...{ attachments: false, inline: true, ahead: undefined, device: null, filter: { key: '' } },
  ...{ longpoll: true, timeout: LONG },
};

let written: ChangeRow[];
let seq: number;
let feed: Follower;
let room: WaitingRoom;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  written = [];
  seq = 0;
  const source = {
    waits: false,
    now: () => Promise.resolve(0),
    read: () => Promise.resolve({ rows: written.splice(0), last: seq }),
  };
  feed = new Follower(source, { onFailure: () => undefined, isGone: () => false });
  await feed.ready();
  room = new WaitingRoom(feed, (told) => Promise.resolve(changesJson(told)));
});
afterEach(async () => {
  room.close();
  await feed.close();
  vi.useRealTimers();
});

/** Until everybody who is told at once has been told. */
const told = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const write = async (...ids: string[]): Promise<void> => {
  for (const id of ids) written.push({ seq: ++seq, id, changes: [{ rev: '1-a' }] });
  feed.poke();
  await told();
};
const crowd = (name: string): string[] => Array.from({ length: 100 }, (_, index) => `client_${name}${index}`);

/** A reader that waits for what comes from here on, and what it was told. */
function reader(knows: Reader['knows'] = () => false): { ids: () => string[] | null } {
  let ids: string[] | null = null;
  const who: Reader = {
    who: 'somebody',
    check: () => Promise.resolve(),
    knows,
    signal: new AbortController().signal,
  };
  const keep = (result: WaitResult): void => {
    ids =
      result.kind === 'rows'
        ? (JSON.parse(result.json) as { results: ChangeRow[] }).results.map(({ id }) => id)
        : [];
  };
  void room.wait(feed.seq, query, true, who).then(keep);
  return { ids: () => ids };
}

it('tells of a lone change at once', async () => {
  const one = reader();
  await write('client_a');
  expect(one.ids()).toEqual(['client_a']);
});

it('tells of what a crowd writes together, a quarter of a second after the first of it', async () => {
  await write(...crowd('before'));
  const one = reader();
  await write('client_a');
  vi.advanceTimersByTime(100);
  await write('client_b');
  const other = reader();
  vi.advanceTimersByTime(149);
  await write('client_c');
  expect([one.ids(), other.ids()]).toEqual([null, null]);
  vi.advanceTimersByTime(1);
  await told();
  // Both at once, so that they wait for the same again.
  expect([one.ids(), other.ids()]).toEqual([['client_a', 'client_b', 'client_c'], ['client_c']]);
});

it('tells of a check-in at once, also in a crowd, but not whoever made it', async () => {
  await write(...crowd('before'));
  const [other, own] = [reader(), reader(({ id }) => id === 'checkin_b')];
  await write('client_a');
  await write('checkin_b');
  expect([other.ids(), own.ids()]).toEqual([['client_a', 'checkin_b'], null]);
  vi.advanceTimersByTime(250);
  await told();
  expect(own.ids()).toEqual(['client_a', 'checkin_b']);
});

it('tells of a full page at once: whoever is behind is not held up', async () => {
  await write(...crowd('before'));
  const rows = crowd('page').map((id, index): ChangeRow => ({ seq: index, id, changes: [{ rev: '1-a' }] }));
  expect(room.holds(rows, { limit: rows.length }, () => false)).toBe(false);
  expect(room.holds(rows, { limit: rows.length + 1 }, () => false)).toBe(true);
});

it('tells of a lone change at once again soon after thousands came', async () => {
  for (let part = 0; part < 50; part++) await write(...crowd(`part ${part} `));
  vi.advanceTimersByTime(1000);
  const one = reader();
  await write('client_a');
  expect(one.ids()).toEqual(['client_a']);
});

it('ends the wait of whoever lost the right between being let in and the wait [ROLE-11]', async () => {
  const taken = new Error('not any more');
  const who: Reader = {
    ...{ who: 'somebody', knows: () => false, signal: new AbortController().signal },
    check: () => Promise.reject(taken),
  };
  await expect(room.wait(feed.seq, query, true, who)).rejects.toBe(taken);
  expect(room.size).toBe(0);
});
