import { sumOf } from '#domain/desk/sum.ts';
import { shortIn } from '#desk/short.ts';
import { submissionOf, typedOf, type Wanted } from '#desk/typed.ts';
import { element, fieldsOf, type PageData } from './pageData.ts';

/** The sum with VAT as one types. The server works it out again, from the version that was shown. */
export function showSum(
  form: HTMLFormElement,
  { priced, sessionIds, places, questions, words, ...data }: PageData,
): void {
  const place = document.querySelector('#sum');
  if (place === null) return;
  const extraIds = priced.extras.map(({ id }) => id);
  const wanted = submissionOf(typedOf(fieldsOf(form)), {
    ...{ sessionIds, extraIds, questionIds: questions.map(({ id }) => id) },
  }) as unknown as Wanted;
  const isAsked = wanted.clients.some(({ sessions }) => sessions.length > 0);
  const sum = isAsked ? sumOf(priced, wanted) : null;
  const format = new Intl.NumberFormat(data.locale, {
    ...{ style: 'currency', currency: data.currency.toUpperCase() },
  });
  const money = (cents: number): string => (cents === 0 ? words.free : format.format(cents / 100));
  const short = shortIn(priced, wanted, places, words);
  place.replaceChildren(
    ...(sum === null ? [] : [element('span', `${words.sum} ${money(sum.total)}`, 'sum')]),
    ...(sum !== null && sum.vat > 0
      ? [' ', element('small', words.sumVat.replace('{vat}', money(sum.vat)))]
      : []),
    ...short.map((text) => element('small', text, 'problem')),
  );
}
