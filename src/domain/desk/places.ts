import type { Form } from '../documents/form.ts';
import { counterpartOf, lineOf } from '../forms/versions.ts';

/** The versions that share one quota: a form's, and those of its counterpart (readings, no. 37). */
export function quotaOf(forms: ReadonlyMap<string, Form>, form: Form): ReadonlySet<string> {
  const other = counterpartOf(forms, form);
  return new Set([...lineOf(forms, form), ...(other === null ? [] : lineOf(forms, other))]);
}
