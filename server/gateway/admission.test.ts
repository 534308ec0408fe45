import { EventEmitter } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Person } from '../auth/access.ts';
import { Admission } from './admission.ts';

/* Whose answer goes on: as the gateway asks, without the time that the rest of it takes. */
function enter(admission: Admission, user: string, endpoint: string) {
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  const http = { headers: { 'x-foyer-device': 'one' }, ip: '127.0.0.1' };
  const { round } = admission.enter(
    { id: user } as Person,
    http as unknown as FastifyRequest,
    { raw } as unknown as FastifyReply,
    endpoint,
  );
  return { round, end: () => raw.emit('close') };
}

it('long answers go on piece by piece, users in turn', async () => {
  const admission = new Admission();
  const order: string[] = [];
  const pieces = async (user: string, count: number): Promise<void> => {
    const { round } = enter(admission, user, '_all_docs');
    for (let piece = 0; piece < count; piece++) {
      await round();
      order.push(user);
    }
  };
  const greedy = Array.from({ length: 10 }, () => pieces('greedy', 3));
  const modest = pieces('modest', 3);
  await nextRound();
  await nextRound();
  // Not one of each of the eleven.
  expect(order.length).toBeLessThanOrEqual(3);
  await Promise.all([...greedy, modest]);
  expect(order).toHaveLength(33);
  expect(order.lastIndexOf('modest')).toBeLessThan(9);
});

it('a long answer lets pass what is soon done, and does not wait for it for ever', async () => {
  const admission = new Admission();
  const long = enter(admission, 'a', '_all_docs');
  const short = enter(admission, 'b', '_bulk_docs');
  let went = false;
  const waiting = long.round().then(() => (went = true));
  for (let round = 0; round < 5; round++) await nextRound();
  expect(went).toBe(false);
  short.end();
  await waiting;
  // One that never ends: the next piece comes all the same.
  enter(admission, 'b', '_bulk_docs');
  await long.round();
});
