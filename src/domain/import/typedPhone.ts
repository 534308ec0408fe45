import { inputPattern } from '../text/text.ts';
import { withoutUnseen } from '../text/unseen.ts';

/** Blanks that do not break, and dashes of every length, as numbers are set on pages and in signatures. */
const BLANKS = /[\u00A0\u2000-\u200A\u202F]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * A number as it can be dialled, of what was typed or pasted: lists of contacts put signs around it that nobody sees, and it was
 * refused while it looked right. What is between its digits stays.
 */
export const typedPhone = (text: string): string =>
  withoutUnseen(text).replace(BLANKS, ' ').replace(DASHES, '-').trimStart();

/** For fields whose text is trimmed when it is saved: keyboards of phones put a blank behind what they complete. */
export const PHONE_INPUT = `${inputPattern('phone')} *`;
