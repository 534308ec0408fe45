import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

interface PasswordFieldProps extends PasswordInputProps {
  ref?: Ref<HTMLInputElement>;
  /** The id of what says elsewhere that the password is wrong. */
  toldBy?: string | undefined;
}

/** A password, whose eye is named in the language of the app. */
export function PasswordField({ visibilityToggleButtonProps, toldBy, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  // Mantine describes the field by its own error alone: it has one, shown nowhere, that is called as what says it.
  const elsewhere: Partial<PasswordInputProps> =
    toldBy === undefined
      ? {}
      : { error: toldBy, errorProps: { id: toldBy }, inputWrapperOrder: ['label', 'input'] };
  return (
    <PasswordInput
      {...props}
      {...elsewhere}
      // Mantine says it of every field but this.
      aria-invalid={toldBy !== undefined || Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{
        'aria-label': t('common.showPassword'),
        ...visibilityToggleButtonProps,
      }}
    />
  );
}
