import { memo, type FunctionComponent } from 'react';
import type { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import type { FormValues } from './formValues.ts';

/** What each part of the editor works with. `set` does the same at all times. */
export interface PartProps {
  values: FormValues;
  set: (change: Partial<FormValues>) => void;
  form: ReturnType<typeof useValidatedForm>;
}

/**
 * A part that is drawn anew only when one of the values changes that it uses, or what is wrong: a form has hundreds of fields,
 * and a key goes into one.
 */
export const partOf = <P extends PartProps>(
  Part: FunctionComponent<P>,
  uses: readonly (keyof FormValues)[],
): FunctionComponent<P> => memo(Part, (before, now) => isSame(before, now, uses)) as FunctionComponent<P>;

function isSame<P extends PartProps>(before: P, now: P, uses: readonly (keyof FormValues)[]): boolean {
  const { values: a, form: aForm, set: _aSet, ...aRest } = before;
  const { values: b, form: bForm, set: _bSet, ...bRest } = now;
  return (
    aForm.problems === bForm.problems &&
    uses.every((name) => a[name] === b[name]) &&
    Object.entries(bRest).every(([name, value]) => (aRest as Record<string, unknown>)[name] === value)
  );
}
