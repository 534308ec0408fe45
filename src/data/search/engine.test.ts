import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyDoc, PouchDatabase } from '../deps.ts';
import { createSearchEngine, INDEX_MAX_AGE_MS, MAX_RESULTS } from './engine.ts';
import type { SearchMessage, SearchResponse } from './protocol.ts';

PouchDB.plugin(memory);

let serial = 0;
let world = '';
const databases = new Map<string, PouchDatabase>();
let now = 0;
let opened: string[] = [];
let errors: unknown[] = [];
let timers: { callback: () => void; wait: number }[] = [];
let heard: SearchMessage[] = [];
let wake: () => void = () => undefined;
let engine: ReturnType<typeof createSearchEngine>;

const client = (
  id: string,
  forename: string,
  surname: string,
  more: AnyDoc = {},
): AnyDoc & { _id: string } => ({
  _id: `client_${id}`,
  type: 'client',
  forename,
  surname,
  ...more,
});

async function makeCopy(eventId: string, docs: AnyDoc[], complete = true): Promise<PouchDatabase> {
  const db = new PouchDB<AnyDoc>(`${world}-${eventId}`, { adapter: 'memory' });
  databases.set(eventId, db);
  await db.bulkDocs(docs);
  await db.put({ _id: '_local/foyer-copy', complete });
  return db;
}

beforeEach(() => {
  world = `search-${process.pid}-${++serial}`;
  now = 1_000_000;
  opened = [];
  errors = [];
  timers = [];
  heard = [];
  engine = createSearchEngine({
    async openDatabase(name) {
      opened.push(name);
      const db = databases.get(name);
      // The memory adapter gives its content up with the last connection: it stays open.
      return db === undefined
        ? null
        : Object.assign(Object.create(db) as PouchDatabase, { close: async () => undefined });
    },
    wall: () => now,
    later: (callback, wait) => void timers.push({ callback, wait }),
    post(message) {
      heard.push(message);
      wake();
    },
    report: (error) => errors.push(error),
  });
});
afterEach(async () => {
  for (const db of databases.values()) await db.destroy();
  databases.clear();
});

/** What the engine says at once. */
function ask(query: string, events: string[], currentEventId: string | null = null): SearchResponse {
  const id = ++serial;
  const copies = events.map((eventId) => ({ eventId, database: eventId }));
  engine({ kind: 'search', id, query, currentEventId, copies });
  const answer = heard.find((said) => said.kind === 'found' && said.id === id);
  if (answer?.kind !== 'found') throw new Error('no answer');
  return answer;
}

/** What it says when it has read everything. */
async function settled(
  query: string,
  events: string[],
  current: string | null = null,
): Promise<SearchResponse> {
  for (;;) {
    const seen = heard.length;
    const answer = ask(query, events, current);
    if (!answer.reading) return answer;
    while (!heard.slice(seen).some(({ kind }) => kind === 'changed')) {
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
}
const names = ({ hits }: SearchResponse): string[] => hits.map((hit) => `${hit.surname} ${hit.eventId}`);

describe('the global search', () => {
  it('finds clients of all events, with name, company and number [SEARCH-01] [SEARCH-03]', async () => {
    await makeCopy('gala', [client('a', 'Ada', 'Lovelace', { company: 'Analytical SA', number: 'G1-01' })]);
    await makeCopy('ball', [
      client('b', 'Ada', 'Byron'),
      { _id: 'consumer_a', type: 'consumer', name: 'Ada' },
    ]);
    const answer = await settled('ada', ['gala', 'ball']);
    expect(answer.hits).toEqual([
      { eventId: 'ball', clientId: 'client_b', forename: 'Ada', surname: 'Byron', company: '', number: '' },
      {
        eventId: 'gala',
        clientId: 'client_a',
        forename: 'Ada',
        surname: 'Lovelace',
        company: 'Analytical SA',
        number: 'G1-01',
      },
    ]);
    expect(answer.searched).toEqual(['gala', 'ball']);
    expect(errors).toEqual([]);
  });

  it('gives at most 30 results [SEARCH-02]', async () => {
    const many = Array.from({ length: 40 }, (_, index) => client(`c${index}`, 'Ada', `Rey${index}`));
    await makeCopy('gala', many);
    await makeCopy('ball', many);
    const { hits } = await settled('ada', ['gala', 'ball'], 'gala');
    expect(hits).toHaveLength(MAX_RESULTS);
    expect(MAX_RESULTS).toBe(30);
    expect(hits.every(({ eventId }) => eventId === 'gala')).toBe(true);
  });

  it('puts the current event first, by a bonus of 2 [SEARCH-05]', async () => {
    await makeCopy('gala', [client('a', 'Ada', 'Martin')]);
    await makeCopy('ball', [client('b', 'Ada', 'Martinez')]);
    expect(names(await settled('martin', ['gala', 'ball']))).toEqual(['Martin gala', 'Martinez ball']);
    expect(names(ask('martin', ['gala', 'ball'], 'ball'))).toEqual(['Martinez ball', 'Martin gala']);
    expect(names(ask('martin', ['gala', 'ball'], 'gala'))).toEqual(['Martin gala', 'Martinez ball']);
  });

  it('reads again what is older than 30 seconds, and only then [SEARCH-06]', async () => {
    const db = await makeCopy('gala', [client('a', 'Ada', 'Lovelace'), client('g', 'Grace', 'Hopper')]);
    expect(names(await settled('hopper', ['gala']))).toEqual(['Hopper gala']);
    await db.put(client('b', 'Edith', 'Clarke'));
    await db.put({ ...(await db.get('client_a')), surname: 'Byron' });
    await db.remove(await db.get('client_g'));
    now += 30_000;
    const reads = opened.length;
    expect(names(await settled('clarke', ['gala']))).toEqual([]);
    expect(names(await settled('hopper', ['gala']))).toEqual(['Hopper gala']);
    expect(opened.length).toBe(reads);
    now += 1;
    expect(names(await settled('clarke', ['gala']))).toEqual(['Clarke gala']);
    expect(names(ask('hopper', ['gala']))).toEqual([]);
    expect(names(ask('lovelace', ['gala']))).toEqual([]);
    expect(names(ask('byron', ['gala']))).toEqual(['Byron gala']);
    expect(opened.length).toBe(reads + 1);
  });

  it('answers from the old index while it reads', async () => {
    await makeCopy('gala', [client('a', 'Ada', 'Lovelace')]);
    await settled('ada', ['gala']);
    now += INDEX_MAX_AGE_MS + 1;
    const answer = ask('ada', ['gala']);
    expect(names(answer)).toEqual(['Lovelace gala']);
    expect(answer.reading).toBe(true);
  });

  it('leaves out clients that were deleted', async () => {
    const db = await makeCopy('gala', [
      client('a', 'Ada', 'Lovelace'),
      client('b', 'Ada', 'Byron', { deletedAt: 5 }),
    ]);
    expect(names(await settled('ada', ['gala']))).toEqual(['Lovelace gala']);
    await db.put({ ...(await db.get('client_a')), deletedAt: 7 });
    now += INDEX_MAX_AGE_MS + 1;
    expect(names(await settled('ada', ['gala']))).toEqual([]);
  });

  it('forgets an event that is not named any more, at once', async () => {
    await makeCopy('gala', [client('a', 'Ada', 'Lovelace')]);
    await makeCopy('ball', [client('b', 'Ada', 'Byron')]);
    await settled('ada', ['gala', 'ball']);
    expect(names(ask('ada', ['ball']))).toEqual(['Byron ball']);
    // Named again, it is read again: nothing of it was kept.
    expect(names(ask('ada', ['gala', 'ball']))).toEqual(['Byron ball']);
  });

  it('of a copy that still grows whoever looks hears again every three seconds, until it is whole', async () => {
    const db = await makeCopy('gala', [client('a', 'Ada', 'Lovelace')], false);
    expect(names(await settled('hopper', ['gala']))).toEqual([]);
    expect(timers.map(({ wait }) => wait)).toEqual([3000]);
    await db.put(client('g', 'Grace', 'Hopper'));
    await db.put({ ...(await db.get('_local/foyer-copy')), complete: true });
    now += 3001;
    heard = [];
    timers.splice(0).forEach(({ callback }) => callback());
    expect(heard).toEqual([{ kind: 'changed' }]);
    expect(await settled('hopper', ['gala'])).toMatchObject({
      searched: ['gala'],
      hits: [{ surname: 'Hopper' }],
    });
    timers = [];
    await settled('hopper', ['gala']);
    expect(timers).toEqual([]);
  });

  it('says which copies are there: a cut first download is searched, but not called complete', async () => {
    await makeCopy('gala', [client('a', 'Ada', 'Lovelace')], false);
    const answer = await settled('ada', ['gala', 'nowhere']);
    expect(names(answer)).toEqual(['Lovelace gala']);
    expect(answer.searched).toEqual([]);
    const db = databases.get('gala');
    await db?.put({ ...(await db.get('_local/foyer-copy')), complete: true });
    now += 3001;
    expect((await settled('ada', ['gala'])).searched).toEqual(['gala']);
  });

  it('goes on with the others when one copy cannot be read', async () => {
    const broken = await makeCopy('broken', [client('x', 'Ada', 'Broken')]);
    await makeCopy('gala', [client('a', 'Ada', 'Lovelace')]);
    broken.info = () => Promise.reject(new Error('went_bad'));
    const answer = await settled('ada', ['broken', 'gala'], 'broken');
    expect(names(answer)).toEqual(['Lovelace gala']);
    expect(answer.searched).toEqual(['gala']);
    expect(errors).toHaveLength(1);
    // Nothing more is to come of it: it is not tried every few seconds.
    expect(timers).toEqual([]);
  });

  it('reads more clients than fit one page', async () => {
    const many = Array.from({ length: 5001 }, (_, index) =>
      client(String(index).padStart(5, '0'), 'Ada', index === 5000 ? 'Last' : 'Rey'),
    );
    await makeCopy('gala', many);
    expect(names(await settled('last', ['gala']))).toEqual(['Last gala']);
  });

  it('a query of no words only has the copies read', async () => {
    await makeCopy('gala', [client('a', 'Ada', 'Lovelace')]);
    const first = ask('', ['gala']);
    expect([first.reading, first.hits]).toEqual([true, []]);
    await settled('', ['gala']);
    expect(names(ask('lov', ['gala']))).toEqual(['Lovelace gala']);
  });
});
