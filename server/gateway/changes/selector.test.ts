import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientDoc } from '../../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../../testing/server.ts';
import { compileSelector, NoSelector, TooCostly } from './selector.ts';

const DOC = {
  _id: 'client_a',
  text: 'Ada',
  count: 4,
  none: null,
  list: [1, 2, 3],
  guests: [{ name: 'Ada' }, { name: 'Bob' }],
  at: { city: 'Sion', 'a.b': true },
};
const matches = (selector: object): boolean => compileSelector(selector)(DOC);

/* What CouchDB 3.5 answers to the same. */
describe('a selector', () => {
  it.each<object>([
    {},
    { text: 'Ada', count: { $gt: 3, $lt: 5 } },
    { 'at.city': 'Sion', at: { city: { $beginsWith: 'Si' } } },
    { 'at.a\\.b': true, 'list.1': 2 },
    { $or: [{ text: 'Bob' }, { count: { $mod: [2, 0] } }] },
    { $and: [{ $or: [{ text: 'Bob' }, { text: 'Ada' }] }, { $nor: [{ text: 'Eve' }] }] },
    { $not: { text: 'Bob' }, text: { $not: { $in: ['Bob', 'Eve'] } } },
    { missing: { $exists: false }, none: { $exists: true, $type: 'null' }, count: { $ne: null } },
    { list: { $all: [3, 1], $size: 3, $in: [9, 2], $allMatch: { $lte: 3 } } },
    { guests: { $elemMatch: { name: { $gte: 'B' } } }, at: { $keyMapMatch: { $eq: 'city' } } },
    { list: { $gt: [1, 2] }, at: { $eq: { city: 'Sion', 'a.b': true } }, count: { $lt: 'a' } },
    { $or: [] },
  ])('lets through %j', (selector) => expect(matches(selector)).toBe(true));

  it.each<object>([
    { text: 'ada' },
    { missing: { $ne: 1 } },
    { $not: { missing: 1 } },
    { 'text.city': { $exists: false }, text: 'Ada' },
    { 'list.9': { $exists: false } },
    { list: { $all: [] } },
    { guests: { $elemMatch: {} } },
    { list: { $nin: [2, 9] } },
    { count: { $type: 'integer' } },
    { constructor: { $exists: true } },
    { 'text.length': 3 },
    { list: { length: 3 } },
  ])('keeps back %j', (selector) => expect(matches(selector)).toBe(false));

  it.each<object>([
    { $or: 5 },
    { text: { $near: 1 } },
    { text: { $exists: 1 } },
    { list: { $size: -1 } },
    { count: { $mod: [0, 1] } },
    { list: { $elemMatch: 5 } },
    { text: { $not: 5 } },
    { text: { $beginsWith: 5 } },
  ])('is none: %j', (selector) => expect(() => compileSelector(selector)).toThrow(NoSelector));

  it('may look at a document only so often', () => {
    const asked = (wanted: number) => ({
      $nor: Array.from({ length: wanted }, () => ({ list: { $elemMatch: { $gt: 1 } } })),
    });
    const list = Array.from({ length: 20_000 }, () => 0);
    expect(compileSelector(asked(4))({ list })).toBe(true);
    expect(() => compileSelector(asked(20))({ list })).toThrow(TooCostly);
    const named = Object.fromEntries(list.map((_, index) => [`n${index}`, 0]));
    expect(() =>
      compileSelector({ $or: asked(30).$nor.map(() => ({ named: { $lt: named } })) })({ named }),
    ).toThrow(TooCostly);
  });
});

describe('selectors of strangers', () => {
  let server: TestServer;
  let host: Login;
  let db = '';

  beforeAll(async () => {
    server = await startTestServer();
    const event = await server.event();
    db = `/db/${event.dbName}`;
    host = await server.person('Hal', 'host', event.eventId);
    const list = Array.from({ length: 100_000 }, () => 0);
    const docs = [clientDoc('a'), { ...clientDoc('b'), list }];
    await server.call('POST', `${db}/_bulk_docs`, { as: server.manager, body: { docs } });
  });
  afterAll(() => server.close());

  const ask = (selector: object, query = '') =>
    server.call<{ results: { id: string }[]; field?: string }>(
      'POST',
      `${db}/_changes?filter=_selector${query}`,
      {
        as: host,
        body: { selector },
      },
    );

  it('multiply nothing out: one that asks for all of many pairs is answered as any other', async () => {
    const pairs = Array.from({ length: 40 }, (_, index) => ({
      $or: [{ [`a${index}`]: 1 }, { [`b${index}`]: { $exists: false } }],
    }));
    const { status, body } = await ask({ $and: [...pairs, { type: 'client' }] });
    expect([status, body.results.map(({ id }) => id)]).toEqual([200, ['client_a', 'client_b']]);
  });

  it('reach nothing of the program by the names of fields', async () => {
    await ask({ $and: [{ constructor: { foyerWasHere: 1 } }, { toString: { foyerWasHere: 1 } }] });
    await ask({ $not: { constructor: { foyerWasHere: 1 } } });
    expect(Object).not.toHaveProperty('foyerWasHere');
    expect(Object.prototype.toString).not.toHaveProperty('foyerWasHere');
  });

  it('are refused where they would look at a document all too often, also by who waits', async () => {
    const selector = { $nor: Array.from({ length: 40 }, () => ({ list: { $elemMatch: { $gt: 1 } } })) };
    for (const query of ['', '&feed=longpoll&timeout=1000']) {
      const { status, body } = await ask(selector, query);
      expect([status, body.field]).toEqual([400, 'selector']);
    }
  });
});
