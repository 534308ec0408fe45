import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/words/useFormat.ts';
import type { ShowPeople } from './FigureTable.tsx';
import { valueText } from './rowWords.ts';
import classes from './Statistics.module.css';
import type { View } from './viewTypes.ts';
import type { Figures } from '#domain/statistics/sums.ts';

interface HeadlineProps {
  figures: Figures;
  views: readonly View[];
  onPeople: ShowPeople;
}

/** The figures that are asked for first, and who is in none of the others. */
export function Headline({ figures, views, onPeople }: HeadlineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const time = views.find(({ id }) => id === 'days');
  const money = views.find(({ id }) => id === 'money');
  const totals = ['registrations', 'guests', 'canceled'].flatMap((id) => {
    const at = time?.columns.findIndex((column) => column.id === id) ?? -1;
    const column = time?.columns[at];
    const value = time?.total?.[at] ?? null;
    if (time === undefined || column === undefined) return [];
    return [
      {
        key: id,
        label: column.label,
        text: valueText({ t, format }, value, 'count', null),
        value,
        open: () => onPeople(time, column, null),
      },
    ];
  });
  const owed = (money?.rows ?? []).flatMap((row) => {
    const at = money?.columns.findIndex(({ id }) => id === 'open') ?? -1;
    const column = money?.columns[at];
    const value = row.values[at] ?? null;
    if (money === undefined || column === undefined) return [];
    return [
      {
        key: String(row.key),
        label: column.label,
        text: valueText({ t, format }, value, 'money', row.currency),
        value,
        open: () => onPeople(money, column, row.key),
      },
    ];
  });
  // Nothing in a currency that nobody owes is no news beside what is owed in another.
  const owing = owed.some(({ value }) => value) ? owed.filter(({ value }) => value) : owed;
  const emptied = figures.get('emptied')?.get('')?.[0] ?? 0;
  const unknown = figures.get('unknown')?.get('')?.[0] ?? 0;
  return (
    <>
      <div className={classes.headline}>
        {[...totals, ...owing].map(({ key, label, text, value, open }) => (
          <div key={key}>
            <span>{label}</span>
            {value === null || value === 0 ? (
              <strong data-numeric>{text}</strong>
            ) : (
              <button type="button" onClick={open} aria-label={`${text} – ${label}`} data-numeric>
                {text}
              </button>
            )}
          </div>
        ))}
      </div>
      {emptied > 0 && <p className={classes.note}>{t('statistics.emptied', { count: emptied })}</p>}
      {unknown > 0 && <p className={classes.note}>{t('statistics.unknownGuests', { count: unknown })}</p>}
    </>
  );
}
