import { useState, type RefObject } from 'react';

/**
 * What only the whole form or the data layer can judge, such as an occupied seat: shown at the field, and the focus
 * goes to the first. A change of the field takes its message away.
 */
export function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    count: Object.keys(errors).length,
    errorOf: (name: string): string | undefined => errors[name],
    show(found: Readonly<Record<string, string>>): void {
      setErrors(found);
      for (const element of form.current?.querySelectorAll<HTMLElement>('[name],[data-field]') ?? []) {
        const name = element.dataset['field'] ?? element.getAttribute('name') ?? '';
        if (!(name in found)) continue;
        const target = element.matches('input') ? element : element.querySelector<HTMLElement>('input');
        target?.focus();
        return;
      }
    },
    forget(name: string): void {
      setErrors(({ [name]: _gone, ...others }) => others);
    },
    clear: (): void => setErrors({}),
  };
}
