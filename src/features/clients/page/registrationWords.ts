import { extraCount } from '#domain/desk/extraColumns.ts';
import type { Form } from '#domain/documents/form.ts';
import type { SessionEntry } from '#domain/documents/session.ts';

/** The name of the product's option, by the consumer's form or else any form that has it, and its kind. */
export function productOf(
  entry: SessionEntry,
  form: Form | null,
  forms: readonly Form[],
): { option: string | null; kind: 'adult' | 'child' | null } {
  const { optionId, kind } = entry.product ?? {};
  const all = form === null ? forms : [form, ...forms];
  const option = all.flatMap(({ options }) => options).find(({ id }) => id === optionId);
  return { option: option?.name ?? optionId ?? null, kind: kind ?? null };
}

/** A registration's extras: counts by the id of the form's extra. */
export function extrasOf(extras: unknown, form: Form | null): { name: string; count: number }[] {
  if (extras === null || typeof extras !== 'object') return [];
  return Object.entries(extras).flatMap(([id, value]: [string, unknown]) => {
    const count = extraCount(value);
    if (count <= 0) return [];
    return [{ name: form?.extras.find((extra) => extra.id === id)?.name ?? id, count }];
  });
}
