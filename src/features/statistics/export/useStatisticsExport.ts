import { useTranslation } from 'react-i18next';
import type { Statistics } from '#domain/statistics/statistics.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { fileName } from '#domain/text/fileName.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { Counted, Words } from '../viewTypes.ts';
import { sheetsOf } from './sheets.ts';

interface Exported {
  counted: Counted;
  words: Words;
  statistics: Statistics;
}

/** Makes an Excel file of what the screen shows and saves it. */
export function useStatisticsExport({ counted, words, statistics }: Exported) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useLive((store) => store.event());
  const { share, start, cancel } = useFileMaking();
  return {
    share,
    cancel,
    start: (): Promise<void> =>
      start({
        async make(inWorker) {
          const registrations = [...statistics.registrations()].filter((one) => statistics.isCounted(one));
          const sheets = sheetsOf(counted, registrations, words);
          const title = event === null ? '' : format.title(event);
          return {
            blob: await inWorker({ kind: 'xlsx', sheets, now: Date.now() }),
            name: `${fileName(title, t('statistics.title'))}.xlsx`,
          };
        },
        done: (name) => t('statistics.saved', { name }),
        onSaved: () => undefined,
      }),
  };
}
