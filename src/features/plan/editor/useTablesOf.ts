import { useTranslation } from 'react-i18next';
import type { Overruled } from './usePlanSaving.ts';

const SHOWN = 8;

/** What sentences about tables that two people have changed need; of many, the first ones. */
export function useTablesOf(): (overruled: Overruled) => { count: number; tables: string } {
  const { t, i18n } = useTranslation();
  return ({ labels }) => {
    const count = labels.length;
    const shown = labels.slice(0, SHOWN);
    return {
      count,
      tables:
        count > SHOWN
          ? t('planEditor.andMore', { names: shown.join(', '), count: count - SHOWN })
          : new Intl.ListFormat(i18n.language).format(shown),
    };
  };
}
