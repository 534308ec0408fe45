import { Textarea } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isOrigin } from '#domain/documents/event.ts';
import { originsOf } from './eventFormValues.ts';

interface EmbedFieldProps {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

/** Sites that may show the public pages within their own. */
export function EmbedField({ value, error, onChange }: EmbedFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => judge(field.current, value), [value]);
  return (
    <Textarea
      ref={field}
      name="embedOrigins"
      label={t('eventForm.embedOrigins')}
      description={t('eventForm.embedOriginsHint')}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={4000}
      value={value}
      error={error}
      spellCheck={false}
      onChange={({ currentTarget }) => {
        // Before the form, which hears of the change next, looks at it.
        judge(currentTarget, currentTarget.value);
        onChange(currentTarget.value);
      }}
    />
  );
}

const judge = (field: HTMLTextAreaElement | null, typed: string): void =>
  field?.setCustomValidity(originsOf(typed).every(isOrigin) ? '' : 'origin');
