import type { Plan, Session } from '../documents/session.ts';

/*
 * Pictures of image tables (specification 2 §3: `image {fileIndex, width, height}`) are attachments of the session, by
 * their index.
 */

const PREFIX = 'planImage';
/** Far beyond what chance gives; a higher one is forged, and nothing could follow the last number that there is. */
const LAST_INDEX = 1_000_000_000_000_000;

export const planPictureName = (fileIndex: number): string => `${PREFIX}${fileIndex}`;

/** The indexes of the pictures that a session has, in order. */
export const planPictureIndexes = ({ _attachments }: Pick<Session, '_attachments'>): number[] =>
  Object.keys(_attachments ?? {})
    .filter((name) => name.startsWith(PREFIX) && /^\d{1,16}$/.test(name.slice(PREFIX.length)))
    .map((name) => Number(name.slice(PREFIX.length)))
    .toSorted((a, b) => a - b);

/** 40 bits out of a new id: an index that nobody else takes. */
export const randomPictureIndex = (newId: string): number => Number.parseInt(newId.slice(0, 8), 36);

/** An index that neither a picture of the session nor a table of the plan has: a table must not get another's picture. */
export function nextPictureIndex(session: Pick<Session, '_attachments'>, plan: Plan | null): number {
  const used = Object.values(plan?.state.tables ?? {}).map(({ image }) => image?.fileIndex ?? -1);
  const known = [...used, ...planPictureIndexes(session)].filter((index) => index <= LAST_INDEX);
  return Math.max(-1, ...known) + 1;
}
