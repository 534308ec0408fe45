import type { Consumer } from '../documents/consumer.ts';
import type { Form } from '../documents/form.ts';
import { newestFirst } from '../forms/versions.ts';
import { amountsOf } from '../money/vat.ts';

export interface ExtraColumn {
  heading: string;
  /** How many of it a registration takes; null for none. */
  count(consumer: Consumer | null): number | null;
  /** What they cost together, with VAT, in cents; null where there are none, or no form says a price. */
  amount(consumer: Consumer | null): number | null;
}

/** How many, as programs have written it: a number, yes, or `{ count }`. */
export const extraCount = (value: unknown): number => {
  const count = typeof value === 'object' ? (value as { count?: unknown } | null)?.count : value;
  return count === true ? 1 : typeof count === 'number' ? count : 0;
};

/** What a registration takes, by the ids of the extras. */
const extrasOf = (consumer: Consumer | null): [id: string, count: number][] =>
  Object.entries(consumer?.registration?.extras ?? {})
    .map(([id, value]): [string, number] => [id, extraCount(value)])
    .filter(([, count]) => count > 0);

/**
 * For each extra that one of these registrations takes, in the order of the forms: of several versions, or of two forms that call
 * it the same, it is one. It costs what the version says that was registered with.
 */
export function extraColumns(forms: Iterable<Form>, consumers: Iterable<Consumer | null>): ExtraColumn[] {
  const taken = new Set([...consumers].flatMap(extrasOf).map(([id]) => id));
  const all = newestFirst([...forms]);
  const byId = new Map(all.map((form) => [form._id, form]));
  const ids = new Map<string, string[]>();
  const named = new Set<string>();
  const name = (id: string, heading: string): void => {
    if (!taken.has(id) || named.has(id)) return;
    named.add(id);
    ids.set(heading, [...(ids.get(heading) ?? []), id]);
  };
  for (const form of all) for (const { id, name: heading } of form.extras) name(id, heading);
  // Of a form that is gone.
  for (const id of taken) name(id, id);

  const counted = (consumer: Consumer | null, same: readonly string[]) =>
    extrasOf(consumer).filter(([id]) => same.includes(id));
  return [...ids].map(([heading, same]) => ({
    heading,
    count(consumer) {
      const sum = counted(consumer, same).reduce((all, [, count]) => all + count, 0);
      return sum === 0 ? null : sum;
    },
    amount(consumer) {
      const form = byId.get(consumer?.registration?.formId ?? '');
      let sum: number | null = null;
      for (const [id, count] of counted(consumer, same)) {
        const extra = form?.extras.find((one) => one.id === id);
        if (form === undefined || extra === undefined) continue;
        const { amount, amountGross } = extra;
        const { total } =
          amountGross == null
            ? amountsOf({ amount: amount * count, vat: form.vat })
            : { total: amountGross * count };
        sum = (sum ?? 0) + total;
      }
      return sum;
    },
  }));
}

/** Each registration's extras stand in the first of its rows alone: so a column adds up. */
export function firstOfEach(consumerIds: readonly (string | null | undefined)[]): boolean[] {
  const seen = new Set<string>();
  return consumerIds.map((id) => {
    if (id == null || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
