import { matchesPattern } from '../text/text.ts';
import { splitName } from './wholeName.ts';

/** 'Ada Lovelace <ada@example.org>', as programs of mail write whom they write to. */
const ADDRESSED = /^"?([^"<>]*?)"?\s*<([^<>\s@]+@[^<>\s@]+)>$/;
/** After an address of a list of such, where the next begins. */
const NEXT_ADDRESS = /(<[^<>\s@]+@[^<>\s@]+>)[ \t]*[;,][ \t]*(?=\S)/g;
/** What stands before the lines of a list. */
const BULLET = /^(?:[•◦▪‣*–—-]|\d{1,4}[.)])\s+(?=\p{L})/u;

/** A list of addresses in one line, as one line each. */
export const oneEach = (pasted: string): string => pasted.replace(NEXT_ADDRESS, '$1\n');

/** Name and address of a line that is one of mail, as cells in the order of columns; null for any other line. */
export function addressed(line: string): readonly string[] | null {
  const match = ADDRESSED.exec(line.trim().replace(/[;,]$/, ''));
  return match === null ? null : named(match[1] ?? '', ['', match[2] ?? '']);
}

/**
 * The cells of a line without a heading in the order of columns: a whole name may come first, alone or with an address of mail beside it;
 * and an address where the company belongs is none.
 */
export function inOrder(cells: readonly string[]): readonly string[] {
  const [first = '', second = '', third = '', fourth = '', ...rest] = cells;
  const alone = second === '' ? addressed(first) : null;
  if (alone !== null) return [...alone.slice(0, 2), third, alone[3] ?? '', fourth, ...rest];
  if (isEmail(second)) return named(first, [third, second, fourth, ...rest]);
  if (second === '') return named(first, cells.slice(2));
  return isEmail(third) && !isEmail(fourth) ? [first, second, fourth, third, ...rest] : cells;
}

function named(whole: string, rest: readonly string[]): readonly string[] {
  const { forename, surname } = splitName(whole.replace(BULLET, ''));
  return [forename, surname, ...rest];
}

const isEmail = (cell: string): boolean => cell.includes('@') && matchesPattern('email', cell);
