import { useTranslation } from 'react-i18next';
import { closingsOf, type MoneyRow } from '#domain/money/moneyList.ts';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { fileName } from '#domain/text/fileName.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { moneySheets } from './moneySheets.ts';

/** The list as an Excel workbook: what is listed, and the closings of all days. */
export function useMoneyExport(rows: readonly (MoneyRow & { name: string })[]) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useLive((store) => store.event());
  const calendar = useEventCalendar();
  const notes = useLive((store) => store.documents('payment'));
  const { share, start, cancel } = useFileMaking();
  return {
    share,
    cancel,
    start: (): Promise<void> =>
      start({
        make: async (inWorker) => ({
          blob: await inWorker({
            kind: 'xlsx',
            sheets: moneySheets(
              rows,
              closingsOf(notes.values(), (time) => calendar.dayOf(time)),
              t,
            ),
            now: Date.now(),
          }),
          name: `${fileName(event === null ? '' : format.title(event), t('screens.money'))}.xlsx`,
        }),
        done: (name) => t('statistics.saved', { name }),
        onSaved: () => undefined,
      }),
  };
}
