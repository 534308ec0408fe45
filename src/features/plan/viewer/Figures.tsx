import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { fillingPercent } from '#domain/sessions/seating.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Plan.module.css';
import type { SeatingDesk } from './useSeating.ts';

/** Filling rate (PLAN-27) and who has arrived; a line more would move the plan, so it waits for the finger. */
export const Figures = memo(FiguresNow, (_before: FiguresProps, { frozen }) => frozen);

interface FiguresProps {
  desk: SeatingDesk;
  frozen: boolean;
}

function FiguresNow({ desk: { session, seating, names } }: FiguresProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const counts = useLive((store) => store.counts(session._id));
  const { placed, seats, overfull } = seating;
  const words = { placed, seats, count: placed };
  const places = new Intl.ListFormat(i18n.language).format(overfull.map((tableId) => names.title(tableId)));
  return (
    <>
      <span data-numeric>
        {t(placed > seats ? 'seating.rateOver' : 'seating.rate', words)} (
        {format.percent(fillingPercent(seating) / 100)})
      </span>
      <span data-numeric>{t('seating.arrived', { ...counts })}</span>
      {overfull.length > 0 && (
        <span className={classes.overfull}>
          <IconAlertTriangle size={16} aria-hidden />
          {t('seating.overfull', { places })}
        </span>
      )}
    </>
  );
}
