import type { Language } from '#domain/config.ts';
import type { Offer } from '#domain/commands/desk.ts';
import { calendarOf } from '#domain/days.ts';
import type { FormPart } from '#domain/desk/changedParts.ts';
import type { DeskRefusal } from '#domain/commands/judgedAtDesk.ts';
import { DESK_PAYMENTS, DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import type { Said } from '#desk/page.ts';
import { titleIn, whenIn } from '#desk/layout.ts';
import { publicOffer } from '#desk/publicly.ts';
import { extrasWrong } from '#desk/short.ts';
import { extrasOf, fieldOf, movedSince, type Typed } from '#desk/typed.ts';

/** Something that is wrong, and where in the submission. */
export interface Issue {
  path: PropertyKey[];
  /** Where it is left out, that follows from what was typed. */
  message?: string;
}
/** Of a session that was chosen: it is not offered any more. */
export const GONE = 'gone';
export const issueAt = (field: string): Issue => ({ path: field.split('.') });

/** What is wrong with what was typed, a sentence for each field. */
export function wrongOf(
  issues: readonly Issue[],
  { form, event }: Offer,
  typed: Typed,
  language: Language,
): Said {
  const w = DESK_WORDS[language];
  const names = new Map<string, string | undefined>();
  for (const { path, message } of issues) {
    const field = fieldOf(typed, path.join('.'));
    names.set(field, message ?? names.get(field));
  }
  return {
    problems: [...names].map(([field, told]) => {
      // The form offers it: it is the sum.
      const isSum = field === 'pay' && typed.get(field) === 'card' && event.paymentTypes.includes('card');
      if (field === 'pay' && !isSum && typed.has('pay')) return wayGone(event, language);
      if (isSum) return { field, text: `${w.cardSum} ${w.cardSumHint}` };
      if (field === 'terms') return { field, text: w.acceptTerms };
      if (field === 'code') return { field, text: w.accessCodeWrong };
      const extras = {
        extras: extrasOf(
          typed,
          form.extras.map(({ id }) => id),
        ),
      };
      const over = field === 'extras' ? extrasWrong(form.extras, extras, w) : [];
      if (over.length > 0) return { field, text: over.join(' ') };
      const message = told ?? (field !== 'extras' && typed.get(field).trim() === '' ? 'required' : 'invalid');
      const guest = /^g(\d+)/.exec(field)?.[1];
      const who = guest === undefined ? '' : fill(w.guestN, { n: Number(guest) + 1 });
      const key = field.slice(field.lastIndexOf('.') + 1) as keyof typeof w;
      if (guest !== undefined && !field.includes('.'))
        return { field, text: fill(told === GONE ? w.choiceGone : w.chooseSession, { guest: who }) };
      const question = form.questions?.find(({ id }) => field === `q.${id}`)?.label;
      const label = [who, question ?? w[key] ?? field].filter((part) => part !== '').join(', ');
      if (message === 'required') return { field, text: `${label} ${w.required}.` };
      const example = key === 'phone' ? ` ${w.phoneWrong}` : key === 'email' ? ` ${w.emailWrong}` : '';
      return { field, text: `${label} ${w.invalid}.${example}` };
    }),
  };
}

/** What is different from the page that was shown: the form, and when what was chosen takes place. */
export function newsIn(
  offer: Offer,
  typed: Typed,
  changed: readonly FormPart[],
  language: Language,
): Said['problems'] {
  const shown = publicOffer(offer).sessions;
  const { timeZone } = calendarOf(offer.event.timeZone);
  const moved = movedSince(typed, shown).map((session) => ({
    text: fill(DESK_WORDS[language].moved, {
      session: titleIn(session, language),
      when: whenIn(session, language, timeZone),
    }),
  }));
  return [...(changed.length === 0 ? [] : [{ text: changedIn(changed, language) }]), ...moved];
}

/** Why the desk registered nobody. */
export function refusedOf(
  { reason, field = '', left = 0 }: DeskRefusal,
  {
    offer,
    typed,
    changed,
    unfit,
    gone,
  }: {
    offer: Offer;
    typed: Typed;
    changed: readonly FormPart[];
    /** Whatever the form asks for otherwise than it was typed. */
    unfit: readonly Issue[];
    /** What was chosen, and is not offered any more. */
    gone: readonly Issue[];
  },
  language: Language,
): Said {
  const w = DESK_WORDS[language];
  const told = wrongOf(gone, offer, typed, language).problems;
  if (reason === 'changed') return { problems: [{ text: changedIn(changed, language) }, ...told] };
  if (reason === 'invalid') return wrongOf([issueAt(field), ...unfit, ...gone], offer, typed, language);
  // One session of several.
  const isOfOne = field !== '' && told.length > 0 && offer.sessions.length > 0;
  if (reason === 'closed') return { problems: isOfOne ? told : [{ text: w.closed }] };
  const { session } = offer.sessions.find((one) => one.session._id === field) ?? {};
  const title =
    session === undefined ? '' : titleIn({ ...session, titleFrench: session.titleFrench ?? null }, language);
  const text = left === 0 ? w.noneLeft : left === 1 ? w.tooFew_one : w.tooFew_other;
  const guest = Array.from({ length: typed.guests }, (_, index) => `g${index}.${field}`).find(
    (name) => typed.get(name) !== '',
  );
  return {
    problems: [
      { text: fill(text, { session: title, n: left }), ...(guest === undefined ? {} : { field: guest }) },
      ...told,
    ],
  };
}

/** The way to pay is not offered any more; of a single one that is left nobody is asked, so it is told which. */
function wayGone({ paymentTypes }: Offer['event'], language: Language): Said['problems'][number] {
  const w = DESK_WORDS[language];
  const [only, ...more] = paymentTypes;
  if (only === undefined || more.length > 0) return { field: 'pay', text: `${w.wayGone} ${w.cardSumHint}` };
  return { text: `${w.wayGone} ${fill(w.wayLeft, { way: DESK_PAYMENTS[language][only] })}` };
}

/** That the form is another one by now, and what of it. */
function changedIn(parts: readonly FormPart[], language: Language): string {
  const w = DESK_WORDS[language];
  if (parts.length === 0) return w.changed;
  const list = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' });
  return `${w.changed} ${fill(w.changedWhat, { parts: list.format(parts.map((part) => w[`part_${part}`])) })}`;
}
