import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

/** A password, whose eye is named in the language of the app. */
export function PasswordField({
  visibilityToggleButtonProps,
  ...props
}: PasswordInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{
        'aria-label': t('common.showPassword'),
        ...visibilityToggleButtonProps,
      }}
    />
  );
}
