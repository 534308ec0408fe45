import type { Language } from '#domain/config.ts';
import type { Offer } from '#domain/commands/desk.ts';
import { calendarOf } from '#domain/days.ts';
import { formPage } from './formPage.ts';
import type { Html } from './html.ts';
import { publicOffer } from './publicly.ts';
import type { FormPage, Problem } from './shown.ts';
import { submissionOf, type Typed, type Wanted } from './typed.ts';

export interface Said {
  /** What is said above the form: why it was not sent. */
  problems: readonly Problem[];
  /** Nothing was typed yet. */
  isFresh?: boolean;
}

/** What a page asks for. */
export const shownIn = ({ form, sessions }: Offer) => ({
  sessionIds: sessions.map(({ session }) => session._id),
  extraIds: form.extras.map(({ id }) => id),
  questionIds: (form.questions ?? []).map(({ id }) => id),
});

/** The public page of a form, as the server sends it and as the editor's preview shows it. */
export function pageOf(
  offer: Offer,
  typed: Typed,
  language: Language,
  { problems, isFresh = false, ...rest }: Said & Pick<FormPage, 'now' | 'script'>,
): Html {
  return formPage({
    ...{ offer: publicOffer(offer), form: offer.form, language, typed, problems, isFresh, ...rest },
    timeZone: calendarOf(offer.event.timeZone).timeZone,
    wanted: submissionOf(typed, shownIn(offer)) as unknown as Wanted,
  });
}
