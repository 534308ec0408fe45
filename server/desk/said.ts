import type { Language } from '#domain/config.ts';
import type { Offer } from '#domain/commands/desk.ts';
import type { FormPart } from '#domain/desk/changedParts.ts';
import type { DeskRefusal } from '#domain/commands/registerAtDesk.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import type { Said } from '#desk/page.ts';
import { titleIn } from '#desk/layout.ts';
import { fieldOf, type Typed } from '#desk/typed.ts';

/** What is wrong with what was typed, a sentence for each field. */
export function wrongOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  { form }: Offer,
  typed: Typed,
  language: Language,
): Said {
  const w = DESK_WORDS[language];
  const names = [...new Map(issues.map(({ path, message }) => [fieldOf(typed, path.join('.')), message]))];
  return {
    problems: names.map(([field, message]) => {
      const guest = /^g(\d+)/.exec(field)?.[1];
      const who = guest === undefined ? '' : fill(w.guestN, { n: Number(guest) + 1 });
      const key = field.slice(field.lastIndexOf('.') + 1) as keyof typeof w;
      if (guest !== undefined && !field.includes('.'))
        return { field, text: fill(w.chooseSession, { guest: who }) };
      const question = form.questions?.find(({ id }) => field === `q.${id}`)?.label;
      const label = [who, question ?? w[key] ?? field].filter((part) => part !== '').join(', ');
      if (message === 'required') return { field, text: `${label} ${w.required}.` };
      const example = key === 'phone' ? ` ${w.phoneWrong}` : key === 'email' ? ` ${w.emailWrong}` : '';
      return { field, text: `${label} ${w.invalid}.${example}` };
    }),
  };
}

/** Why the desk registered nobody. */
export function refusedOf(
  { reason, field = '', left = 0 }: DeskRefusal,
  { offer, typed, changed }: { offer: Offer; typed: Typed; changed: readonly FormPart[] },
  language: Language,
): Said {
  const w = DESK_WORDS[language];
  if (reason === 'changed') return { problems: [{ text: changedIn(changed, language) }] };
  if (reason === 'closed') return { problems: [{ text: w.closed }] };
  if (reason === 'invalid') {
    const name = fieldOf(typed, field);
    const isMissing = typed.get(name).trim() === '';
    // The form offers it: it is the sum.
    const isSum = name === 'pay' && typed.get(name) === 'card' && offer.event.paymentTypes.includes('card');
    const said = isSum
      ? `${w.cardSum} ${w.cardSumHint}`
      : (name === 'terms' && w.acceptTerms) || (name === 'code' && w.accessCodeWrong) || null;
    return said === null
      ? wrongOf(
          [{ path: field.split('.'), message: isMissing ? 'required' : 'invalid' }],
          offer,
          typed,
          language,
        )
      : { problems: [{ text: said, field: name }] };
  }
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
    ],
  };
}

/** That the form is another one by now, and what of it. */
function changedIn(parts: readonly FormPart[], language: Language): string {
  const w = DESK_WORDS[language];
  if (parts.length === 0) return w.changed;
  const list = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' });
  return `${w.changed} ${fill(w.changedWhat, { parts: list.format(parts.map((part) => w[`part_${part}`])) })}`;
}
