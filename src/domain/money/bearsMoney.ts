import type { Consumer } from '../documents/consumer.ts';

const TOLD_IN = ['cards', 'taken', 'transfers', 'invoices'] as const satisfies readonly (keyof Consumer)[];

/**
 * Whether money that came, went or was asked for is told in it: with the document it would leave the event's list and
 * sums. By records, not by what the status says alone.
 */
export const bearsMoney = (stored: Record<string, unknown>): boolean =>
  stored['type'] === 'consumer' &&
  TOLD_IN.some((field) => {
    const told = stored[field];
    return Array.isArray(told) && told.length > 0;
  });
