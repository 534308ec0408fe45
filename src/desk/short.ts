import type { DeskReply } from '#api/deskSchemas.ts';
import { placesWanted } from '#domain/desk/sum.ts';
import type { Form } from '#domain/documents/form.ts';
import type { DeskWords } from '#i18n/deskWords.ts';
import type { Wanted } from './typed.ts';

/** Sessions in which places are limited, by id: what they are called, and how many are left. */
export type PlacesLeft = Readonly<Record<string, { title: string; left: number }>>;
export type ShortWords = 'tooFew_one' | 'tooFew_other' | 'noneLeft' | 'extraCount';

/** Whether there is no choice left that anybody could make. */
export const isAllTaken = ({ form, sessions }: Pick<DeskReply, 'form' | 'sessions'>): boolean =>
  sessions.length > 0 &&
  sessions.every(
    ({ id, left }) =>
      left !== null &&
      form.options.every(
        (option) =>
          left < option.clientCount || Object.keys(form.amounts[id]?.[option.id] ?? {}).length === 0,
      ),
  );

/** How many of an extra there may be, as a sentence. */
export const extraCount = (
  { name, maxCount }: Pick<Form['extras'][number], 'name' | 'maxCount'>,
  words: Pick<DeskWords, 'extraCount'>,
): string => words.extraCount.replace('{name}', () => name).replace('{n}', String(maxCount));

/** A sentence for each extra that cannot be had as often as it is asked for: where there is one, there is no sum. */
export function extrasWrong(
  extras: readonly Pick<Form['extras'][number], 'id' | 'name' | 'maxCount'>[],
  wanted: Pick<Wanted, 'extras'>,
  words: Pick<DeskWords, 'extraCount'>,
): string[] {
  const counts = new Map(wanted.extras?.map(({ id, count }) => [id, count]));
  return extras.flatMap((extra) => {
    const count = counts.get(extra.id) ?? 0;
    return count >= 0 && count <= extra.maxCount ? [] : [extraCount(extra, words)];
  });
}

/** A sentence for each session of which more is asked for than there is, and each extra. The server judges it once more. */
export function shortIn(
  form: { options: Form['options']; extras: Parameters<typeof extrasWrong>[0] },
  wanted: Wanted,
  places: PlacesLeft,
  words: Pick<DeskWords, ShortWords>,
): string[] {
  const taken = [...placesWanted(form, wanted)].flatMap(([sessionId, count]) => {
    const session = places[sessionId];
    if (session === undefined || count <= session.left) return [];
    const { title, left } = session;
    const text = left === 0 ? words.noneLeft : left === 1 ? words.tooFew_one : words.tooFew_other;
    return [text.replace('{session}', () => title).replace('{n}', String(left))];
  });
  return [...taken, ...extrasWrong(form.extras, wanted, words)];
}
