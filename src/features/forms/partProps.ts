import type { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import type { FormValues } from './formValues.ts';

/** What each part of the editor works with. */
export interface PartProps {
  values: FormValues;
  set: (change: Partial<FormValues>) => void;
  form: ReturnType<typeof useValidatedForm>;
}
