import { describe, expect, it } from 'vitest';
import { MAX_ROWS, type EntryChange, type EntryRow } from '../documents/entrychange.ts';
import type { NewVersion } from './command.ts';
import { joinedActs } from './joinedActs.ts';

const act = (id: string, clients: readonly string[], more: Partial<EntryChange> = {}): EntryChange => ({
  ...{ _id: `entrychange_s_${id}`, type: 'entrychange', sessionId: 'session_s', time: 5 },
  device: { id: 'server', name: 'Server' },
  author: { id: 'desk', name: 'Desk' },
  rows: clients.map((name): EntryRow => ({ clientId: `client_${name}`, in: true })),
  ...more,
});
const shape = (docs: readonly NewVersion[]) =>
  docs.map((doc) => [
    doc._id.replace('entrychange_s_', ''),
    'rows' in doc ? doc.rows.map(({ clientId }) => clientId.replace('client_', '')).join('') : '',
  ]);

describe('acts of one moment', () => {
  it('are one, with the rows of all and whatever is no act beside it', () => {
    const gone: NewVersion = { _id: 'client_z', _rev: '1-a', _deleted: true };
    const docs = [act('1', ['a']), gone, act('2', ['b', 'c']), act('3', ['d'])];
    expect(shape(joinedActs(docs))).toEqual([
      ['1', 'abcd'],
      ['client_z', ''],
    ]);
    expect(shape(docs), 'what was given stays as it is').toEqual([
      ['1', 'a'],
      ['client_z', ''],
      ['2', 'bc'],
      ['3', 'd'],
    ]);
  });

  it('stay apart where session, time, author or device differ, or one is written already', () => {
    const others = [
      act('2', ['b'], { sessionId: 'session_t' }),
      act('3', ['c'], { time: 6 }),
      act('4', ['d'], { author: { id: 'eve', name: 'Eve' } }),
      act('5', ['e'], { device: { id: 'phone', name: 'Phone' } }),
      act('6', ['f'], { _rev: '1-a' }),
    ];
    expect(joinedActs([act('1', ['a']), ...others])).toHaveLength(6);
  });

  it('stay apart, in their order, where both say something of a client', () => {
    const docs = [act('1', ['a']), act('2', ['b', 'a']), act('3', ['c'])];
    expect(shape(joinedActs(docs))).toEqual([
      ['1', 'a'],
      ['2', 'bac'],
    ]);
  });

  it('are several where there are more rows than one holds', () => {
    const many = Array.from({ length: MAX_ROWS + 1 }, (_, index) => act(`${index}`, [`${index}`]));
    const joined = joinedActs(many);
    expect(joined.map((doc) => ('rows' in doc ? doc.rows.length : 0))).toEqual([MAX_ROWS, 1]);
  });
});
