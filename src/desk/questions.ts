import type { Question } from '#domain/documents/form.ts';
import { askedQuestions, CONSENTED } from '#domain/desk/answers.ts';
import { DESK_WORDS } from '#i18n/deskWords.ts';
import { invalid, placeOf, problemAt, written } from './fields.ts';
import type { FormPage } from './shown.ts';
import { html, type Html } from './html.ts';
import { answersIn } from './typed.ts';

/** The organiser's own questions. One that is not asked is there, closed, for the script to open. */
export function questionsPart(page: FormPage): Html | null {
  const { questions } = page.offer.form;
  if (questions.length === 0) return null;
  const ids = questions.map(({ id }) => id);
  const asked = new Set(askedQuestions(questions, answersIn(page.typed, ids)).map(({ id }) => id));
  return html`<fieldset class="card">
    <legend>${DESK_WORDS[page.language].questions}</legend>
    ${questions.map(
      (question) =>
        html`<fieldset
          class="question"
          data-question="${question.id}"
          ${!asked.has(question.id) && html`hidden disabled`}
        >
          ${field(page, question)}
        </fieldset>`,
    )}
  </fieldset>`;
}

function field(page: FormPage, { id, kind, label, choices, mandatory }: Question): Html {
  const name = `q.${id}`;
  const value = page.typed.get(name);
  const note = mandatory ? null : html`<small>${DESK_WORDS[page.language].optional}</small>`;
  const must = html`id="${placeOf(name)}" ${mandatory && html`required`} ${invalid(page, name)}`;
  const problem = problemAt(page, name);
  const said = written(page, label);
  const { language } = page.offer.form;
  const as = language !== page.language && html`lang="${language}"`;
  if (kind === 'consent')
    return html`<label class="pick"
      ><input
        type="checkbox"
        name="${name}"
        value="${CONSENTED}"
        ${value === CONSENTED && html`checked`}
        ${must}
      /><span>${said} ${note} ${problem}</span></label
    >`;
  if (kind === 'choice')
    return html`<label
      >${said} ${note}
      <select name="${name}" ${must}>
        <option value=""></option>
        ${(choices ?? []).map(
          (choice) =>
            html`<option value="${choice}" ${as} ${choice === value && html`selected`}>${choice}</option>`,
        )}
      </select>
      ${problem}</label
    >`;
  if (kind === 'longText')
    return html`<label
      >${said} ${note}<textarea name="${name}" rows="4" maxlength="5000" ${must}>${value}</textarea>
      ${problem}
    </label>`;
  return html`<label
    >${said} ${note}<input
      type="${kind === 'date' ? 'date' : 'text'}"
      name="${name}"
      value="${value}"
      maxlength="300"
      ${must}
    />${problem}</label
  >`;
}
