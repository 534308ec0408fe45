import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  CURRENCIES,
  DEFAULT_CURRENCY,
  PAYMENT_TYPES,
  type Currency,
  type PaymentType,
} from '#domain/config.ts';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import { MAX_AMOUNT_CENTS, MAX_VAT_BASIS_POINTS } from '#domain/money/money.ts';
import { ratesWith } from '#domain/money/rate.ts';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import { HundredthsInput } from '#ui/forms/HundredthsInput.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { useRateText } from '#ui/words/useRateText.ts';
import type { PartProps } from './PersonFields.tsx';

interface PaymentFieldsProps extends PartProps {
  /** Types that the event accepts; the others can be seen but not chosen (specification 1 §5). */
  enabled: readonly PaymentType[];
  /** The rate that was saved, which need not be one of the configured ones. */
  savedRate: number;
  /** What the registration's money allows. */
  mayBe: (currency: Currency) => boolean;
  onDay: (day: string | null) => void;
  /** The field's message is settled by a change that no keyboard made. */
  forget: (name: string) => void;
}

/** Date, payment, money, rate and status (specification 1 §2, Consumer edit). */
export function PaymentFields({
  values,
  errorOf,
  set,
  enabled,
  savedRate,
  mayBe,
  onDay,
  forget,
}: PaymentFieldsProps) {
  const { t } = useTranslation();
  const rateText = useRateText();
  return (
    <FormPart title={t('consumerForm.payment')} hint={t('consumerForm.paymentHint')}>
      <FormRow>
        <DateField
          name="date"
          label={t('consumerForm.date')}
          value={values.day}
          required
          error={errorOf('date')}
          onChange={onDay}
        />
        <NativeSelect
          name="paymentType"
          label={t('consumerForm.paymentType')}
          required
          value={values.paymentType}
          error={errorOf('paymentType')}
          onChange={(change) =>
            set({ paymentType: PAYMENT_TYPES.find((one) => one === change.currentTarget.value) ?? '' })
          }
          data={PAYMENT_TYPES.map((value) => {
            const type = t(`paymentTypes.${value}`);
            const on = enabled.includes(value);
            return { value, label: on ? type : t('consumerForm.paymentOff', { type }), disabled: !on };
          })}
        />
      </FormRow>
      <FormRow least={120}>
        <HundredthsInput
          name="amount"
          label={t('consumerForm.amount')}
          required
          max={MAX_AMOUNT_CENTS}
          unit={values.currency === '' ? DEFAULT_CURRENCY : values.currency}
          value={values.amount}
          error={errorOf('amount')}
          onChange={(amount) => set({ amount })}
          onChosen={() => forget('amount')}
        />
        <NativeSelect
          name="currency"
          label={t('consumerForm.currency')}
          required
          // Where nothing else can be chosen it is seen to be so.
          disabled={!CURRENCIES.some((one) => one !== values.currency && mayBe(one))}
          value={values.currency}
          error={errorOf('currency')}
          onChange={(change) =>
            set({ currency: CURRENCIES.find((one) => one === change.currentTarget.value) ?? '' })
          }
          {...(CURRENCIES.every(mayBe) ? {} : { description: t('consumerForm.currencyStays') })}
          data={CURRENCIES.map((value) => ({
            ...{ value, label: t(`currencies.${value}`), disabled: !mayBe(value) },
          }))}
        />
        <HundredthsInput
          name="vat"
          label={t('consumerForm.vat')}
          max={MAX_VAT_BASIS_POINTS}
          unit="percent"
          value={values.vat}
          error={errorOf('vat')}
          onChange={(vat) => set({ vat })}
          onChosen={() => forget('vat')}
        />
      </FormRow>
      <FormRow>
        <NativeSelect
          name="rate"
          label={t('consumerForm.rate')}
          required
          value={values.rate}
          error={errorOf('rate')}
          onChange={(change) => set({ rate: change.currentTarget.value })}
          data={ratesWith(savedRate).map((rate) => ({ value: String(rate), label: rateText(rate) }))}
        />
        <NativeSelect
          name="status"
          label={t('consumerForm.status')}
          description={t('consumerForm.statusHint')}
          value={values.status}
          onChange={(change) => {
            const status = CONSUMER_STATUSES.find((one) => one === change.currentTarget.value);
            if (status !== undefined) set({ status });
          }}
          data={CONSUMER_STATUSES.map((value) => ({ value, label: t(`consumerStatuses.${value}`) }))}
        />
      </FormRow>
    </FormPart>
  );
}
