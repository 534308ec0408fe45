/** What a stored amount comes to. Whole cents. */
export interface Amounts {
  net: number;
  vat: number;
  total: number;
}

/**
 * The stored amount is without VAT; VAT is in basis points, its share rounded half up (readings, no. 15), unless it was
 * stored too.
 */
export function amountsOf({
  amount,
  vat,
  amountVat,
}: {
  amount: number;
  vat: number;
  amountVat?: number | null | undefined;
}): Amounts {
  if (amountVat != null) return { net: amount, vat: amountVat, total: amount + amountVat };
  const product = amount * vat + 5000;
  // In whole numbers: where the product is beyond what a number holds exactly, of any length. Those take ten times as long,
  // which statistics of thousands would feel.
  const share =
    product <= Number.MAX_SAFE_INTEGER
      ? (product - (product % 10_000)) / 10_000
      : Number((BigInt(amount) * BigInt(vat) + 5000n) / 10_000n);
  return { net: amount, vat: share, total: amount + share };
}
