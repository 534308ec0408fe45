import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface CountInputProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  value: string;
  min: number;
  max: number;
  error: ReactNode;
  /** Asked for, unless said otherwise. */
  required?: boolean;
  'aria-label'?: string;
  onChange: (text: string) => void;
}

/** A whole number within bounds. As text: wheels and arrows change no number by mistake. */
export function CountInput({ min, max, value, required = true, onChange, ...rest }: CountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => judge(input.current, value, min, max), [value, min, max]);
  return (
    <TextInput
      ref={input}
      {...rest}
      required={required}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ currentTarget }) => {
        // Before the form, which hears of the change next, looks at it.
        judge(currentTarget, currentTarget.value, min, max);
        onChange(currentTarget.value);
      }}
    />
  );
}

function judge(element: HTMLInputElement | null, typed: string, min: number, max: number): void {
  const text = typed.trim();
  const count = Number(text);
  const isWhole = /^\d+$/.test(text);
  const problem = text === '' ? '' : !isWhole ? 'whole' : count < min || count > max ? 'range' : '';
  element?.setCustomValidity(problem);
}
