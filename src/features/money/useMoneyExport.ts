import { useTranslation } from 'react-i18next';
import { moneySums, SUMS, type MoneyRow } from '#domain/money/moneyList.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import type { Cell, Sheet } from '#pdf/xlsx.ts';
import { fileName } from '#ui/files/fileName.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** The list as an Excel workbook: a sheet for each currency, with its sums in the last line. */
export function useMoneyExport(rows: readonly (MoneyRow & { name: string })[]) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useLive((store) => store.event());
  const { share, start } = useFileMaking();
  const money = (value: number): Cell => ({ value, format: 'money' });
  const headings = [
    ...[t('payments.registration'), t('client_display.paymentType'), t('payments.state')],
    ...SUMS.map((name) => t(`payments.${name}`)),
  ];
  const sheets = (): Sheet[] =>
    moneySums(rows).map(({ currency, sums }) => ({
      name: currency.toUpperCase(),
      headings,
      rows: rows
        .filter(({ settlement }) => settlement.currency === currency)
        .map(({ name, paymentType, state, flags, settlement }) => [
          name,
          t(`paymentTypes.${paymentType}`),
          [t(`payments.states.${state}`), ...flags.map((flag) => t(`payments.flags.${flag}`))].join(', '),
          ...SUMS.map((sum) => money(settlement[sum])),
        ]),
      total: ['', '', '', ...SUMS.map((sum) => money(sums[sum]))],
    }));
  return {
    share,
    start: (): Promise<void> =>
      start({
        make: async (inWorker) => ({
          blob: await inWorker({ kind: 'xlsx', sheets: sheets(), now: Date.now() }),
          name: `${fileName([event === null ? '' : format.title(event), t('screens.money')].filter(Boolean).join(' – '))}.xlsx`,
        }),
        done: (name) => t('statistics.saved', { name }),
        onSaved: () => undefined,
      }),
  };
}
