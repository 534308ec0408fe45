import type { Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { isErased } from '#domain/documents/erasure.ts';
import { searchable, type Searchable } from '#domain/search/search.ts';
import { collatorOf, listName } from '#ui/words/format.ts';

/** A consumer that can be given a rate. */
export interface RateRow {
  id: string;
  name: string;
  company: string;
  amount: number;
  currency: NonNullable<Consumer['registration']>['currency'];
  rate: number;
  rateName: string;
}

/** Whether a consumer can be given a rate: one that has a registration (specification 1 §2, Rate setting) and was not erased. */
export const canHaveRate = (consumer: Consumer): boolean =>
  consumer.registration != null && !isErased(consumer);

/** In the order of surnames. */
export function rateRows(
  consumers: ReadonlyMap<string, Consumer>,
  language: Language,
): readonly Searchable<RateRow>[] {
  const rows: RateRow[] = [];
  for (const consumer of consumers.values()) {
    const { _id, person, registration } = consumer;
    if (registration == null || !canHaveRate(consumer)) continue;
    rows.push({
      id: _id,
      name: listName({ forename: person?.forename ?? '', surname: person?.surname ?? '' }),
      company: person?.company ?? '',
      amount: registration.amount,
      currency: registration.currency,
      rate: registration.rate,
      rateName: registration.rateName ?? '',
    });
  }
  const { compare } = collatorOf(language);
  rows.sort((a, b) => compare(a.name || a.company, b.name || b.company));
  return rows.map((row) => searchable(row, row.name, row.company, row.rateName));
}
