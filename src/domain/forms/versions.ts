import type { Form } from '../documents/form.ts';

type Forms = ReadonlyMap<string, Form>;

const isLater = (a: Form, b: Form): boolean =>
  (a.metadata.updatedAt ?? 0) - (b.metadata.updatedAt ?? 0) > 0 ||
  ((a.metadata.updatedAt ?? 0) === (b.metadata.updatedAt ?? 0) && a._id > b._id);

/** Newest first; by id where they are of the same moment. */
export const newestFirst = (forms: readonly Form[]): Form[] =>
  forms.toSorted((a, b) => (isLater(a, b) ? -1 : 1));

/** The version that holds by now: itself, or what took its place, and so on. Null where that was deleted. */
export function heldBy(forms: Forms, id: string): Form | null {
  const seen = new Set<string>();
  let current = forms.get(id) ?? null;
  while (current !== null && !current.enabled && !seen.has(current._id)) {
    seen.add(current._id);
    const { _id } = current;
    const next = [...forms.values()].filter(({ replaces, joins }) => replaces === _id || joins === _id);
    current = newestFirst(next.filter(({ enabled }) => enabled))[0] ?? newestFirst(next)[0] ?? null;
  }
  return current?.enabled === true ? current : null;
}

/** Itself, and all that it took the place of. */
export function lineOf(forms: Forms, form: Form): Set<string> {
  const line = new Set<string>();
  const open = [form._id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (line.has(id)) continue;
    line.add(id);
    const { replaces, joins } = forms.get(id) ?? {};
    open.push(...[replaces, joins].filter((one) => typeof one === 'string'));
  }
  return line;
}

/** The newest version that both come from. */
export function commonStart(forms: Forms, a: Form, b: Form): Form | null {
  const line = lineOf(forms, b);
  const shared = [...lineOf(forms, a)].filter((id) => line.has(id)).flatMap((id) => forms.get(id) ?? []);
  return newestFirst(shared)[0] ?? null;
}

/** The forms that hold, each by its newest version, by name. */
export const formsThatHold = (forms: Forms): Form[] =>
  [...forms.values()].filter(({ enabled }) => enabled).sort((a, b) => a.name.localeCompare(b.name));

/** The same form in the other language, where there is one. */
export function counterpartOf(forms: Forms, form: Pick<Form, 'counterpartId' | 'language'>): Form | null {
  const other = form.counterpartId == null ? null : heldBy(forms, form.counterpartId);
  return other !== null && other.language !== form.language ? other : null;
}
