import { fold } from '../search/search.ts';

/** A heading or a word of a fixed list as it is compared: letters and digits only, whatever case and accents. */
export const headingKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

/** How lists say 'nothing' in a cell: '-', '—'. */
export const isDash = (text: string): boolean => /^[-\u2010-\u2015\u2212]+$/u.test(text);
