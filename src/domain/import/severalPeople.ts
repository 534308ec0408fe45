import type { CheckedRow } from './check.ts';

/** A row that becomes one guest, and whose name seems to be of several. */
export interface SeveralPeople {
  line: number;
  name: string;
}

/** 'Marie & Jean', 'Tom/Ann', 'Mr. and Mrs.', 'Marie et Jean', 'Anna und Urs'. */
const JOINED = /\p{L}\.?\s*[&/]\s*\p{L}|\p{L}\.?\s(?:and|et|und)\s\p{L}/iu;
/** 'Famille Rochat (4 pers.)', 'The Rochat family'. */
const FAMILY = /^(?:the\s)?(?:family|famille|familie)\s|\s(?:family|famille|familie)$/iu;

/**
 * Rows of couples and families in one. Nobody takes them apart by itself, for a surname may have a sign of joining too: 'von &
 * zu Berg', 'Bodmer & Söhne'. So only what stands in front of it counts.
 */
export const severalPeople = (rows: readonly CheckedRow[]): SeveralPeople[] =>
  rows.flatMap(({ line, client }) => {
    if (client === null) return [];
    const name = `${client.forename} ${client.surname}`.trim();
    return JOINED.test(client.forename) || FAMILY.test(name) ? [{ line, name }] : [];
  });
