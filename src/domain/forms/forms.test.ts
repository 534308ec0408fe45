import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { netOf, amountsOf } from '../money/vat.ts';
import { newDocument } from '../documents/new.ts';
import type { Form } from '../documents/form.ts';
import { ACCESS_ID_ALPHABET, accessIdFrom } from './accessId.ts';
import { fieldsOf, mergedFields } from './fields.ts';
import { publicLink } from './publicLink.ts';
import { commonStart, heldBy } from './versions.ts';

const form = (id: string, more: Partial<Form> = {}): Form =>
  newDocument('form', {
    ...{ _id: `form_${id}`, name: 'Guests', language: 'fr', currency: 'chf', vat: 810, enabled: true },
    options: [{ id: 'o', name: 'Menu', clientCount: 1 }],
    amounts: { session_a: { o: { adult: { amount: 500, enabled: true } } } },
    ...more,
  });

describe('the public address', () => {
  it('[FORM-18] is eight characters that nobody mistakes for another, and differs with the id it is made of', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-z]{16}$/), (id) => {
        const accessId = accessIdFrom(id);
        expect(accessId).toHaveLength(8);
        for (const character of accessId) expect(ACCESS_ID_ALPHABET).toContain(character);
      }),
    );
    expect(ACCESS_ID_ALPHABET).not.toMatch(/[01iloaeu]/);
    const ids = Array.from({ length: 2000 }, (_, n) => accessIdFrom(`${(n * 7919).toString(36)}kq3v9x1m`));
    expect(new Set(ids).size).toBe(2000);
  });

  it('[API-25] is that of the own desk, or what is configured, with the form’s id put in', () => {
    expect(publicLink('bcdfghjk', 'https://gala.example')).toBe('https://gala.example/desk/bcdfghjk');
    expect(publicLink('bcdfghjk', 'https://gala.example', 'https://desk.example/?f={formAccessId}')).toBe(
      'https://desk.example/?f=bcdfghjk',
    );
  });
});

describe('prices', () => {
  it('a gross price gives the nearest net one: with its VAT it is the gross one or a cent beside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 0, max: 20_000 }),
        (gross, vat) => {
          const net = netOf(gross, vat);
          expect(Math.abs(amountsOf({ amount: net, vat }).total - gross)).toBeLessThanOrEqual(1);
          expect(netOf(gross, 0)).toBe(gross);
        },
      ),
    );
    expect(netOf(2500, 810)).toBe(2313);
  });
});

describe('changes of two devices', () => {
  const base = fieldsOf(form('f'));
  const option = (id: string, name = 'Menu') => ({ id, name, clientCount: 1 });
  const adult = (amount: number) => ({ adult: { amount, enabled: true } });

  it('one adds a session, one an option: both keep their amounts, whoever comes last', () => {
    const withSession = { ...base, amounts: { ...base.amounts, session_b: { o: adult(700) } } };
    const withOption = {
      ...base,
      options: [option('o'), option('p', 'Vegetarian')],
      amounts: { session_a: { o: adult(500), p: adult(400) } },
    };
    for (const [mine, now] of [
      [withSession, withOption],
      [withOption, withSession],
    ] as const) {
      const merged = mergedFields(base, mine, now);
      expect(merged.options.map(({ id }) => id)).toEqual(['o', 'p']);
      expect(merged.amounts).toEqual({
        session_a: { o: adult(500), p: adult(400) },
        session_b: { o: adult(700) },
      });
    }
  });

  it('a price that one of them changed stays, whoever comes last with the former one', () => {
    const priced = { ...base, amounts: { session_a: { o: adult(550) } } };
    const renamed = { ...base, name: 'Friends' };
    for (const [mine, now] of [
      [priced, renamed],
      [renamed, priced],
    ] as const)
      expect(mergedFields(base, mine, now)).toMatchObject({ name: 'Friends', amounts: priced.amounts });
  });

  it('a field that only one changed is as that one has it; an option that one took away is gone, with its amounts', () => {
    const mine = { ...base, name: 'Friends', amounts: { session_a: { o: adult(900) } } };
    const now = { ...base, notes: 'Later', options: [option('p')], amounts: { session_a: { p: adult(1) } } };
    expect(mergedFields(base, mine, now)).toMatchObject({
      ...{ name: 'Friends', notes: 'Later', options: [{ id: 'p' }] },
      amounts: { session_a: { p: adult(1) } },
    });
    const renamed = { ...base, options: [option('o', 'Dinner')] };
    expect(mergedFields(base, renamed, now).options.map(({ name }) => name)).toEqual(['Dinner', 'Menu']);
  });

  it('prices that are round with VAT follow the rate that the other set', () => {
    const gross = { amount: 2313, amountGross: 2500, enabled: true };
    const begun = { ...base, amounts: { session_a: { o: { adult: gross } } } };
    const mine = { ...begun, amounts: { session_a: { o: { adult: { ...gross, amountGross: 3000 } } } } };
    expect(mergedFields(begun, mine, { ...begun, vat: 0 }).amounts['session_a']?.['o']?.adult).toEqual({
      ...{ amount: 3000, amountGross: 3000, enabled: true },
    });
  });
});

describe('versions', () => {
  const all = (...forms: Form[]) => new Map(forms.map((one) => [one._id, one]));
  it('an earlier one leads to the one that holds, also over two that were joined; a deleted one to none', () => {
    const forms = all(
      form('a', { enabled: false }),
      form('b', { enabled: false, replaces: 'form_a' }),
      form('c', { enabled: false, replaces: 'form_a' }),
      form('d', { replaces: 'form_b', joins: 'form_c' }),
      form('e', { enabled: false }),
    );
    for (const id of ['a', 'b', 'c', 'd']) expect(heldBy(forms, `form_${id}`)?._id).toBe('form_d');
    expect(heldBy(forms, 'form_e')).toBeNull();
    expect(heldBy(forms, 'form_none')).toBeNull();
    const start = commonStart(forms, forms.get('form_b') as Form, forms.get('form_c') as Form);
    expect(start?._id).toBe('form_a');
  });
  it('versions that name each other in a circle, as no app writes them, end the look', () => {
    const circle = all(
      form('a', { enabled: false, replaces: 'form_b' }),
      form('b', { enabled: false, replaces: 'form_a' }),
    );
    expect(heldBy(circle, 'form_a')).toBeNull();
  });
});

describe('prices under names that every object has', () => {
  it('are merged as any others, and are nobody else’s', () => {
    const free = { adult: { amount: 0, enabled: true } };
    const odd = form('odd', {
      amounts: { constructor: { prototype: free, o: free }, toString: { o: free } },
    });
    try {
      const { amounts } = mergedFields(fieldsOf(form('a')), fieldsOf(odd), fieldsOf(form('b')));
      // No object has one by that: whatever is sent to the server would seem to.
      expect('adult' in {}).toBe(false);
      const { constructor: one, toString: other, ...rest } = amounts;
      expect([one, other]).toEqual([{ o: free }, { o: free }]);
      expect(rest).toEqual({ session_a: { o: { adult: { amount: 500, enabled: true } } } });
    } finally {
      Reflect.deleteProperty(Object.prototype, 'adult');
    }
  });
});
