import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ValueFieldProps<T extends string | number | null> {
  label: string;
  value: T;
  /** What the text stands for; undefined when it stands for nothing. */
  read: (text: string) => T | undefined;
  onChange: (value: T) => void;
  invalid: string;
  /** A trouble that the value has among others. */
  error?: string | null;
  hint?: string;
  placeholder?: string;
  inputMode?: 'decimal' | 'numeric';
  maxLength?: number;
}

/** A field whose value is taken over at each key press that makes sense; what makes none stays, with the reason. */
export function ValueField<T extends string | number | null>(props: ValueFieldProps<T>) {
  const { label, value, read, onChange, invalid, error, hint, placeholder, inputMode, maxLength } = props;
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const meant = typed === null ? value : read(typed);
  // Undo and the pointer change the value too; then the text follows it.
  const text =
    typed !== null && (meant === undefined || meant === value) ? typed : shown(value, i18n.language);
  const wrong = text === typed && meant === undefined;
  return (
    <TextInput
      label={label}
      value={text}
      description={hint}
      placeholder={placeholder ?? ''}
      error={wrong ? invalid : (error ?? null)}
      inputMode={inputMode ?? 'text'}
      {...(maxLength === undefined ? {} : { maxLength })}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const next = read(currentTarget.value);
        if (next !== undefined && next !== value) onChange(next);
      }}
      // "1." and " 3 " become what they stand for.
      onBlur={() => {
        if (meant !== undefined) setTyped(null);
      }}
    />
  );
}

/** Numbers with the decimal sign of the language, as they are read again: without signs between thousands. */
const shown = (value: string | number | null, language: string): string =>
  typeof value === 'number'
    ? new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value)
    : (value ?? '');

/** Empty texts are no texts. */
export const readText = (text: string): string | null => (text.trim() === '' ? null : text);
