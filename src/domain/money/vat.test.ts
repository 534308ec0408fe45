import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsOf } from './vat.ts';

describe('amounts with VAT', () => {
  it.each([
    [{ amount: 10_000, vat: 810 }, 810],
    [{ amount: 50, vat: 100 }, 1],
    [{ amount: 49, vat: 100 }, 0],
    [{ amount: 12_345, vat: 0 }, 0],
    [{ amount: 99_999_999_999, vat: 20_000 }, 199_999_999_998],
  ])('%j', (registration, vat) => {
    expect(amountsOf(registration).vat).toBe(vat);
  });

  it('add up to the cent, half up', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999_999), fc.nat(20_000), (amount, vat) => {
        const { net, vat: share, total } = amountsOf({ amount, vat });
        expect(net + share).toBe(total);
        const exact = BigInt(amount) * BigInt(vat) - BigInt(share) * 10_000n;
        expect(exact >= -5000n && exact < 5000n).toBe(true);
      }),
    );
  });
});
