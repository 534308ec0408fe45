import { describe, expect, it } from 'vitest';
import { bySession } from './sessionOrder.ts';

const DAY = Date.UTC(2026, 5, 1, 12);
const session = (_id: string, date: number, timeStart: string | number | null, title: string) => ({
  _id,
  date,
  timeStart,
  title,
});

describe('the order of sessions', () => {
  it('is day, start, title, those without a start last of their day, whatever order they come in', () => {
    const inOrder = [
      session('session_e', DAY, '9:30', 'Zen'),
      session('session_d', DAY, new Date(2026, 5, 1, 10, 15).getTime(), 'Older document'),
      session('session_c', DAY, '19:00', 'Dinner'),
      session('session_b', DAY, '19:00', 'Dinner for friends'),
      session('session_f', DAY, null, 'All day'),
      session('session_a', DAY + 86_400_000, '08:00', 'Brunch'),
    ];
    expect([...inOrder].reverse().sort(bySession)).toEqual(inOrder);
    expect([...inOrder].sort((a, b) => bySession(b, a)).reverse()).toEqual(inOrder);
  });
});
