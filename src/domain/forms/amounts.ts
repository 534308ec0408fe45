import { netOf } from '../money/vat.ts';
import type { Form, Price } from '../documents/form.ts';
import { productKinds } from '../documents/session.ts';

export type Amounts = Form['amounts'];
export type Kind = (typeof productKinds)[number];

const ZERO: Price = { amount: 0, enabled: false };

/**
 * "New sessions start with zeroed amounts for every option of every form" (specification 1 §2). They are not offered before
 * somebody says so: a session that has no price yet is not given away on a public page.
 */
export function withZeroAmounts(form: Form, sessionIds: readonly string[]): Form {
  const amounts: Amounts = { ...form.amounts };
  for (const sessionId of sessionIds) {
    amounts[sessionId] = Object.fromEntries(
      form.options.map(({ id }) => [id, Object.fromEntries(productKinds.map((kind) => [kind, { ...ZERO }]))]),
    );
  }
  return { ...form, amounts };
}

/** Prices that are round with VAT follow its rate. */
export function settled<P extends { amount: number; amountGross?: number | null | undefined }>(
  price: P,
  vat: number,
): P {
  if (price.amountGross == null) return price;
  const amount = netOf(price.amountGross, vat);
  return amount === price.amount ? price : { ...price, amount };
}

/** Every price of the table, by whatever `change` makes of it. */
export const mapPrices = (amounts: Amounts, change: (price: Price) => Price): Amounts =>
  mapped(amounts, (options) =>
    mapped(options, (kinds) => mapped(kinds, (price) => (price === undefined ? price : change(price)))),
  );

const mapped = <T extends object>(record: T, change: (value: T[keyof T]) => unknown): T =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as T[keyof T])])) as T;
