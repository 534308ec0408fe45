import { describe, expect, test } from 'vitest';
import { createAlarm } from '../base/alarm.ts';
import { backOff, defaultTimings, foldDelay } from './timing.ts';

describe('timing', () => {
  test('a fold waits longer the larger the session, 30 s at most', () => {
    expect([0, 1000, 5000, 20_000].map(foldDelay)).toEqual([150, 6120, 30_000, 30_000]);
  });

  test('the back-off doubles up to a minute', () => {
    expect([1, 2, 3, 99].map((attempt) => backOff(attempt, defaultTimings('embedded')))).toEqual([
      500, 1000, 2000, 60_000,
    ]);
  });

  test('an alarm that rang before the wait is not lost', async () => {
    const alarm = createAlarm();
    alarm.wake();
    await alarm.wait(3_600_000);
    const waiting = alarm.wait(3_600_000);
    alarm.wake();
    await expect(waiting).resolves.toBeUndefined();
  });
});
