import { canonical } from '../canonical.ts';
import { termsHolder, type Form } from '../documents/form.ts';
import { fieldsOf, type FormFields } from '../forms/fields.ts';

/** Parts of a form, as people tell them apart. */
export type FormPart = 'prices' | 'choices' | 'asked' | 'texts' | 'terms' | 'kept';

const PARTS: Partial<Record<keyof FormFields, FormPart>> = {
  ...{ currency: 'prices', vat: 'prices', amounts: 'prices', extras: 'prices' },
  ...{ options: 'choices', children: 'choices' },
  ...{ required: 'asked', mandatory: 'asked', questions: 'asked' },
  ...{ keepMonths: 'kept', noticeUrl: 'kept' },
};

/** What guests see of a form: when it opens, its code and what is the team's make no other page of it. */
const publicFields = (form: Form) => ({
  ...fieldsOf(form),
  ...{ name: null, notes: null, counterpartId: null, maxClientCountPerSession: null, guestsMay: null },
  ...{ opensAt: null, closesAt: null, code: null, questions: form.questions ?? [] },
  ...{ keepMonths: form.keepMonths ?? null, noticeUrl: form.noticeUrl || null },
});

/** In which parts two versions of a form are shown differently. */
export function changedParts(shown: Form, now: Form): FormPart[] {
  const [before, after] = [publicFields(shown), publicFields(now)];
  const names = Object.keys(after) as (keyof FormFields)[];
  const changed = names.filter((name) => canonical(before[name] ?? null) !== canonical(after[name] ?? null));
  const terms = termsHolder(shown) === termsHolder(now) ? [] : (['terms'] as const);
  return [...new Set([...changed.map((name) => PARTS[name] ?? 'texts'), ...terms])];
}
