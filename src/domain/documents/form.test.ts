import { describe, expect, it } from 'vitest';
import { newDocument } from './new.ts';
import { parseDocument } from './index.ts';
import { termsHolder } from './form.ts';

const option = { id: 'o', name: 'Menu', clientCount: 1 };
const extra = { id: 'x', name: 'Book', amount: 500, enabled: true, maxCount: 10 };
const whole = {
  ...{ _id: 'form_f', type: 'form', accessId: 'bcdfghjk', name: 'Guests', language: 'fr', currency: 'chf' },
  ...{ vat: 810, enabled: true, options: [option], extras: [extra], maxClientCountPerSession: 100 },
  amounts: { session_s: { o: { adult: { amount: 5, enabled: true } } } },
};
/** What is said of the form with this change: the field, and why. */
function saidOf(change: object): string | null {
  const read = parseDocument({ ...whole, ...change });
  return read.ok ? null : `${read.error.field} ${read.error.detail}`;
}
const without = (name: keyof typeof whole) => saidOf({ [name]: undefined });

describe('a form', () => {
  it('has what it must have, and each that lacks is named [DOC-24] [VALID-27]', () => {
    expect(saidOf({})).toBeNull();
    expect(without('language')).toBe('language required');
    expect(without('currency')).toBe('currency required');
    expect(without('vat')).toBe('vat required');
    expect(saidOf({ name: ' ' })).toBe('name required');
    expect(saidOf({ language: 'de' })).toBe('language unknown_choice');
    expect(saidOf({ accessId: 'short' })).toBe('accessId access_id');
  });

  it('VAT is 0 to 200 percent in hundredths [VALID-28] [DOC-24]', () => {
    for (const vat of [0, 1, 20_000]) expect(saidOf({ vat })).toBeNull();
    for (const vat of [-1, 20_001]) expect(saidOf({ vat })).toBe('vat range');
    expect(saidOf({ vat: 0.5 })).toBe('vat step');
    expect(saidOf({ vat: '8' })).toBe('vat number');
  });

  it('options and extras have a name [VALID-29] [DOC-28] [DOC-29]', () => {
    expect(saidOf({ options: [{ ...option, name: ' ' }] })).toBe('options.0.name required');
    expect(saidOf({ extras: [{ ...extra, name: '' }] })).toBe('extras.0.name required');
    expect(saidOf({ options: [option, option] })).toBe('options duplicate');
    expect(saidOf({ extras: [extra, extra] })).toBe('extras duplicate');
  });

  it.each([
    [
      '[VALID-30]',
      'maxClientCountPerSession',
      1000,
      (count: number) => ({ maxClientCountPerSession: count }),
    ],
    [
      '[VALID-31]',
      'options.0.clientCount',
      100,
      (clientCount: number) => ({ options: [{ ...option, clientCount }] }),
    ],
    ['[VALID-32]', 'extras.0.maxCount', 1000, (maxCount: number) => ({ extras: [{ ...extra, maxCount }] })],
  ])('%s %s is 1 to %i', (_id, field, most, changeOf) => {
    expect([saidOf(changeOf(1)), saidOf(changeOf(most))]).toEqual([null, null]);
    expect([saidOf(changeOf(0)), saidOf(changeOf(most + 1))]).toEqual([`${field} range`, `${field} range`]);
    expect(saidOf(changeOf(1.5))).toBe(`${field} step`);
  });

  it('an option’s name has two lines at most [VALID-33]', () => {
    expect(saidOf({ options: [{ ...option, name: 'Menu\nwith wine\n' }] })).toBeNull();
    expect(saidOf({ options: [{ ...option, name: 'Menu\nwith\r\nwine' }] })).toBe('options.0.name lines');
  });

  it('amounts are whole cents by session, option and kind, alerts say something, flags are true or not [DOC-25] [DOC-26] [DOC-27]', () => {
    const price = (more: object) => ({
      amounts: { session_s: { o: { child: { amount: 5, enabled: false, ...more } } } },
    });
    expect(saidOf(price({ amountGross: 6 }))).toBeNull();
    expect(saidOf(price({ amount: 0.5 }))).toBe('amounts.session_s.o.child.amount step');
    expect(saidOf(price({ amount: -1 }))).toBe('amounts.session_s.o.child.amount range');
    expect(saidOf({ amounts: { session_s: { o: { dog: { amount: 5, enabled: true } } } } })).toMatch(
      /^amounts\.session_s\.o/,
    );
    expect(saidOf({ alerts: [{ value: 'Soon', enabled: false }] })).toBeNull();
    expect(saidOf({ alerts: [{ value: ' ', enabled: true }] })).toBe('alerts.0.value required');
    expect(saidOf({ mandatory: { addr: true }, required: { account: false } })).toBeNull();
    expect(saidOf({ mandatory: { addr: 'yes' } })).toMatch(/^mandatory\.addr/);
    expect(saidOf({ messages: { gold: 'thanks' } })).toMatch(/^messages/);
  });

  it('an extra that says nothing of it may be taken ten times [FORM-19]', () => {
    const { maxCount: _none, ...bare } = extra;
    const read = parseDocument({ ...whole, extras: [bare] });
    expect(read.ok && 'extras' in read.value && read.value.extras[0]?.maxCount).toBe(10);
  });

  it('its terms are its own, or those of an earlier version', () => {
    const form = newDocument('form', { ...(whole as never as object), _id: 'form_f' } as never);
    const own = { terms: { content_type: 'application/pdf' } };
    expect(termsHolder(form)).toBeNull();
    expect(termsHolder({ ...form, termsOf: 'form_e' })).toBe('form_e');
    expect(termsHolder({ ...form, termsOf: 'form_e', _attachments: own })).toBe('form_f');
  });
});
