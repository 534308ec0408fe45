import { termsHolder, type Form } from '../documents/form.ts';
import { judgedAnswers } from './answers.ts';
import type { Submission } from './submission.ts';
import { sumOf } from './sum.ts';

type Filled = Pick<Submission, 'termsAccepted' | 'address' | 'addressSec' | 'answers' | 'extras'>;

/** The fields that are not filled in as a form wants, as dotted paths of the submission: all of them, to be mended at once. */
export function unfitFor(form: Form, submission: Filled): string[] {
  const unfit: string[] = [];
  if (termsHolder(form) !== null && submission.termsAccepted !== true) unfit.push('termsAccepted');
  for (const name of ['address', 'addressSec'] as const) {
    const isMandatory = form.mandatory?.[name === 'address' ? 'addr' : 'addrSec'] === true;
    const { street, city } = submission[name] ?? {};
    if (isMandatory && !street?.trim()) unfit.push(`${name}.street`);
    if (isMandatory && !city?.trim()) unfit.push(`${name}.city`);
  }
  if (sumOf(form, { clients: [], extras: submission.extras }) === null) unfit.push('extras');
  const answers = judgedAnswers(form.questions ?? [], submission.answers ?? {});
  if (!answers.ok) unfit.push(...answers.error.map((id) => `answers.${id}`));
  return unfit;
}
