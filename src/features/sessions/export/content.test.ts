import { expect, it } from 'vitest';
import { calendarOf } from '#domain/days.ts';
import { client } from '#domain/documents/client.ts';
import { newDocument } from '#domain/documents/new.ts';
import { session } from '#domain/documents/session.ts';
import { createI18n } from '#i18n/index.ts';
import { listSheet, listTable, printedTable } from './content.ts';

const person = (id: string, more: object = {}) =>
  client.parse({ _id: `client_${id}`, type: 'client', forename: 'A', surname: id, ...more });

it('the lists on paper, as CSV and as a workbook say who is cancelled, on a device without registrations too', async () => {
  const { t } = await createI18n('en');
  const told = person('told', { canceled: true });
  const known = person('known', { consumerId: 'consumer_k' });
  const back = person('back', { consumerId: 'consumer_b', canceled: true });
  const clients = [told, known, back];
  const registration = (id: string, status: 'canceled' | 'registered') =>
    newDocument('consumer', { _id: `consumer_${id}`, status, metadata: { createdAt: 1, updatedAt: 1 } });
  const dinner = session.parse({
    ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 0 },
    clients: clients.map(({ _id }) => ({ clientId: _id, updatedTime: 1 })),
  });
  const listed = {
    session: dinner,
    guests: clients.map((one) => ({ client: one, clientId: one._id })),
    entryOf: new Map(dinner.clients.map((entry) => [entry.clientId, entry])),
    forms: [],
    consumers: new Map([
      ['consumer_k', registration('k', 'canceled')],
      ['consumer_b', registration('b', 'registered')],
    ]),
  };
  const words = { t, calendar: calendarOf(null) };
  const { headings, rows } = printedTable(listed, words);
  const column = headings.indexOf(t('session.checkedIn'));
  expect(rows.map((row) => row[column])).toEqual(['Cancelled', 'Cancelled', '']);
  // Of a file the last column, so that all others stay where they were.
  const file = listTable(listed, words);
  expect(file.headings.at(-1)).toBe('Status');
  expect(file.rows.map((row) => row.at(-1))).toEqual(['Cancelled', 'Cancelled', 'Registered']);
});

it('how many of an extra and what they cost are numbers in a workbook, which adds them up; phones stay text', async () => {
  const { t } = await createI18n('en');
  const clients = [person('one', { consumerId: 'consumer_a', phone: '+41221234567' })];
  const consumer = newDocument('consumer', {
    ...{ _id: 'consumer_a', status: 'registered', metadata: { createdAt: 1, updatedAt: 1 } },
    registration: { amount: 500, vat: 0, currency: 'chf', formId: 'form_f', extras: { night: 2 } },
  } as never);
  const form = newDocument('form', {
    ...{ _id: 'form_f', name: 'F', language: 'en', currency: 'chf', vat: 0, metadata: {} },
    extras: [{ id: 'night', name: 'Night', amount: 21_000, enabled: true, maxCount: 3 }],
  } as never);
  const dinner = session.parse({ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 0 });
  const listed = {
    session: dinner,
    guests: clients.map((one) => ({ client: one, clientId: one._id })),
    entryOf: new Map(),
    forms: [form],
    consumers: new Map([['consumer_a', consumer]]),
  };
  const words = { t, calendar: calendarOf(null) };
  const sheet = listSheet(listed, words);
  const cell = (heading: string) => sheet.rows[0]?.[sheet.headings.indexOf(heading)];
  expect(cell('Night')).toEqual({ value: 2, format: 'count' });
  expect(cell('Night, amount')).toEqual({ value: 42_000, format: 'money' });
  expect(cell('Phone')).toBe('+41221234567');
  const table = listTable(listed, words);
  expect(table.headings).toEqual(sheet.headings);
  expect(table.rows[0]?.[table.headings.indexOf('Night, amount')]).toBe('420.00');
});

it('whoever came at the event at 2:05 came then in every file, wherever it is made', async () => {
  const { t } = await createI18n('en');
  const one = person('one', {});
  const checkInTime = Date.UTC(2026, 0, 5, 12, 5);
  const dinner = session.parse({
    ...{ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 0 },
    clients: [{ clientId: one._id, updatedTime: 1, checkInTime }],
  });
  const listed = {
    session: dinner,
    guests: [{ client: one, clientId: one._id }],
    entryOf: new Map(dinner.clients.map((entry) => [entry.clientId, entry])),
    forms: [],
    consumers: new Map(),
  };
  const words = { t, calendar: calendarOf('Pacific/Kiritimati') };
  expect(listTable(listed, words).rows[0]).toContain('2026-01-06 02:05');
  expect(listSheet(listed, words).rows[0]).toContainEqual({
    value: Date.UTC(2026, 0, 6, 2, 5) / 60_000,
    format: 'time',
  });
  expect(printedTable(listed, words).rows[0]).toContain('02:05');
});

it('on paper what the kitchen must know is not cut off, wherever its column stands', async () => {
  const { t } = await createI18n('en');
  const one = person('one', { diet: 'no nuts' });
  const dinner = session.parse({ _id: 'session_dinner', type: 'session', title: 'Dinner', date: 0 });
  const listed = {
    session: dinner,
    guests: [{ client: one, clientId: one._id }],
    entryOf: new Map(),
    forms: [],
    consumers: new Map(),
  };
  const { headings, whole } = printedTable(listed, { t, calendar: calendarOf(null) });
  expect(whole.map((column) => headings[column])).toEqual([t('client.diet')]);
});
