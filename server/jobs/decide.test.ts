import { describe, expect, test } from 'vitest';
import * as decide from './decide.ts';
import { Hopeless, type Job } from './job.ts';

const NOW = 1_700_000_000_000;
const request = { kind: 'mail', eventId: 'gala', key: 'a', payload: { to: 'Ada' }, at: NOW };
const policy = { attempts: 3, firstWait: 1000, longestWait: 60_000 };
const me = { holder: 'me', now: NOW, lease: 30_000, attempts: 3 };

const fresh = decide.asked(null, request, NOW) as Job;
const running = decide.taken(fresh, me) as Job;

describe('a job', () => {
  test('asked for twice is one; given up, it begins anew', () => {
    expect(fresh).toMatchObject({ state: 'waiting', at: NOW, attempts: 0 });
    expect(decide.asked(fresh, { ...request, at: NOW + 5 }, NOW)).toBeNull();
    expect(decide.asked(running, request, NOW)).toBeNull();
    const given = { ...fresh, state: 'givenUp' as const, attempts: 3 };
    expect(decide.asked(given, request, NOW)).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('is taken at its time, by one, and by another when its lease is over', () => {
    expect(decide.taken({ ...fresh, at: NOW + 1 }, me)).toBeNull();
    expect(running).toMatchObject({ state: 'running', holder: 'me', attempts: 1, at: NOW + 30_000 });
    const other = { ...me, holder: 'other' };
    expect(decide.taken(running, { ...other, now: NOW + 29_999 })).toBeNull();
    expect(decide.taken(running, { ...other, now: NOW + 30_000 })).toMatchObject({
      holder: 'other',
      attempts: 2,
    });
  });

  test('that kills each process is given up as well', () => {
    const killer = { ...running, attempts: 3 };
    expect(decide.taken(killer, { ...me, now: NOW + 30_000 })).toMatchObject({
      state: 'givenUp',
      holder: null,
    });
  });

  test('that fails waits twice as long each time, then is given up with what it failed of', () => {
    const waits = [1, 2, 3, 10].map((attempts) => {
      const next = decide.failed({ ...running, attempts }, new Error('no'), { ...policy, attempts: 99 }, NOW);
      return (next as Job).at - NOW;
    });
    expect(waits).toEqual([1000, 2000, 4000, 60_000]);
    expect(decide.failed({ ...running, attempts: 3 }, new Error('no'), policy, NOW)).toMatchObject({
      state: 'givenUp',
      error: 'no',
    });
    expect(decide.failed(running, new Hopeless('never'), policy, NOW)).toMatchObject({ state: 'givenUp' });
  });

  test('that is done is forgotten, remembered, or runs again', () => {
    expect(decide.succeeded(running, undefined, 0, NOW)).toBe('forget');
    const kept = decide.succeeded(running, undefined, 500, NOW) as Job;
    expect(kept).toMatchObject({ state: 'done', at: NOW + 500 });
    expect(decide.asked(kept, request, NOW)).toBeNull();
    expect(decide.forgotten(kept, NOW + 499)).toBeNull();
    expect(decide.forgotten(kept, NOW + 500)).toBe('forget');
    expect(decide.succeeded({ ...running, attempts: 3 }, { again: NOW + 9 }, 0, NOW)).toMatchObject({
      state: 'waiting',
      at: NOW + 9,
      attempts: 0,
    });
  });

  test('that looks at what there is runs once more when it was asked for meanwhile', () => {
    expect(decide.asked(fresh, request, NOW, true)).toBeNull();
    const again = decide.asked(running, request, NOW, true) as Job;
    expect(decide.isHeld(again, running)).toBe(true);
    expect(decide.succeeded(again, undefined, 0, NOW + 5)).toMatchObject({ state: 'waiting', at: NOW + 5 });
    expect(decide.taken({ ...again, at: NOW }, me)).not.toHaveProperty('askedAgain');
  });

  test('that is canceled goes, or while it runs is told so and never tried again', () => {
    expect(decide.canceled(fresh, NOW)).toBe('forget');
    const told = decide.canceled(running, NOW) as Job;
    expect(told).toMatchObject({ state: 'running', canceled: true });
    expect(decide.failed(told, new Error('no'), policy, NOW)).toBe('forget');
    expect(decide.succeeded(told, { again: NOW }, 0, NOW)).toBe('forget');
    // Its process died meanwhile.
    expect(decide.taken(told, { ...me, now: NOW + 30_000 })).toBeNull();
    expect(decide.forgotten(told, NOW + 30_000)).toBe('forget');
  });

  test('broken off by the end of its server has lost no attempt', () => {
    expect(decide.released(running, NOW)).toMatchObject({
      state: 'waiting',
      at: NOW,
      attempts: 0,
      holder: null,
    });
  });

  test('guards what its process does, unless another one is at it', () => {
    expect(decide.guarded(null, request, me)).toMatchObject({ state: 'running', attempts: 0, holder: 'me' });
    expect(decide.guarded(running, request, { ...me, holder: 'other' })).toBeNull();
    expect(decide.guarded(running, request, { ...me, now: NOW + 30_000 })).toMatchObject({ holder: 'me' });
    // What is still to be done stays what it was.
    const first = { ...fresh, payload: { to: 'Bo' } };
    expect(decide.guarded(first, request, me)).toMatchObject({ payload: { to: 'Bo' } });
  });
});
