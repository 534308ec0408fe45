import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { fillingPercent, seatingOf } from '#domain/sessions/seating.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './SessionPage.module.css';
import { usePlacesTaken } from './usePlacesTaken.ts';

/** How many are expected, arrived and still to come, and how full the plan is. */
export function SessionFigures({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { arrived, expected } = useLive((store) => store.counts(session._id));
  const { capacity = null } = session;
  const taken = usePlacesTaken(session);
  const share = expected === 0 ? 0 : arrived / expected;
  const seating = useMemo(() => (session.plan == null ? null : seatingOf(session)), [session]);
  return (
    <div className={classes.figuresRoom}>
      <div className={classes.figures} data-seated={seating !== null || undefined}>
        <Figure label={t('session.arrived')} value={format.number(arrived)} share={share} strong />
        <Figure
          label={t('session.expected')}
          value={format.number(expected)}
          {...(capacity === null ? {} : { note: t('session.ofPlaces', { count: capacity }) })}
          {...(capacity === null || taken === null || taken === expected
            ? {}
            : { below: t('session.placesTaken', { count: taken }) })}
        />
        <Figure label={t('session.missing')} value={format.number(Math.max(0, expected - arrived))} />
        {seating !== null && (
          <Figure
            label={t('session.seated')}
            value={t('session.seatedOf', { placed: seating.placed, seats: seating.seats })}
            note={format.percent(fillingPercent(seating) / 100)}
            share={fillingPercent(seating) / 100}
          />
        )}
      </div>
    </div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note?: string;
  below?: string;
  /** Of the figure's own whole, as a bar below it: a bar beside several figures says nothing of any. */
  share?: number;
  strong?: boolean;
}

function Figure({ label, value, note, below, share, strong }: FigureProps) {
  return (
    <div className={classes.figure} data-strong={strong || undefined}>
      <span>{label}</span>
      <strong data-numeric>
        {value}
        {note !== undefined && <small> {note}</small>}
      </strong>
      {below !== undefined && <small className={classes.below}>{below}</small>}
      {share !== undefined && (
        <div className={classes.track} aria-hidden>
          <span style={{ transform: `scaleX(${Math.min(1, share)})` }} />
        </div>
      )}
    </div>
  );
}
