import { digest } from '../canonical.ts';

const KEPT = /^entry-([0-9a-f]{20})$/;

/** Stands for the bank's own name of a payment, in which the payer may be named: a note is never erased. Of what stands for one already, itself. */
export const entryOf = (bankId: string): string => KEPT.exec(bankId)?.[1] ?? digest(bankId).slice(0, 20);

/** A bank's name of a payment as an erased registration keeps it: what knows the payment again, and nobody's name. */
export const withoutPayer = (bankId: string): string => `entry-${entryOf(bankId)}`;
