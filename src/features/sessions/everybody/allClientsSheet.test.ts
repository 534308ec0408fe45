import { read, utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { listedClient, sessionsByClient } from '#domain/clients/clientFilter.ts';
import { newDocument } from '#domain/documents/new.ts';
import { createI18n } from '#i18n/index.ts';
import { xlsxOf } from '#pdf/xlsx.ts';
import { allClientsSheet } from './allClientsSheet.ts';

it('another program reads everybody of the list: numbers and phones as text, amounts as amounts', async () => {
  const { t } = await createI18n('en');
  const client = (id: string, more: object) =>
    newDocument('client', {
      ...{ _id: `client_${id}`, forename: 'T', surname: id, metadata: {} },
      ...more,
    } as never);
  const alder = client('Alder', {
    number: '0012',
    phone: '+41221234567',
    notes: '=1+1',
    consumerId: 'consumer_a',
  });
  const birch = client('Birch', { diet: 'vegan', title: 'mrs' });
  const cedar = client('Cedar', { consumerId: 'consumer_a' });
  const dale = client('Dale', { canceled: true });
  const consumer = newDocument('consumer', {
    ...{ _id: 'consumer_a', status: 'invoice_sent', metadata: {} },
    registration: {
      amount: 12_050,
      vat: 0,
      currency: 'chf',
      answers: { bus: '=Bus' },
      formId: 'form_f',
      extras: { park: 2 },
    },
  } as never);
  const session = newDocument('session', {
    ...{ _id: 'session_s', title: 'Dinner', date: 1, metadata: {} },
    clients: [{ clientId: 'client_Alder' }],
  } as never);
  const form = newDocument('form', {
    ...{ _id: 'form_f', name: 'F', language: 'en', currency: 'chf', vat: 0, metadata: {} },
    extras: [{ id: 'park', name: 'Parking', amount: 500, enabled: true, maxCount: 3 }],
    questions: [{ id: 'bus', kind: 'text', label: 'How do you come?', mandatory: false }],
  } as never);
  const of = sessionsByClient([session]);
  const sheet = allClientsSheet(
    [birch, alder, cedar, dale],
    (one) => listedClient(one, of, new Map([['consumer_a', consumer]])),
    () => 'Dinner',
    [form],
    t,
  );
  const book = read(xlsxOf([sheet], 0), { type: 'array' });
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['All clients'] ?? {}, { raw: true });
  expect(rows.map((row) => [row['Surname'], row['Title'] ?? '', row['Diet'] ?? ''])).toEqual([
    ['Birch', 'Ms', 'vegan'],
    ['Alder', '', ''],
    ['Cedar', '', ''],
    ['Dale', '', ''],
  ]);
  expect(rows[1]).toMatchObject({
    ...{ Number: '0012', Phone: '+41221234567', Sessions: 'Dinner', Notes: '=1+1' },
    ...{ Status: 'Invoice sent', Currency: 'CHF', Amount: 120.5, 'Registration owes': 120.5 },
    ...{ 'How do you come?': '=Bus', Parking: 2, 'Parking, amount': 10 },
  });
  expect(rows.map((row) => row['Status'] ?? '')).toEqual(['', 'Invoice sent', 'Invoice sent', 'Cancelled']);
  // Of the same registration: the columns add up.
  expect(rows.map((row) => row['Amount'] ?? '')).toEqual(['', 120.5, '', '']);
  expect(rows.map((row) => row['Registration owes'] ?? '')).toEqual(['', 120.5, '', '']);
  expect(rows[2]?.['Parking'] ?? '').toBe('');
  expect(rows[2]?.['Parking, amount'] ?? '').toBe('');
  expect(rows[0]?.['How do you come?'] ?? '').toBe('');
});
