import { dayOfText } from '../days.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Form, Question } from '../documents/form.ts';
import { newestFirst } from '../forms/versions.ts';

export interface AnswerColumn {
  heading: string;
  /** '' where the registration was not asked, or did not answer. */
  of(consumer: Consumer | null): string;
  /** The answer as a day's number (see days.ts), where days are asked for and spreadsheet programs know it; else null. */
  day(consumer: Consumer | null): number | null;
}

/** The first of March 1900: before it they count the days in different ways. */
const FIRST_DAY = -25_508;

/**
 * A column for each own question that one of these registrations has answered, in the order of the forms: the same question of
 * several versions, or of two forms that ask it in the same words, is one. `yes` is what a consent says.
 */
export function answerColumns(
  forms: Iterable<Form>,
  consumers: Iterable<Consumer | null>,
  yes: string,
): AnswerColumn[] {
  const answered = new Set<string>();
  for (const consumer of consumers)
    for (const id of Object.keys(consumer?.registration?.answers ?? {})) answered.add(id);
  const questions = new Map<string, Question>();
  const ids = new Map<string, string[]>();
  for (const form of newestFirst([...forms])) {
    for (const question of form.questions ?? []) {
      const { id, label } = question;
      if (!answered.has(id) || questions.has(id)) continue;
      questions.set(id, question);
      ids.set(label, [...(ids.get(label) ?? []), id]);
    }
  }
  return [...ids].map(([heading, same]) => {
    function of(consumer: Consumer | null): string {
      const answers = consumer?.registration?.answers ?? {};
      const id = same.find((one) => answers[one] !== undefined);
      if (id === undefined) return '';
      return questions.get(id)?.kind === 'consent' ? yes : (answers[id] ?? '');
    }
    const asksDays = same.every((id) => questions.get(id)?.kind === 'date');
    function day(consumer: Consumer | null): number | null {
      const found = asksDays ? dayOfText(of(consumer)) : null;
      return found === null || found < FIRST_DAY ? null : found;
    }
    return { heading, of, day };
  });
}
