import { Button, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FORM_LIMITS, linesOf } from '#domain/documents/form.ts';
import { LIMITS } from '#domain/text/text.ts';
import { CountInput } from '#ui/forms/CountInput.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { useOwnRule } from '#ui/forms/useOwnRule.ts';
import classes from './Forms.module.css';
import { newOption, type OptionRow } from './formValues.ts';
import { partOf, type PartProps } from './partProps.ts';
import { RemoveRow } from './RemoveRow.tsx';

/** What guests choose from (FORM-02). */
export const OptionFields = partOf(
  function OptionFields({ values, set, form }: PartProps) {
    const { t } = useTranslation();
    const { clientCount } = FORM_LIMITS;
    const change = (id: string, part: Partial<OptionRow>) =>
      set({ options: values.options.map((option) => (option.id === id ? { ...option, ...part } : option)) });
    return (
      <FormPart title={t('forms.options')} hint={t('forms.optionsHint')}>
        {values.options.map((option, index) => {
          const n = index + 1;
          return (
            <div key={option.id} role="group" aria-label={t('forms.optionN', { n })} className={classes.row}>
              <OptionName
                name={`option-${option.id}-name`}
                value={option.name}
                error={form.errorOf(`option-${option.id}-name`)}
                onChange={(name) => change(option.id, { name })}
              />
              <CountInput
                name={`option-${option.id}-clientCount`}
                label={t('forms.clientCount')}
                description={index === 0 ? t('forms.clientCountHint') : undefined}
                min={clientCount.min}
                max={clientCount.max}
                value={option.clientCount}
                error={form.errorOf(`option-${option.id}-clientCount`)}
                onChange={(count) => change(option.id, { clientCount: count })}
              />
              {values.options.length > 1 && (
                <RemoveRow
                  name={t('forms.removeOption', { n })}
                  onRemove={() => set({ options: values.options.filter(({ id }) => id !== option.id) })}
                />
              )}
            </div>
          );
        })}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => set({ options: [...values.options, newOption()] })}
          >
            {t('forms.addOption')}
          </Button>
        </div>
      </FormPart>
    );
  },
  ['options'],
);

interface OptionNameProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** At most two lines (VALID-33). */
function OptionName({ value, onChange, ...rest }: OptionNameProps) {
  const { t } = useTranslation();
  const field = useOwnRule<HTMLTextAreaElement>(value, onChange, problemOf);
  return (
    <Textarea
      {...field}
      {...rest}
      label={t('forms.optionName')}
      required
      autosize
      minRows={1}
      maxRows={FORM_LIMITS.optionLines}
      maxLength={LIMITS.freename}
      data-kind="text"
    />
  );
}

const problemOf = (text: string): string => (linesOf(text) > FORM_LIMITS.optionLines ? 'lines' : '');
