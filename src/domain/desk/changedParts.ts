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

/** Without what says no more than if it were missing: a form that was written by the editor names everything. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(said);
  if (typeof value !== 'object' || value === null) return value || value === 0 ? value : undefined;
  const kept = Object.entries(value).flatMap(([name, of]) => {
    const rest = said(of);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** In which parts two versions of a form are shown differently. */
export function changedParts(shown: Form, now: Form): FormPart[] {
  const [before, after] = [publicFields(shown), publicFields(now)];
  const names = Object.keys(after) as (keyof FormFields)[];
  const changed = names.filter(
    (name) => canonical(said(before[name]) ?? null) !== canonical(said(after[name]) ?? null),
  );
  const terms = termsHolder(shown) === termsHolder(now) ? [] : (['terms'] as const);
  return [...new Set([...changed.map((name) => PARTS[name] ?? 'texts'), ...terms])];
}
