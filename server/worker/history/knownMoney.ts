import { canonical } from '#domain/canonical.ts';
import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import type { CardPayment } from '#domain/money/cardPayment.ts';
import { issuedId, recordOf, summaryOf } from '../../invoices/records.ts';
import { readRecords, type CardRecord } from '../../payments/records.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { getMany } from '../couch.ts';
import { listed, moneyState, type MoneyState, type ToldCard } from './money.ts';

interface Read {
  id: string;
  leaves: readonly AnyDoc[];
}

/**
 * The readings, their registrations without invoices and payments by card that the server itself has no record of: whoever may
 * write a registration could have the history tell of any. `told` is the state that was told last.
 */
export async function withKnownMoney<R extends Read>(
  historyDb: Database,
  readings: readonly R[],
  told: (id: string) => MoneyState,
): Promise<R[]> {
  const toAsk = readings.flatMap(({ id, leaves }) => {
    const fresh = leaves.map(moneyState).filter((said) => isNews(told(id), said));
    return id.startsWith('consumer_') && fresh.length > 0 ? [{ id, fresh }] : [];
  });
  if (toAsk.length === 0) return [...readings];
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
  return readings.map((reading) => {
    const { id, leaves } = reading;
    if (!asked.has(id)) return reading;
    const record = cards.get(id);
    return {
      ...reading,
      leaves: leaves.map((leaf) => ({
        ...leaf,
        invoices: listed<IssuedInvoice>(leaf['invoices']).filter((one) => isIssued(id, one)),
        cards: listed<CardPayment>(leaf['cards']).flatMap((card) => knownCard(record, card) ?? []),
      })),
    };
  });
}

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
