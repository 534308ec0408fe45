import { TextInput } from '@mantine/core';
import { PHONE_INPUT, typedPhone } from '#domain/import/typedPhone.ts';
import { inputPattern, LIMITS, type PatternName } from '#domain/text/text.ts';
import { MASK } from '#domain/services/secrets.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import type { useValidatedForm } from '#ui/forms/useValidatedForm.ts';

type Kind = Extract<PatternName, 'text' | 'email' | 'phone'>;

interface LineProps {
  form: ReturnType<typeof useValidatedForm>;
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  kind?: Kind;
  description?: string;
  optional?: boolean;
  /** What the server has against it. */
  problem: string | null;
}

/** A line of text; nothing here is anything that a browser should fill in by itself. */
export function Line({
  form,
  name,
  label,
  value,
  onChange,
  kind = 'text',
  description,
  optional,
  problem,
}: LineProps) {
  return (
    <TextInput
      name={name}
      label={label}
      {...(description === undefined ? {} : { description })}
      required={optional !== true}
      type={kind === 'phone' ? 'tel' : kind}
      pattern={kind === 'phone' ? PHONE_INPUT : inputPattern(kind)}
      data-kind={kind}
      maxLength={LIMITS[kind]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={problem ?? form.errorOf(name)}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(kind === 'phone' ? typedPhone(typed) : typed)
      }
    />
  );
}

/** A password or key. One that is set is shown as a mask, which typing replaces as a whole. */
export function Secret({
  form,
  name,
  label,
  value,
  onChange,
  description,
  optional,
  problem,
}: Omit<LineProps, 'kind'>) {
  return (
    <PasswordField
      name={name}
      label={label}
      {...(description === undefined ? {} : { description })}
      required={optional !== true}
      pattern={inputPattern('text')}
      data-kind="text"
      maxLength={LIMITS.text}
      autoComplete="new-password"
      // There is nothing behind the mask that could be shown.
      {...(value === MASK ? { visible: false, visibilityToggleButtonProps: { disabled: true } } : {})}
      value={value}
      error={problem ?? form.errorOf(name)}
      aria-invalid={(problem ?? form.errorOf(name)) !== undefined}
      onFocus={(focus) => focus.currentTarget.select()}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}
