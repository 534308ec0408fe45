import type { Hold } from './audience.ts';
import { LINKS, namesVariable } from './variables.ts';

/** What an event's messages can carry beside words; null where that is not known, as on a device without network. */
export interface Carried {
  /** It was said at which address guests reach the server. */
  links: boolean | null;
  /** The event takes payments by card. */
  cards: boolean | null;
}

/** Why nobody can get these words, or null; `said` is all that is said, with its variables still in it. */
export function linkHold(
  said: string,
  { links, cards }: Carried,
): Extract<Hold, 'no_cards' | 'no_address'> | null {
  if (cards === false && namesVariable(said, 'payment_link')) return 'no_cards';
  return links === false && asksLink(said) ? 'no_address' : null;
}

/** A link that is each person's own stands in these words. */
export const asksLink = (said: string): boolean => LINKS.some((variable) => namesVariable(said, variable));
