import { DESK_WORDS } from '#i18n/deskWords.ts';
import { countriesIn, knownCountry } from './countries.ts';
import { html, type Html } from './html.ts';
import { writtenIn } from './layout.ts';
import type { FormPage, Problem } from './shown.ts';

type Judged = Pick<FormPage, 'problems'>;

/** Where what is said of a field leads to. */
export const placeOf = (name: string): string => `at-${name}`;
const reasonOf = (name: string): string => `why-${name}`;

const problemOf = ({ problems }: Judged, name: string): Problem | undefined =>
  problems.find(({ field }) => field === name);

/** Marks a field, or the fields of a part, that is not right, and leads from it to what is said of it. */
export const invalid = (page: Judged, name: string) =>
  problemOf(page, name) !== undefined && html`aria-invalid="true" ${described(page, name)}`;
export const described = (page: Judged, name: string) =>
  problemOf(page, name) !== undefined && html`aria-describedby="${reasonOf(name)}"`;

/** What is wrong with a field, beside it. */
export const problemAt = (page: Judged, name: string): Html | null => {
  const problem = problemOf(page, name);
  return problem === undefined
    ? null
    : html`<small class="problem" id="${reasonOf(name)}">${problem.text}</small>`;
};

/** A text of the form. */
export const written = ({ offer, language }: Pick<FormPage, 'offer' | 'language'>, text: string) =>
  writtenIn(text, offer.form.language, language);

export interface Field {
  name: string;
  label: string;
  type?: string;
  complete?: string;
  optional?: boolean;
  hint?: string;
  most?: number;
}

export function input(page: FormPage, field: Field): Html {
  const { name, label, type = 'text', complete, optional = false, hint, most = 300 } = field;
  const w = DESK_WORDS[page.language];
  return html`<label
    >${label} ${optional && html`<small>${w.optional}</small>`}
    <input
      id="${placeOf(name)}"
      type="${type}"
      name="${name}"
      value="${page.typed.get(name)}"
      maxlength="${most}"
      ${complete !== undefined && html`autocomplete="${complete}"`}
      ${!optional && html`required`}
      ${invalid(page, name)}
    />
    ${problemAt(page, name)} ${hint !== undefined && html`<small>${hint}</small>`}</label
  >`;
}

/** By its code, as browsers fill it in; what was written in a draft of before is found by its name. */
export function countryField(page: FormPage, name: string, complete: string): Html {
  const { language, typed } = page;
  const w = DESK_WORDS[language];
  const chosen = knownCountry(typed.get(name));
  return html`<label
    >${w.country} <small>${w.optional}</small>
    <select id="${placeOf(name)}" name="${name}" autocomplete="${complete}" ${invalid(page, name)}>
      <option value=""></option>
      ${countriesIn(language).map(
        ({ code, name: text }) =>
          html`<option value="${code}" ${code === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
    ${problemAt(page, name)}</label
  >`;
}
