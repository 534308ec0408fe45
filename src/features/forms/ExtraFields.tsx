import { Button, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FORM_LIMITS } from '#domain/documents/form.ts';
import { MAX_AMOUNT_CENTS } from '#domain/money/money.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { CountInput } from '#ui/forms/CountInput.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { HundredthsInput } from '#ui/forms/HundredthsInput.tsx';
import classes from './Forms.module.css';
import { newExtra, type ExtraRow } from './formValues.ts';
import { partOf, type PartProps } from './partProps.ts';
import { RemoveRow } from './RemoveRow.tsx';

/** What guests can add (FORM-03). Prices are typed as those of the table are. */
export const ExtraFields = partOf(
  function ExtraFields({ values, set, form }: PartProps) {
    const { t } = useTranslation();
    const { maxCount } = FORM_LIMITS;
    const change = (id: string, part: Partial<ExtraRow>) =>
      set({ extras: values.extras.map((extra) => (extra.id === id ? { ...extra, ...part } : extra)) });
    return (
      <FormPart title={t('forms.extras')} hint={t('forms.extrasHint')}>
        {values.extras.length === 0 && <p className={classes.hint}>{t('forms.noExtras')}</p>}
        {values.extras.map((extra, index) => {
          const n = index + 1;
          const nameOf = (field: string): string => `extra-${extra.id}-${field}`;
          return (
            <div
              key={extra.id}
              role="group"
              aria-label={t('forms.extraN', { n })}
              className={classes.row}
              data-kind="extra"
            >
              <TextInput
                name={nameOf('name')}
                label={t('forms.extraName')}
                required
                value={extra.name}
                error={form.errorOf(nameOf('name'))}
                pattern={inputPattern('text')}
                maxLength={LIMITS.freename}
                data-kind="text"
                autoComplete="off"
                onChange={({ currentTarget: { value } }) => change(extra.id, { name: value })}
              />
              <HundredthsInput
                name={nameOf('price')}
                label={t('forms.extraPrice')}
                required
                max={MAX_AMOUNT_CENTS}
                unit={values.currency}
                value={extra.price}
                error={form.errorOf(nameOf('price'))}
                onChange={(price) => change(extra.id, { price })}
                onChosen={() => form.forget(nameOf('price'))}
              />
              <CountInput
                name={nameOf('maxCount')}
                label={t('forms.maxCount')}
                description={index === 0 ? t('forms.maxCountHint') : undefined}
                min={maxCount.min}
                max={maxCount.max}
                value={extra.maxCount}
                error={form.errorOf(nameOf('maxCount'))}
                onChange={(count) => change(extra.id, { maxCount: count })}
              />
              <Switch
                className={classes.switch ?? ''}
                label={t('forms.extraEnabled')}
                checked={extra.enabled}
                onChange={({ currentTarget: { checked } }) => change(extra.id, { enabled: checked })}
              />
              <RemoveRow
                name={t('forms.removeExtra', { n })}
                onRemove={() => set({ extras: values.extras.filter(({ id }) => id !== extra.id) })}
              />
            </div>
          );
        })}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => set({ extras: [...values.extras, newExtra()] })}
          >
            {t('forms.addExtra')}
          </Button>
        </div>
      </FormPart>
    );
  },
  ['extras', 'currency'],
);
