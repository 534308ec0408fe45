import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkinId } from '#domain/ids.ts';
import { ownPerson } from '../../commands/own.ts';
import type { Database, Storage } from '../../storage/types.ts';
import { checkinDoc, clientDoc, replicated, sessionDoc } from '../../testing/documents.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { Batch, sessionsFirst } from './batch.ts';
import type { JudgeContext, StoredDoc } from './judge.ts';
import type { Candidate } from './storing.ts';

const MIA = { id: 'mia', username: 'mia', name: 'mia' };
const SESSION = 'session_s';

describe('documents that come together', () => {
  let storage: Storage;
  let db: Database;
  beforeAll(async () => {
    storage = memoryStorage();
    db = await storage.open('event-gala');
  });
  afterAll(() => storage.close());

  let asked: string[];
  /** `since`: when the memory, and then the stored session itself, say that it was archived. */
  function batchOf({
    stored = [],
    paid = [],
    since = [null, null],
  }: {
    stored?: StoredDoc[];
    paid?: string[];
    since?: [number | null, number | null];
  }): Batch {
    asked = [];
    return new Batch({
      // Of what a judgement in an event's database asks there is the time alone.
      context: { now: () => Date.now() } as JudgeContext,
      target: {
        ...{ name: 'event-gala', kind: 'event', eventId: 'gala', db, scope: 'all' },
        ...{ person: ownPerson(MIA), show: (doc) => doc },
      },
      newEdits: false,
      stored: new Map(stored.map((doc) => [doc._id, doc])),
      paid: new Set(paid),
      archived: new Map([[SESSION, since[0]]]),
      askArchived: (id) => {
        asked.push(id);
        return Promise.resolve(since[1]);
      },
    });
  }
  const checkin = (time: number) =>
    replicated(checkinDoc({ ...MIA } as never, { _id: checkinId(SESSION, time, `x${time}`), time }));
  const reasonOf = async (batch: Batch, doc: object): Promise<string> =>
    (await batch.judge(doc as Candidate['doc'])).refused?.reason ?? 'ok';

  it('what the memory has as archived is asked about once, however many would be refused', async () => {
    const opened = batchOf({ since: [5, null] });
    const answers = [await reasonOf(opened, checkin(7)), await reasonOf(opened, checkin(8))];
    expect([answers, asked]).toEqual([['ok', 'ok'], [SESSION]]);
    const archived = batchOf({ since: [5, 6] });
    expect([await reasonOf(archived, checkin(7)), await reasonOf(archived, checkin(8))]).toEqual([
      'session_archived',
      'session_archived',
    ]);
    expect(asked).toEqual([SESSION]);
    // What was done before is nobody's question.
    expect(await reasonOf(batchOf({ since: [5, 6] }), checkin(4))).toBe('ok');
    expect(asked).toEqual([]);
  });

  it('a session that came in the same batch says itself whether it is archived', async () => {
    const batch = batchOf({ since: [null, null] });
    const session = replicated(sessionDoc('s', { status: 'archived', archivedAt: 5, metadata: {} }));
    expect(await reasonOf(batch, session)).toBe('ok');
    expect(await reasonOf(batch, checkin(7))).toBe('session_archived');
    expect(asked).toEqual([]);
  });

  it('a harmless first version makes no way for a second one that what is stored forbids', async () => {
    const version = (hash: string, start: number, more: object) =>
      replicated(sessionDoc('s', more), hash.repeat(32), start);
    const stored = version('a', 1, { status: 'archived', archivedAt: 5, metadata: { detailsAt: 5 } });
    const opened = version('b', 2, { status: 'upcoming', metadata: { detailsAt: 10 } });
    const entry = { clientId: 'client_a', updatedTime: 7 };
    const filled = version('c', 3, {
      ...{ status: 'archived', archivedAt: 20, metadata: { detailsAt: 20 } },
      clients: [entry],
    });
    const batch = batchOf({ stored: [stored] });
    expect([await reasonOf(batch, opened), await reasonOf(batch, filled)]).toEqual([
      'ok',
      'session_archived',
    ]);
    // Had it been stored as open, the second alone would be taken.
    expect(await reasonOf(batchOf({ stored: [opened] }), filled)).toBe('ok');
  });

  it('a registration of which the server knows money is not ended', async () => {
    const stored = replicated({ _id: 'consumer_a', type: 'consumer' });
    const end = {
      ...{ _id: 'consumer_a', _deleted: true, _rev: `2-${'e'.repeat(32)}` },
      _revisions: { start: 2, ids: ['e'.repeat(32), 'a'.repeat(32)] },
    };
    expect(await reasonOf(batchOf({ stored: [stored] }), end)).toBe('ok');
    expect(await reasonOf(batchOf({ stored: [stored], paid: ['consumer_a'] }), end)).toBe('forbidden_delete');
  });

  it('sessions are judged before what was done in them, and ends of versions last', () => {
    const docs = [{ _id: 'client_a', _deleted: true }, checkin(1), sessionDoc('s'), clientDoc('b')];
    const inTurn = sessionsFirst(docs.map((doc, index) => ({ doc: doc as Candidate['doc'], index })));
    expect(inTurn.map(({ index }) => index)).toEqual([2, 1, 3, 0]);
  });
});
