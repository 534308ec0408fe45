import { fold } from '../search/search.ts';

/** A heading or a word of a fixed list as it is compared: letters and digits only, whatever case and accents. */
export const headingKey = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');
