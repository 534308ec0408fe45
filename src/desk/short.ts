import type { DeskReply } from '#api/deskSchemas.ts';
import { placesWanted } from '#domain/desk/sum.ts';
import type { Form } from '#domain/documents/form.ts';
import type { DeskWords } from '#i18n/deskWords.ts';
import type { Wanted } from './typed.ts';

/** Sessions in which places are limited, by id: what they are called, and how many are left. */
export type PlacesLeft = Readonly<Record<string, { title: string; left: number }>>;
export type ShortWords = 'tooFew_one' | 'tooFew_other' | 'noneLeft';

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

/** A sentence for each session of which more is asked for than there is. The server judges it once more. */
export function shortIn(
  form: Pick<Form, 'options'>,
  wanted: Pick<Wanted, 'clients'>,
  places: PlacesLeft,
  words: Pick<DeskWords, ShortWords>,
): string[] {
  return [...placesWanted(form, wanted)].flatMap(([sessionId, count]) => {
    const session = places[sessionId];
    if (session === undefined || count <= session.left) return [];
    const { title, left } = session;
    const text = left === 0 ? words.noneLeft : left === 1 ? words.tooFew_one : words.tooFew_other;
    return [text.replace('{session}', () => title).replace('{n}', String(left))];
  });
}
