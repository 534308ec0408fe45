import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isOrigin } from '#domain/documents/event.ts';
import { useOwnRule } from '#ui/forms/useOwnRule.ts';
import { originsOf } from './eventFormValues.ts';

interface EmbedFieldProps {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

/** Sites that may show the public pages within their own. */
export function EmbedField({ value, error, onChange }: EmbedFieldProps) {
  const { t } = useTranslation();
  const field = useOwnRule<HTMLTextAreaElement>(value, onChange, problemOf);
  return (
    <Textarea
      {...field}
      name="embedOrigins"
      label={t('eventForm.embedOrigins')}
      description={t('eventForm.embedOriginsHint')}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={4000}
      error={error}
      spellCheck={false}
    />
  );
}

const problemOf = (typed: string): string => (originsOf(typed).every(isOrigin) ? '' : 'origin');
