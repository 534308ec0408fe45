import { describe, expect, it } from 'vitest';
import { calendarOf } from '../days.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Form } from '../documents/form.ts';
import { eventEnd, keptUntil, monthsAfter, monthsKept } from './retention.ts';

const day = (text: string): number => Date.parse(`${text}T20:00:00Z`);
const form = (_id: string, keepMonths: number | null, more: object = {}): [string, Form] => [
  _id,
  { _id, keepMonths, enabled: false, metadata: {}, ...more } as Form,
];

describe('how long registrations are kept', () => {
  it('counts in months of the calendar, also from the end of a long one', () => {
    expect(monthsAfter(day('2026-06-20'), 12)).toBe(day('2027-06-20'));
    expect(monthsAfter(day('2026-01-31'), 1)).toBe(day('2026-02-28'));
    expect(monthsAfter(day('2027-08-31'), 6)).toBe(day('2028-02-29'));
    expect(monthsAfter(day('2026-11-30'), 2)).toBe(day('2027-01-30'));
  });

  it('begins with the end of the last session', () => {
    const calendar = calendarOf('UTC');
    const sessions = [
      { date: day('2026-06-20'), timeStart: '19:00', timeEnd: '01:30' },
      { date: day('2026-06-19'), timeStart: null, timeEnd: null },
    ];
    expect(eventEnd(sessions, calendar)).toBe(Date.parse('2026-06-21T01:30:00Z'));
    expect(eventEnd([], calendar)).toBeNull();
  });

  it('is never longer than what was promised when somebody registered, and may become shorter', () => {
    const forms = new Map([
      form('form_a', 6),
      form('form_b', 12, { replaces: 'form_a', enabled: true }),
      form('form_c', null, { enabled: true }),
      form('form_d', 24),
      form('form_e', 3, { replaces: 'form_d', enabled: true }),
    ]);
    expect(['a', 'b', 'c', 'd'].map((id) => monthsKept(forms, `form_${id}`))).toEqual([6, 12, null, 3]);
    const registered = (_id: string, formId: string | null, more: object = {}) =>
      ({ _id, registration: { formId }, ...more }) as unknown as Consumer;
    const consumers = [
      registered('early', 'form_a'),
      registered('late', 'form_b'),
      registered('forever', 'form_c'),
      registered('staff', null),
      registered('gone', 'form_a', { erasedAt: 5 }),
    ];
    const end = day('2026-06-20');
    expect([...keptUntil({ forms, consumers, end })]).toEqual([
      ['early', day('2026-12-20')],
      ['late', day('2027-06-20')],
    ]);
    expect(keptUntil({ forms, consumers, end: null }).size).toBe(0);
  });
});
