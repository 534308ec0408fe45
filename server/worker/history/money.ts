import { FOYER, type Author } from '#domain/documents/common.ts';
import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { issuedId } from '../../invoices/records.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { ToldChange } from './told.ts';

/** What a registration says of invoices and payments by card; absent in snapshots of before it was told. */
export interface MoneyState {
  invoices?: readonly IssuedInvoice[];
  cards?: readonly ToldCard[];
}
export type ToldCard = CardPayment & { asked?: Asked | undefined };

/** Who had the newest of it given back, and when that was (ms). */
interface Asked {
  by: Author;
  at: number;
}

const listed = <T>(value: unknown): T[] =>
  Array.isArray(value) ? (value.filter((one) => typeof one === 'object' && one !== null) as T[]) : [];

export const moneyState = (doc: AnyDoc): MoneyState => ({
  invoices: listed<IssuedInvoice>(doc['invoices']),
  cards: listed<ToldCard>(doc['cards']),
});

type Registration = MoneyState & { name: string };

/** What was issued, came in and went back between two states. What is gone from one is told of what took its place. */
export function diffMoney(before: Registration | null, after: Registration): ToldChange[] {
  const client = after.name;
  const issued = new Set(before?.invoices?.map(issuedId));
  return [
    ...(after.invoices ?? []).filter((one) => !issued.has(issuedId(one))).map((one) => issuing(client, one)),
    // What a card paid before it was told at all has no time here.
    ...(before !== null && before.cards === undefined
      ? []
      : (after.cards ?? []).flatMap((card) => {
          const known = before?.cards?.find(({ id }) => id === card.id) ?? null;
          return cardChanges(client, known, card);
        })),
  ];
}

function issuing(
  client: string,
  { kind, index, number, takesBack, issuedAt, total, currency }: IssuedInvoice,
): ToldChange {
  const params = { client, number, amount: total, currency };
  const apart = { key: `issued ${kind} ${index}`, time: issuedAt, author: FOYER };
  return kind === 'invoice'
    ? { code: 'invoice_issued', params, apart }
    : { code: 'invoice_taken_back', params: { ...params, invoice: takesBack ?? '' }, apart };
}

function cardChanges(client: string, known: CardPayment | null, card: ToldCard): ToldChange[] {
  const { asked } = card;
  const currency = card.currency ?? '';
  const came = card.paid - (known?.paid ?? 0);
  const went = card.refunded - (known?.refunded ?? 0);
  const outcomes = new Map(known?.disputes?.map(({ id, outcome }) => [id, outcome]));
  return [
    ...(came > 0 ? [{ code: 'card_paid', params: { client, amount: came, currency } } as const] : []),
    ...(went > 0
      ? [
          {
            ...{ code: 'card_refunded' as const, params: { client, amount: went, currency } },
            // What the provider told of it otherwise was done there.
            ...(asked === undefined
              ? {}
              : { apart: { key: `refunded ${card.id} ${card.refunded}`, time: asked.at, author: asked.by } }),
          },
        ]
      : []),
    ...(card.disputes ?? []).flatMap(({ id, amount, outcome }): ToldChange[] =>
      outcomes.get(id) === outcome
        ? []
        : [{ code: 'card_disputed', params: { client, amount, currency, outcome } }],
    ),
  ];
}
