import { useLayoutEffect, useRef, type ChangeEvent } from 'react';

/**
 * Props of a field with a rule that no attribute of it can tell. `problemOf`: what is wrong with a text, by its key in `validation`; ''
 * for nothing. It stays the same from one render to the next.
 */
export function useOwnRule<F extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  onChange: (typed: string) => void,
  problemOf: (typed: string) => string,
) {
  const ref = useRef<F>(null);
  useLayoutEffect(() => ref.current?.setCustomValidity(problemOf(value)), [value, problemOf]);
  return {
    ref,
    value,
    onChange({ currentTarget }: ChangeEvent<F>) {
      // Before the form, which hears of the change next, looks at it.
      currentTarget.setCustomValidity(problemOf(currentTarget.value));
      onChange(currentTarget.value);
    },
  };
}
