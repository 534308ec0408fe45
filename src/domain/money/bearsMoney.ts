import type { Currency } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import { settlementOf } from './settlement.ts';

const MOVED = ['cards', 'taken', 'transfers'] as const satisfies readonly (keyof Consumer)[];

const isLong = (told: unknown): boolean => Array.isArray(told) && told.length > 0;

/** Whether money that came or went is told in it. By records, not by what the status says alone. */
function holdsMoney(stored: Record<string, unknown>): boolean {
  if (stored['type'] !== 'consumer') return false;
  const { paid, refunded } = (stored['settlement'] ?? {}) as { paid?: unknown; refunded?: unknown };
  return Boolean(paid) || Boolean(refunded) || MOVED.some((field) => isLong(stored[field]));
}

/** Whether money is told in it, or was asked for: with the document it would leave the event's list and sums. */
export const bearsMoney = (stored: Record<string, unknown>): boolean =>
  holdsMoney(stored) || (stored['type'] === 'consumer' && isLong(stored['invoices']));

/** Money that came in francs is no euros: with money in it a registration keeps its currency, unless a card says that it is the wrong one. */
export const currencyMayBe = (next: Currency, consumer: Consumer): boolean =>
  next === settlementOf(consumer).currency ||
  !holdsMoney(consumer) ||
  (consumer.cards ?? []).some(({ currency }) => currency === next);
