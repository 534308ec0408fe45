import type { Form, Price } from '../documents/form.ts';
import { amountsOf, type Amounts, netOf } from '../money/vat.ts';
import type { Submission } from './submission.ts';

type Priced = Pick<Form, 'amounts' | 'extras' | 'options' | 'vat'>;
type Wanted = Pick<Submission, 'clients' | 'extras'>;

/** How many times the price of an option in a session is paid: once for each guest, or once for so many (readings, no. 45). */
export interface Units {
  sessionId: string;
  optionId: string;
  kind: 'adult' | 'child';
  count: number;
  /** Places that they take. */
  places: number;
}

/** What a submission takes of each session. A table of ten costs what it costs an adult, unless only children sit there. */
function unitsOf(form: Pick<Form, 'options'>, { clients }: Pick<Submission, 'clients'>): Units[] {
  const sizes = new Map(form.options.map(({ id, clientCount }) => [id, clientCount]));
  const groups = new Map<string, { units: Units; guests: number; size: number }>();
  for (const { sessionId, optionId, kind } of clients.flatMap(({ sessions }) => sessions)) {
    const size = sizes.get(optionId) ?? 1;
    const key = JSON.stringify(size === 1 ? [sessionId, optionId, kind] : [sessionId, optionId]);
    const group = groups.get(key) ?? {
      units: { sessionId, optionId, kind, count: 0, places: 0 },
      ...{ guests: 0, size },
    };
    group.guests++;
    if (kind === 'adult') group.units.kind = 'adult';
    group.units.count = Math.ceil(group.guests / size);
    group.units.places = group.units.count * size;
    groups.set(key, group);
  }
  return [...groups.values()].map(({ units }) => units);
}

/** Places that a submission takes of each session. */
export function placesWanted(
  form: Pick<Form, 'options'>,
  wanted: Pick<Wanted, 'clients'>,
): Map<string, number> {
  const all = new Map<string, number>();
  for (const { sessionId, places } of unitsOf(form, wanted))
    all.set(sessionId, (all.get(sessionId) ?? 0) + places);
  return all;
}

/**
 * What a submission costs. Prices that are round with VAT are added up as such, and net and VAT follow from their total
 * (readings, no. 38); null where something is asked for that the form does not offer.
 */
export function sumOf(form: Priced, wanted: Wanted): Amounts | null {
  let gross = 0;
  let net = 0;
  const add = ({ amount, amountGross }: Pick<Price, 'amount' | 'amountGross'>, count: number): void => {
    if (amountGross == null) net += amount * count;
    else gross += amountGross * count;
  };
  for (const { sessionId, optionId, kind, count } of unitsOf(form, wanted)) {
    const price = form.amounts[sessionId]?.[optionId]?.[kind];
    if (price?.enabled !== true) return null;
    add(price, count);
  }
  const extras = new Map(form.extras.map((extra) => [extra.id, extra]));
  for (const { id, count } of wanted.extras ?? []) {
    const extra = extras.get(id);
    // Said twice it would be paid twice, and kept once.
    extras.delete(id);
    if (count === 0) continue;
    if (extra?.enabled !== true || count < 0 || count > extra.maxCount) return null;
    add(extra, count);
  }
  const fromGross = netOf(gross, form.vat);
  const fromNet = amountsOf({ amount: net, vat: form.vat });
  return {
    net: net + fromGross,
    vat: fromNet.vat + gross - fromGross,
    total: fromNet.total + gross,
  };
}
