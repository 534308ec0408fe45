import { askedQuestions } from '#domain/desk/answers.ts';
import { answersIn, typedOf } from '#desk/typed.ts';
import { fieldsOf, type PageData } from './pageData.ts';

/** Opens the questions that are asked now, and closes the others: what is closed is not sent. */
export function showQuestions(form: HTMLFormElement, { questions }: PageData): void {
  // What stands in a closed one counts again when it opens: all are read first.
  const fields = [...form.querySelectorAll<HTMLFieldSetElement>('[data-question]')];
  const was = fields.map(({ disabled }) => disabled);
  for (const field of fields) field.disabled = false;
  const typed = typedOf(fieldsOf(form));
  const answers = answersIn(
    typed,
    questions.map(({ id }) => id),
  );
  const asked = new Set(askedQuestions(questions, answers).map(({ id }) => id));
  for (const [index, field] of fields.entries()) {
    const isClosed = !asked.has(field.dataset['question'] ?? '');
    field.disabled = isClosed;
    if (was[index] !== isClosed) field.hidden = isClosed;
  }
}
