/** What a stored amount comes to. Whole cents. */
export interface Amounts {
  net: number;
  vat: number;
  total: number;
}

/** The stored amount is without VAT; VAT is in basis points, its share rounded half up (readings, no. 15). */
export function amountsOf({ amount, vat }: { amount: number; vat: number }): Amounts {
  // In whole numbers: the product of an amount and basis points is beyond what a binary fraction holds exactly.
  const share = Number((BigInt(amount) * BigInt(vat) + 5000n) / 10_000n);
  return { net: amount, vat: share, total: amount + share };
}
