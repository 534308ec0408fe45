import { expect, it } from 'vitest';
import { formDocument, type Form } from '../documents/form.ts';
import { changedParts } from './changedParts.ts';

const formOf = (more: object): Form =>
  formDocument.schema.parse({
    ...{ _id: 'form_a', type: 'form', name: 'Guests', language: 'en', currency: 'chf', vat: 0 },
    ...{ options: [{ id: 'menu', name: 'Menu', clientCount: 1 }], ...more },
  });
const price = (cents: number) => ({
  session_s: { menu: { adult: { amount: cents, enabled: true } } },
});
/** As another program leaves it, and as the editor saves the same. */
const short = formOf({ amounts: price(2500), required: { info: true } });
const long = {
  ...{ messages: { card: '', cash: '', transfer: '' }, information: '', children: false, alerts: [] },
  ...{ required: { info: true, addr: false, addrSec: false, account: false }, extras: [], questions: [] },
  mandatory: { addr: false, addrSec: false },
};

it('is silent about what says no more than if it were missing', () => {
  expect(changedParts(short, formOf({ amounts: price(2500), ...long }))).toEqual([]);
  expect(changedParts(short, formOf({ amounts: price(0), ...long }))).toEqual(['prices']);
});

it.each([
  ['asked', { required: { info: true, addr: true } }],
  ['asked', { required: { info: false } }],
  ['texts', { messages: { card: 'Pay now.' } }],
  ['texts', { alerts: [{ value: 'Bring your ticket.', enabled: true }] }],
  ['choices', { children: true }],
  ['kept', { keepMonths: 3 }],
])('tells of %s', (part, more) => {
  const now = { amounts: price(2500), required: { info: true }, ...more };
  expect(changedParts(short, formOf(now))).toEqual([part]);
});
