import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { matchesPattern, type PatternName } from '#domain/text/text.ts';

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type ValidationKey =
  | 'required'
  | 'invalid'
  | 'tooLong'
  | 'range'
  | 'step'
  | 'number'
  | 'whole'
  | 'lines'
  | 'choices'
  | 'ambiguous'
  | 'unit'
  | 'iban'
  | 'origin'
  | 'date'
  | Exclude<PatternName, 'longText' | 'richText' | 'username' | 'password'>;

/** Which message a field's validity state calls for; null when it is valid. */
function problemOf(field: FieldElement): ValidationKey | null {
  const { validity } = field;
  // Browsers take spaces for something; all texts are trimmed when saved.
  if (field.required && field.value.trim() === '' && field.value !== '') return 'required';
  if (validity.valid) return isUnfit(field) ? 'text' : null;
  if (validity.valueMissing) return field.dataset['kind'] === 'date' ? 'date' : 'required';
  if (validity.tooLong) return 'tooLong';
  // A field with rules of its own names the problem (HundredthsInput).
  if (validity.customError) return field.validationMessage as ValidationKey;
  if (validity.badInput) return 'number';
  if (validity.rangeOverflow || validity.rangeUnderflow) return 'range';
  if (validity.stepMismatch) return 'step';
  if (validity.typeMismatch) return 'email';
  if (validity.patternMismatch) return (field.dataset['kind'] as ValidationKey | undefined) ?? 'invalid';
  return 'invalid';
}

/** Browsers know no pattern of a field of several lines. */
function isUnfit(field: FieldElement): boolean {
  const { kind } = field.dataset;
  if (!(field instanceof HTMLTextAreaElement) || (kind !== 'text' && kind !== 'longText')) return false;
  return !matchesPattern(kind, field.value);
}

/** Date pickers keep `name` for a hidden field of theirs: `data-field` names the visible one. */
const nameOf = (field: FieldElement): string => field.dataset['field'] ?? field.name;

const isField = (element: Element): element is FieldElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

/**
 * Forms use the browser's own validity checks (specification 1 §5) and show what they say at the field, in the
 * language of the interface: on submit all fields are checked and the first bad one gets the focus; a field with a
 * message is checked again with each change. Fields are known by their `name`; `data-kind` names their pattern.
 */
export function useValidatedForm(onValid: () => void | Promise<void>) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<Readonly<Record<string, ValidationKey>>>({});

  function check(form: HTMLFormElement): boolean {
    const found: Record<string, ValidationKey> = {};
    let first: FieldElement | null = null;
    for (const element of form.elements) {
      if (!isField(element) || nameOf(element) === '' || element.disabled) continue;
      const problem = problemOf(element);
      if (problem === null) continue;
      found[nameOf(element)] ??= problem;
      first ??= element;
    }
    setProblems(found);
    first?.focus();
    return first === null;
  }

  function setOne(name: string, problem: ValidationKey | null): void {
    setProblems(({ [name]: _old, ...others }) =>
      problem === null ? others : { ...others, [name]: problem },
    );
  }

  return {
    problems,
    /** For a field's `error`. */
    errorOf: (name: string): string | undefined => {
      const problem = problems[name];
      return problem === undefined ? undefined : t(`validation.${problem}`);
    },
    formProps: {
      noValidate: true,
      onSubmit(submit: SubmitEvent<HTMLFormElement>) {
        submit.preventDefault();
        if (check(submit.currentTarget)) void onValid();
      },
      onChange(change: ChangeEvent<HTMLFormElement>) {
        const field = change.target;
        if (!(field instanceof Element) || !isField(field) || !(nameOf(field) in problems)) return;
        setOne(nameOf(field), problemOf(field));
      },
    },
    /** For changes that no keyboard made, such as a day picked in a calendar. */
    forget: (name: string): void => setOne(name, null),
  };
}
