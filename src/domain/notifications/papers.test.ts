import { expect, it } from 'vitest';
import { isUsed, templateFor } from './papers.ts';

const template = (_id: string, updatedAt: number, more: object = {}) => ({
  ...({ _id, language: 'fr', paymentType: 'none', metadata: { updatedAt } } as const),
  ...more,
});
const invoiced = { language: 'fr', paymentType: 'card' } as const;

it('of two templates for the same choice, made apart, the one that was saved last counts, in whatever order they come [TPL-10]', () => {
  const [first, last] = [template('invitationtemplate_a', 5), template('invitationtemplate_b', 9)];
  const [card, newest] = [{ paymentType: 'card' }, template('invitationtemplate_c', 20, { language: 'en' })];
  const invoices = [template('invoicetemplate_b', 5, card), template('invoicetemplate_a', 9, card)];
  for (const inOrder of [<T>(list: T[]) => list, <T>(list: T[]) => list.toReversed()]) {
    // An invitation's payment type says nothing (readings, no. 5).
    expect(templateFor('invitation', inOrder([first, last, newest]), invoiced)).toBe(last);
    expect(templateFor('invoice', inOrder([...invoices, last]), invoiced)).toBe(invoices[1]);
    expect([first, last, newest].map((one) => isUsed('invitation', one, [first, last, newest]))).toEqual([
      ...[false, true, true],
    ]);
    const alike = [template('invitationtemplate_a', 9), last];
    expect(templateFor('invitation', inOrder(alike), invoiced)).toBe(last);
  }
  expect(templateFor('invoice', [first], invoiced)).toBeUndefined();
});
