import { expect, it } from 'vitest';
import type { Consumer } from '../documents/consumer.ts';
import type { Form } from '../documents/form.ts';
import { newDocument } from '../documents/new.ts';
import { extraColumns, firstOfEach } from './extraColumns.ts';

const form = (id: string, updatedAt: number, extras: object[]): Form =>
  newDocument('form', {
    ...{ _id: `form_${id}`, name: id, language: 'en', currency: 'chf', vat: 810, metadata: { updatedAt } },
    extras: extras.map((one) => ({ enabled: true, maxCount: 9, ...one })),
  } as never);
const consumer = (formId: string | null, extras: object): Consumer =>
  newDocument('consumer', {
    ...{ _id: 'consumer_a', metadata: {} },
    registration: { amount: 0, vat: 810, currency: 'chf', formId, extras },
  } as never);

it('an extra of several versions is one column, at the price that was shown; what nobody takes is none', () => {
  const forms = [
    form('before', 1, [{ id: 'park', name: 'Car park', amount: 463, amountGross: 500 }]),
    form('now', 3, [
      { id: 'park', name: 'Parking', amount: 925, amountGross: 1000 },
      { id: 'net', name: 'Programme', amount: 1000 },
      { id: 'none', name: 'Nobody takes it', amount: 1 },
    ]),
    form('french', 2, [{ id: 'parc', name: 'Parking', amount: 100 }]),
  ];
  const all = [
    consumer('form_before', { park: 2, net: 0 }),
    consumer('form_now', { park: true, net: { count: 3 } }),
    consumer('form_french', { parc: 1 }),
    consumer('form_gone', { park: 1, lost: 2 }),
    consumer(null, {}),
    null,
  ];
  const columns = extraColumns(forms, all);
  expect(columns.map(({ heading }) => heading)).toEqual(['Parking', 'Programme', 'lost']);
  expect(all.map((one) => columns.map((column) => column.count(one)))).toEqual([
    ...[
      [2, null, null],
      [1, 3, null],
      [1, null, null],
      [1, null, 2],
    ],
    ...[
      [null, null, null],
      [null, null, null],
    ],
  ]);
  // With 8.1 % VAT, where the price is without.
  expect(all.map((one) => columns.map((column) => column.amount(one)))).toEqual([
    ...[
      [1000, null, null],
      [1000, 3243, null],
      [108, null, null],
      [null, null, null],
    ],
    ...[
      [null, null, null],
      [null, null, null],
    ],
  ]);
});

it('stands in one row of each registration', () => {
  expect(firstOfEach(['a', null, 'a', 'b', undefined, 'b'])).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
});
