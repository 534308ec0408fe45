import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';

interface CodeFieldProps {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  /** `numeric` where the code is of digits alone. */
  inputMode?: 'text' | 'numeric';
  value: string;
  error: string | null | undefined;
  onChange: (code: string) => void;
}

/** A code that somebody types: of an authenticator, for recovery, or from a manager's screen. */
export function CodeField({ field, label, inputMode, value, error, onChange }: CodeFieldProps) {
  return (
    <TextInput
      ref={field}
      name="code"
      label={label}
      autoComplete="one-time-code"
      inputMode={inputMode}
      autoCapitalize="characters"
      spellCheck={false}
      required
      withAsterisk={false}
      maxLength={40}
      size="md"
      value={value}
      error={error}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}
