import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lanes, type Known } from './lanes.ts';

const job = (eventId: string | null, key: string, at: number, kind = 'mail'): Known => ({
  _id: `job/${kind}/${eventId ?? ''}/${key}`,
  ...{ kind, eventId, key, at, state: 'waiting', attempts: 0, error: null },
});
const all = (): boolean => true;

describe('lanes', () => {
  test('give what is due, the earliest of an event first', () => {
    const lanes = new Lanes();
    for (const at of [5, 3, 9, 1, 7]) lanes.put(job('a', String(at), at));
    const taken = Array.from({ length: 5 }, () => lanes.take(6, all)?.at);
    expect(taken).toEqual([1, 3, 5, undefined, undefined]);
    expect(lanes.due(all)).toBe(7);
  });

  test('take turns: many of one event do not keep another one waiting', () => {
    const lanes = new Lanes();
    for (let index = 0; index < 1000; index++) lanes.put(job('a', String(index), 1));
    expect(lanes.take(1, all)?.eventId).toBe('a');
    lanes.put(job('b', 'late', 1));
    lanes.put(job(null, 'later', 1));
    const next = Array.from({ length: 4 }, () => lanes.take(1, all)?.eventId);
    expect(new Set(next)).toEqual(new Set(['a', 'b', null]));
    // Nor does one that comes one by one push in.
    const turns = Array.from({ length: 6 }, (_, index) => {
      lanes.put(job('b', `more${index}`, 1));
      return lanes.take(1, all)?.eventId;
    });
    expect(turns.filter((eventId) => eventId === 'a').length).toBeGreaterThan(1);
  });

  test('leave out kinds that have no room, and jobs that were given up', () => {
    const lanes = new Lanes();
    lanes.put(job('a', 'x', 1));
    lanes.put(job('a', 'y', 2, 'webhook'));
    lanes.put({ ...job('a', 'z', 0, 'webhook'), state: 'givenUp' });
    const noMail = (kind: string): boolean => kind !== 'mail';
    expect(lanes.due(noMail)).toBe(2);
    expect(lanes.take(5, noMail)?.key).toBe('y');
    expect(lanes.take(5, noMail)).toBeNull();
    expect([...lanes.jobs].map(({ key }) => key)).toEqual(['x', 'z']);
  });

  test('know each job once, as it was put last, whatever came before', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.nat(20), gone: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const lanes = new Lanes();
        const wanted = new Map<string, number>();
        for (const { key, at, gone } of steps) {
          if (gone) {
            lanes.remove(job('e', key, 0)._id);
            wanted.delete(key);
          } else {
            lanes.put(job('e', key, at));
            wanted.set(key, at);
          }
        }
        const taken: [string, number][] = [];
        for (let next = lanes.take(20, all); next !== null; next = lanes.take(20, all))
          taken.push([next.key, next.at]);
        expect(new Map(taken)).toEqual(wanted);
        expect(taken).toHaveLength(wanted.size);
        expect(taken.map(([, at]) => at)).toEqual([...wanted.values()].sort((a, b) => a - b));
      }),
    );
  });
});
