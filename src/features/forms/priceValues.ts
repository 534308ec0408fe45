import type { Currency } from '#domain/config.ts';
import type { Form, Price } from '#domain/documents/form.ts';
import { productKinds, type Session } from '#domain/documents/session.ts';
import type { Amounts, Kind } from '#domain/forms/amounts.ts';
import { hundredthsText, MAX_AMOUNT_CENTS, parseHundredths } from '#domain/money/money.ts';
import { netOf, amountsOf } from '#domain/money/vat.ts';

/** The texts of the table of prices. */
export interface PriceTexts {
  /** What is typed is the price with VAT, which is then the round one (readings, no. 38). */
  withVat: boolean;
  /** By session: whether the form offers it at all. */
  offered: Record<string, boolean>;
  /** By session, option and kind; empty for what is not offered. */
  prices: Record<string, Record<string, Partial<Record<Kind, string>>>>;
}

type Stored = Pick<Price, 'amount' | 'amountGross'>;

/** A stored price as it stands in a field. */
export const typedPrice = ({ amount, amountGross }: Stored, vat: number, withVat: boolean): string =>
  hundredthsText(withVat ? (amountGross ?? amountsOf({ amount, vat }).total) : amount);

const isOffered = (form: Form, sessionId: string): boolean =>
  Object.values(form.amounts[sessionId] ?? {}).some((kinds) =>
    Object.values(kinds).some((price) => price.enabled),
  );

export function pricesOf(form: Form, sessions: readonly Session[]): PriceTexts {
  const all = Object.values(form.amounts).flatMap((options) =>
    Object.values(options).flatMap((kinds) => Object.values(kinds)),
  );
  const priced = [...all, ...form.extras].filter((price) => price.amount > 0);
  const withVat = priced.length === 0 || priced.some(({ amountGross }) => amountGross != null);
  const offered = Object.fromEntries(sessions.map(({ _id }) => [_id, isOffered(form, _id)]));
  const prices: PriceTexts['prices'] = {};
  for (const { _id } of sessions) {
    for (const { id } of form.options) {
      for (const kind of productKinds) {
        const price = form.amounts[_id]?.[id]?.[kind];
        // Of a session that is not offered the prices wait; in one that is, what is not offered is empty.
        if (price === undefined || (!price.enabled && offered[_id] === true)) continue;
        ((prices[_id] ??= {})[id] ??= {})[kind] = typedPrice(price, form.vat, withVat);
      }
    }
  }
  return { withVat, offered, prices };
}

const centsOf = (text: string, currency: Currency): number =>
  parseHundredths(text, MAX_AMOUNT_CENTS, currency) ?? 0;

function priceFrom(cents: number, withVat: boolean, vat: number): Stored {
  // Nothing is round with and without.
  return withVat && cents > 0 ? { amount: netOf(cents, vat), amountGross: cents } : { amount: cents };
}

/** What is stored of a typed price; what nobody touched stays to the cent. */
export function extraPriceFrom(
  text: string,
  { withVat, currency }: { withVat: boolean; currency: Currency },
  { stored, same, vat }: { stored: Stored | undefined; same: boolean; vat: number },
): Stored {
  if (same && stored !== undefined) return { amount: stored.amount, amountGross: stored.amountGross };
  return { amountGross: null, ...priceFrom(centsOf(text, currency), withVat, vat) };
}

interface Typed extends PriceTexts {
  currency: Currency;
  options: readonly { id: string }[];
}

/** The prices of the table. Sessions and kinds that it does not show keep what they have. */
export function amountsFrom(
  values: Typed,
  begun: { form: Form | null; values: PriceTexts },
  kinds: readonly Kind[],
  vat: number,
): Amounts {
  const { form } = begun;
  const amounts: Amounts = structuredClone(form?.amounts ?? {});
  const isAsBefore = begun.values.withVat === values.withVat && form?.vat === vat;
  for (const sessionId of Object.keys(values.offered)) {
    for (const { id } of values.options) {
      for (const kind of kinds) {
        const text = values.prices[sessionId]?.[id]?.[kind]?.trim() ?? '';
        const before = begun.values.prices[sessionId]?.[id]?.[kind] ?? '';
        const stored = form?.amounts[sessionId]?.[id]?.[kind];
        // Others may have given it a price meanwhile.
        if (form !== null && stored === undefined && text === before) continue;
        const enabled = values.offered[sessionId] === true && text !== '';
        const kept = stored !== undefined && ((isAsBefore && text === before) || text === '');
        const price: Price = kept
          ? { ...stored, enabled }
          : { ...priceFrom(centsOf(text, values.currency), values.withVat, vat), enabled };
        ((amounts[sessionId] ??= {})[id] ??= {})[kind] = price;
      }
    }
  }
  return amounts;
}

/** The same prices, typed the other way. What is no number stays as it is. */
export function turned(values: PriceTexts, currency: Currency, vat: number): PriceTexts['prices'] {
  const turn = (text: string): string => turnedText(text, values.withVat, currency, vat);
  return Object.fromEntries(
    Object.entries(values.prices).map(([sessionId, options]) => [
      sessionId,
      Object.fromEntries(
        Object.entries(options).map(([optionId, kinds]) => [
          optionId,
          Object.fromEntries(Object.entries(kinds).map(([kind, text]) => [kind, turn(text)])),
        ]),
      ),
    ]),
  );
}

/** `wasWithVat`: how it is typed; gives the other. */
export function turnedText(text: string, wasWithVat: boolean, currency: Currency, vat: number): string {
  const cents = text.trim() === '' ? null : parseHundredths(text, MAX_AMOUNT_CENTS, currency);
  if (cents === null) return text;
  return hundredthsText(wasWithVat ? netOf(cents, vat) : amountsOf({ amount: cents, vat }).total);
}
