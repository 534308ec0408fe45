import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hundredthsText, MAX_AMOUNT_CENTS, readHundredths } from '#domain/money/money.ts';
import { netOf, amountsOf } from '#domain/money/vat.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Forms.module.css';
import { vatOf, type FormValues } from './formValues.ts';

interface PriceNoteProps {
  /** The one that was come to last. */
  cell: { label: string; text: string } | null;
  values: FormValues;
  /** One of two readings was chosen. */
  onChoose: (text: string) => void;
}

/** Below the table: the chosen price with or without VAT, the other than it is typed; or what is wrong with it. */
export function PriceNote({ cell, values, onChoose }: PriceNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency, withVat } = values;
  if (cell === null || cell.text.trim() === '') return <p className={classes.note} />;
  const read = readHundredths(cell.text, MAX_AMOUNT_CENTS, currency);
  const vat = vatOf(values);
  if (read.kind === 'problem')
    return (
      <p className={classes.note} data-bad>
        <strong>{cell.label}</strong> {t(`validation.${read.problem}`)}
      </p>
    );
  if (read.kind === 'choice')
    return (
      <div className={classes.note} data-bad role="group" aria-label={t('validation.ambiguous')}>
        <strong>{cell.label}</strong> {t('validation.ambiguous')}{' '}
        {read.values.map((cents) => (
          <Button
            key={cents}
            size="compact-sm"
            variant="default"
            onClick={() => onChoose(hundredthsText(cents))}
          >
            {format.money(cents, currency)}
          </Button>
        ))}
      </div>
    );
  const other = withVat ? netOf(read.value, vat) : amountsOf({ amount: read.value, vat }).total;
  return (
    <p className={classes.note}>
      <strong>{cell.label}</strong> {format.money(read.value, currency)} ·{' '}
      {t(withVat ? 'forms.otherPriceNet' : 'forms.otherPrice', { price: format.money(other, currency) })}
    </p>
  );
}
