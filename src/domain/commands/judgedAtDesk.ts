import { judgedAnswers } from '../desk/answers.ts';
import { changedParts } from '../desk/changedParts.ts';
import type { Submission } from '../desk/submission.ts';
import { placesWanted, sumOf } from '../desk/sum.ts';
import { unfitFor } from '../desk/unfit.ts';
import type { Form } from '../documents/form.ts';
import { lineOf } from '../forms/versions.ts';
import { fitsCard } from '../money/cardLimits.ts';
import { err, ok, type Result } from '../result.ts';
import { formAt, knowsCode, opennessOf, placesLeft } from './desk.ts';
import type { EventView } from './view.ts';

export interface DeskRegistration {
  accessId: string;
  /** Names the registration and its guests: follows from the submission's id, so that it is made once. */
  localId: string;
  submission: Submission;
  /** Stands for what is asked for (`contentOf`): kept with the registration, so that it is known again. */
  content: string;
  /** What stands beside the box of the terms. */
  termsWording: string;
  /** Whether cards are taken. */
  takesCards: boolean;
}

/** Why nobody was registered; `field` is a dotted path of the submission, or the session's id where places are short. */
export interface DeskRefusal {
  reason: 'full' | 'changed' | 'closed' | 'invalid';
  field?: string;
  left?: number;
}
/** What is registered. */
export interface Accepted {
  form: Form;
  /** Cents. */
  sum: { net: number; vat: number };
  answers: Record<string, string>;
}

/** Whether this can be registered at `now` (ms), and for how much; or the first thing that cannot be. */
export function judgedAtDesk(
  view: EventView,
  { accessId, submission, takesCards }: DeskRegistration,
  now: number,
): Result<Accepted, DeskRefusal> {
  const event = view.document('event', 'event');
  const form = formAt(view, accessId);
  if (form === null || event === null || opennessOf(form, now) !== 'open') return err({ reason: 'closed' });
  if (!knowsCode(form, submission.code)) return invalid('code');
  if (!isAsShown(view, form, submission.formId ?? null)) return err({ reason: 'changed' });
  const byCard = submission.paymentType === 'card';
  if ((byCard && !takesCards) || !event.paymentTypes.includes(submission.paymentType))
    return invalid('paymentType');
  const [unfit] = unfitFor(form, submission);
  if (unfit !== undefined) return invalid(unfit);
  const wrong = wrongPlace(view, form, submission);
  if (wrong !== null) return err(wrong);
  const answers = judgedAnswers(form.questions ?? [], submission.answers ?? {});
  if (!answers.ok) return invalid(`answers.${answers.error[0] ?? ''}`);
  const sum = sumOf(form, submission);
  if (sum === null) return invalid('extras');
  const total = sum.net + sum.vat;
  if (byCard && total > 0 && !fitsCard(total, form.currency)) return invalid('paymentType');
  const short = shortOf(view, form, submission);
  return short === null ? ok({ form, sum, answers: answers.value }) : err(short);
}

const invalid = (field: string): { ok: false; error: DeskRefusal } => err({ reason: 'invalid', field });

/** The first place of a guest that the form does not offer, or twice in one session. */
function wrongPlace(view: EventView, form: Form, { clients }: Submission): DeskRefusal | null {
  for (const [index, { sessions }] of clients.entries()) {
    const seen = new Set<string>();
    for (const [row, { sessionId, optionId, kind }] of sessions.entries()) {
      const field = `clients.${index}.sessions.${row}`;
      const session = view.document('session', sessionId);
      const price = form.amounts[sessionId]?.[optionId]?.[kind];
      if (session === null || price?.enabled !== true || seen.has(sessionId))
        return { reason: 'invalid', field };
      if (kind === 'child' && form.children !== true) return { reason: 'invalid', field: `${field}.kind` };
      if (session.status === 'archived') return { reason: 'closed', field: sessionId };
      seen.add(sessionId);
    }
  }
  return null;
}

/** The version that was shown still holds, or the one that does would have been shown alike. */
function isAsShown(view: EventView, form: Form, formId: string | null): boolean {
  if (formId === null || formId === form._id) return true;
  const forms = view.documents('form');
  const shown = forms.get(formId);
  if (shown === undefined || !lineOf(forms, form).has(formId)) return false;
  return changedParts(shown, form).length === 0;
}

/** The first session that has not as many places as are wanted. */
function shortOf(view: EventView, form: Form, submission: Submission): DeskRefusal | null {
  for (const [sessionId, places] of placesWanted(form, submission)) {
    const left = placesLeft(view, form, sessionId);
    if (left !== null && left < places) return { reason: 'full', field: sessionId, left };
  }
  return null;
}
