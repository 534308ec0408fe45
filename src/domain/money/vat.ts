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

/**
 * The net price of one that is round with VAT (readings, no. 38): cents, half up. Its VAT is what is left of the gross price.
 */
export function netOf(gross: number, vat: number): number {
  const divisor = 10_000n + BigInt(vat);
  return Number((BigInt(gross) * 20_000n + divisor) / (2n * divisor));
}
