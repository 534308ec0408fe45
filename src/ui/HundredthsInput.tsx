import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { problemOfHundredths } from '#domain/money.ts';

interface HundredthsInputProps {
  name: string;
  label: ReactNode;
  value: string;
  /** In hundredths. */
  max: number;
  required?: boolean;
  error: ReactNode;
  onChange: (text: string) => void;
}

/** Tells the browser, which asks for nothing but the presence of a text by itself. */
function judge(element: HTMLInputElement | null, typed: string, max: number): void {
  element?.setCustomValidity(typed.trim() === '' ? '' : (problemOfHundredths(typed, max) ?? ''));
}

/**
 * An amount or a percentage with two decimals. Not `type="number"`: Chromium drops what the system's language does not
 * write between digits, so '12,50' silently became 1250.
 */
export function HundredthsInput({ max, onChange, value, required = false, ...rest }: HundredthsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => judge(input.current, value, max), [value, max]);
  return (
    <TextInput
      ref={input}
      {...rest}
      required={required}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      onChange={(change) => {
        // Before the form, which hears of the change next, looks at it.
        judge(change.currentTarget, change.currentTarget.value, max);
        onChange(change.currentTarget.value);
      }}
    />
  );
}
