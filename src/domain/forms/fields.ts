import { canonical } from '../canonical.ts';
import { rebase } from '../conflicts/rebase.ts';
import type { Form, Price } from '../documents/form.ts';
import { mapPrices, settled, type Amounts, type Kind } from './amounts.ts';

const NAMES = [
  ...['name', 'language', 'currency', 'vat', 'notes', 'information', 'information2', 'helpInfo'],
  ...['helpAdminContact', 'messages', 'mandatory', 'required', 'children', 'alerts', 'options', 'extras'],
  ...['amounts', 'maxClientCountPerSession', 'counterpartId', 'guestsMay'],
  ...['opensAt', 'closesAt', 'code', 'questions', 'keepMonths', 'noticeUrl'],
] as const;

/** What a person says of a form. */
export type FormFields = Pick<
  Form,
  | 'name'
  | 'language'
  | 'currency'
  | 'vat'
  | 'notes'
  | 'information'
  | 'information2'
  | 'helpInfo'
  | 'helpAdminContact'
  | 'messages'
  | 'mandatory'
  | 'required'
  | 'children'
  | 'alerts'
  | 'options'
  | 'extras'
  | 'amounts'
  | 'maxClientCountPerSession'
  | 'counterpartId'
  | 'guestsMay'
  | 'opensAt'
  | 'closesAt'
  | 'code'
  | 'questions'
  | 'keepMonths'
  | 'noticeUrl'
>;

export const fieldsOf = (form: FormFields): FormFields =>
  Object.fromEntries(
    NAMES.map((name) => [name, (form as Record<string, unknown>)[name]]),
  ) as unknown as FormFields;

/**
 * What `mine` changed of `base`, over what the form is `now`: options and extras one by one, amounts price by price. A price
 * that one side does not name it has not heard of, so that of the other stays: nobody's session or option loses its amounts.
 */
export function mergedFields(base: FormFields | null, mine: FormFields, now: FormFields): FormFields {
  const began = base ?? ({ options: [], extras: [], amounts: {} } as unknown as FormFields);
  const options = mergedList(began.options, mine.options, now.options);
  const merged: FormFields = {
    ...rebase(began, mine, now),
    options,
    extras: mergedList(began.extras, mine.extras, now.extras),
    questions: mergedList(began.questions ?? [], mine.questions ?? [], now.questions ?? []),
  };
  const amounts = mergedAmounts(began.amounts, mine.amounts, now.amounts);
  return settledFields({ ...merged, amounts: ofOptions(amounts, options) });
}

/** With the net prices that follow from the gross ones and the VAT that it has by now. */
export const settledFields = (fields: FormFields): FormFields => ({
  ...fields,
  extras: fields.extras.map((extra) => settled(extra, fields.vat)),
  amounts: mapPrices(fields.amounts, (price) => settled(price, fields.vat)),
});

/** Without those of options that are gone. */
function ofOptions(amounts: Amounts, options: FormFields['options']): Amounts {
  const known = new Set(options.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(amounts).map(([sessionId, prices]) => [
      sessionId,
      Object.fromEntries(Object.entries(prices).filter(([optionId]) => known.has(optionId))),
    ]),
  );
}

const same = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);

/** In `mine`'s order, and after it what only the other side has. One that was taken away comes back if the other changed it. */
export function mergedList<Row extends { id: string }>(
  base: readonly Row[],
  mine: readonly Row[],
  now: readonly Row[],
): Row[] {
  const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));
  const [before, wanted, current] = [byId(base), byId(mine), byId(now)];
  const result: Row[] = [];
  for (const id of new Set([...wanted.keys(), ...current.keys()])) {
    const [was, mineIs, is] = [before.get(id), wanted.get(id), current.get(id)];
    const row =
      mineIs === undefined
        ? was === undefined || !same(was, is)
          ? is
          : undefined
        : is === undefined
          ? was === undefined || !same(was, mineIs)
            ? mineIs
            : undefined
          : was === undefined
            ? mineIs
            : rebase(was, mineIs, is);
    if (row !== undefined) result.push(row);
  }
  return result;
}

function mergedAmounts(base: Amounts, mine: Amounts, now: Amounts): Amounts {
  // No objects: what everybody's have, whatever a session or an option is called, is not theirs to fill.
  const merged = new Map<string, Map<string, Map<Kind, Price>>>();
  for (const side of [now, mine]) {
    for (const [sessionId, optionId, kind, price] of pricesOf(side)) {
      const [was, other] = [base, now].map((amounts) => amounts[sessionId]?.[optionId]?.[kind]);
      const isKept = side === mine && other !== undefined && same(was, price);
      const kinds = within(within(merged, sessionId), optionId);
      kinds.set(kind, isKept ? other : price);
    }
  }
  return Object.fromEntries(
    [...merged].map(([sessionId, options]) => [
      sessionId,
      Object.fromEntries([...options].map(([optionId, kinds]) => [optionId, Object.fromEntries(kinds)])),
    ]),
  );
}

/** What is in a map under a key: a map too, empty at first. */
function within<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const known = map.get(key) ?? new Map<string, V>();
  map.set(key, known);
  return known;
}

function* pricesOf(amounts: Amounts): Iterable<[sessionId: string, optionId: string, kind: Kind, Price]> {
  for (const [sessionId, options] of Object.entries(amounts))
    for (const [optionId, kinds] of Object.entries(options))
      for (const [kind, price] of Object.entries(kinds)) yield [sessionId, optionId, kind as Kind, price];
}
