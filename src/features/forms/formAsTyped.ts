import type { Calendar } from '#domain/days.ts';
import type { Form } from '#domain/documents/form.ts';
import { productKinds } from '#domain/documents/session.ts';
import { fieldsFrom, type FormValues } from './formValues.ts';
import type { ChosenTerms } from './TermsField.tsx';

/** What the editor began with. */
export interface Begun {
  form: Form | null;
  values: FormValues;
  /** The event's. */
  calendar: Calendar;
}

const NOT_SAVED = 'form_preview';
const whole = (value: number | null | undefined, least: number): number | null =>
  value != null && Number.isInteger(value) && value >= least ? value : null;

/** The form that would be saved, also while some of what is typed is no number yet: for a look only. */
export function formAsTyped(begun: Begun, values: FormValues, terms: ChosenTerms): Form {
  const fields = fieldsFrom(values, begun, productKinds, begun.calendar);
  const { _attachments, termsOf, ...kept } = begun.form ?? {};
  const agreed =
    terms === undefined ? { _attachments, termsOf } : { termsOf: terms === null ? null : NOT_SAVED };
  return {
    ...{
      _id: NOT_SAVED,
      type: 'form',
      enabled: true,
      accessId: null,
      metadata: { createdAt: 0, updatedAt: 0 },
    },
    ...kept,
    ...agreed,
    ...fields,
    maxClientCountPerSession: whole(fields.maxClientCountPerSession, 1),
    keepMonths: whole(fields.keepMonths, 1),
    options: fields.options.map((option) => ({ ...option, clientCount: whole(option.clientCount, 1) ?? 1 })),
    extras: fields.extras.map((extra) => ({ ...extra, maxCount: whole(extra.maxCount, 0) ?? 0 })),
  } as Form;
}
