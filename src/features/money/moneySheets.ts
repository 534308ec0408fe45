import type { TFunction } from 'i18next';
import type { DailyClosing, MoneyRow } from '#domain/money/moneyList.ts';
import { moneySums, SUMS } from '#domain/money/moneyList.ts';
import type { Cell, Sheet } from '#pdf/xlsx.ts';

const money = (value: number): Cell => ({ value, format: 'money' });

/** A sheet for each currency with its sums in the last line, and one with the closings of all days. */
export function moneySheets(
  rows: readonly (MoneyRow & { name: string })[],
  closings: readonly DailyClosing[],
  t: TFunction,
): Sheet[] {
  const headings = [
    ...[t('payments.registration'), t('client_display.paymentType'), t('payments.state')],
    ...SUMS.map((name) => t(`payments.${name}`)),
  ];
  const byCurrency = moneySums(rows).map(({ currency, sums }) => ({
    name: currency.toUpperCase(),
    headings,
    rows: rows
      .filter(({ settlement }) => settlement.currency === currency)
      .map(({ name, paymentType, state, flags, settlement, isSaid }) => [
        name,
        t(`paymentTypes.${paymentType}`),
        [
          t(`payments.states.${state}`),
          ...(isSaid && state === 'paid' ? [t('payments.saidMark')] : []),
          ...flags.map((flag) => t(`payments.flags.${flag}`)),
        ].join(', '),
        ...SUMS.map((sum) => money(settlement[sum])),
      ]),
    total: ['', '', '', ...SUMS.map((sum) => money(sums[sum]))],
  }));
  if (closings.length === 0) return byCurrency;
  const closing: Sheet = {
    name: t('payments.closings'),
    headings: [
      ...[t('payments.day'), t('payments.person'), t('payments.kind')],
      ...[t('payments.count'), t('consumerForm.currency'), t('payments.sum')],
    ],
    rows: closings.map(({ day, person, kind, count, currency, amount }) => [
      { value: day, format: 'day' },
      ...[person, t(`payments.kinds.${kind}`)],
      { value: count, format: 'count' },
      ...[currency.toUpperCase(), money(amount)],
    ]),
  };
  return [...byCurrency, closing];
}
