import type { Question } from '../documents/form.ts';
import { dayOfText } from '../days.ts';
import { err, ok, type Result } from '../result.ts';

/** By the question's id: what was written or chosen, a day as 'YYYY-MM-DD', and `CONSENTED` for a consent. */
export type Answers = Readonly<Record<string, string>>;
export const CONSENTED = 'yes';

/** A question may be called like anything, `constructor` too. */
const answerTo = ({ id }: Pick<Question, 'id'>, answers: Answers): string =>
  (Object.hasOwn(answers, id) ? (answers[id] ?? '') : '').trim();

/** Characters of an answer. */
const MOST = { text: 300, longText: 5000 } as const;

/** Answers that another question can wait for. */
export const answersOf = ({ kind, choices }: Pick<Question, 'kind' | 'choices'>): readonly string[] =>
  kind === 'consent' ? [CONSENTED] : kind === 'choice' ? (choices ?? []) : [];

/**
 * The questions that are asked, given the answers so far: one that waits for an answer only where the question before it is
 * asked too and was answered so. Browser and server ask this function.
 */
export function askedQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const asked = new Map<string, Question>();
  const before = new Map<string, Question>();
  for (const question of questions) {
    const { id, showIf } = question;
    const other = showIf == null ? undefined : before.get(showIf.questionId);
    before.set(id, question);
    // Nobody could ever give an answer that is not there: then it waits for nothing.
    const waits = showIf != null && other !== undefined && answersOf(other).includes(showIf.is);
    if (!waits || (asked.has(other.id) && answerTo(other, answers) === showIf.is)) asked.set(id, question);
  }
  return [...asked.values()];
}

/** The answers to what was asked, or the ids of the questions that are not answered as they must be. */
export function judgedAnswers(
  questions: readonly Question[],
  answers: Answers,
): Result<Record<string, string>, string[]> {
  const known = new Set(questions.map(({ id }) => id));
  const wrong = Object.keys(answers).filter((id) => !known.has(id));
  const judged: Record<string, string> = {};
  for (const question of askedQuestions(questions, answers)) {
    const answer = answerTo(question, answers);
    if (answer === '' ? question.mandatory : !fits(question, answer)) wrong.push(question.id);
    else if (answer !== '') judged[question.id] = answer;
  }
  return wrong.length === 0 ? ok(judged) : err(wrong);
}

function fits(question: Question, answer: string): boolean {
  switch (question.kind) {
    case 'text':
      return answer.length <= MOST.text && !/[\r\n]/.test(answer);
    case 'longText':
      return answer.length <= MOST.longText;
    case 'date':
      return dayOfText(answer) !== null;
    default:
      return answersOf(question).includes(answer);
  }
}
