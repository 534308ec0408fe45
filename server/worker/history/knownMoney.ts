import { canonical } from '#domain/canonical.ts';
import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { issuedId, recordOf, summaryOf } from '../../invoices/records.ts';
import { readRecords, type CardRecord } from '../../payments/records.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { getMany } from '../couch.ts';
import { moneyState, type MoneyState, type ToldCard } from './money.ts';

interface Read {
  id: string;
  leaves: readonly AnyDoc[];
}

/**
 * What a registration says of invoices and cards, as far as the server itself has noted it, and what was told `before`: a document may be
 * behind the server's note, or lose what a merge brings back, and nothing is told twice for that.
 */
export type KnownMoney = (consumerId: string, said: MoneyState, before: MoneyState) => MoneyState;
export const asSaid: KnownMoney = (_id, said) => said;

/**
 * What the server has noted of these registrations: whoever may write one could have the history tell of any invoice or payment.
 * `told` is what was told last.
 */
export async function readKnownMoney(
  historyDb: Database,
  readings: readonly Read[],
  told: (id: string) => MoneyState,
): Promise<KnownMoney> {
  const toAsk = readings.flatMap(({ id, leaves }) => {
    const fresh = leaves.map(moneyState).filter((said) => isNews(told(id), said));
    return id.startsWith('consumer_') && fresh.length > 0 ? [{ id, fresh }] : [];
  });
  if (toAsk.length === 0) return asSaid;
  const invoices = toAsk.flatMap(({ fresh }) => fresh.flatMap((said) => said.invoices ?? []));
  const [issued, cards] = await Promise.all([
    getMany(historyDb, [...new Set(invoices.map(issuedId))]),
    readRecords(
      historyDb,
      toAsk.map(({ id }) => id),
    ),
  ]);
  const asked = new Set(toAsk.map(({ id }) => id));
  const isIssued = (id: string, one: IssuedInvoice): boolean => {
    const record = issued.get(issuedId(one))?.doc;
    if (record == null || record['consumerId'] !== id) return false;
    // Its PDF may have come since.
    return canonical({ ...summaryOf(recordOf(record)), lacks: null }) === canonical({ ...one, lacks: null });
  };
  return (id, said, before) => {
    if (!asked.has(id)) return said;
    const known = (said.cards ?? []).flatMap((card) => knownCard(cards.get(id), card) ?? []);
    return {
      invoices: united(
        before.invoices,
        (said.invoices ?? []).filter((one) => isIssued(id, one)),
        issuedId,
      ),
      cards: united(before.cards, known, (card) => card.id),
    };
  };
}

/** One by each key, the second's where both have one. */
const united = <T>(one: readonly T[] = [], other: readonly T[], keyOf: (of: T) => string): T[] => [
  ...new Map([...one, ...other].map((each) => [keyOf(each), each])).values(),
];

/** With who asked for the refund that brought it where it stands; null for one that the server does not know so. */
function knownCard(record: CardRecord | undefined, card: CardPayment): ToldCard | null {
  const isKnown = record?.cards.some((one) => canonical(one) === canonical(card)) === true;
  if (!isKnown) return null;
  const claim = record.refunds.find(
    ({ cardId, before, amount }) => cardId === card.id && before + amount === card.refunded,
  );
  return claim?.by === undefined ? card : { ...card, asked: { by: claim.by, at: claim.at } };
}

const isNews = (known: MoneyState, said: MoneyState): boolean =>
  canonical([said.invoices, said.cards]) !==
  canonical([known.invoices ?? [], known.cards?.map(({ asked: _by, ...card }) => card) ?? []]);
