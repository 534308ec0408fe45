import { useTranslation } from 'react-i18next';
import { useLive } from '#hooks/event.tsx';
import { useFormat } from '#ui/useFormat.ts';
import classes from './SessionPage.module.css';

/** How many are expected, arrived and still to come. */
export function SessionFigures({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { arrived, expected } = useLive((store) => store.counts(sessionId));
  const share = expected === 0 ? 0 : arrived / expected;
  return (
    <div className={classes.figures}>
      <Figure label={t('session.arrived')} value={format.number(arrived)} strong />
      <Figure label={t('session.expected')} value={format.number(expected)} />
      <Figure label={t('session.missing')} value={format.number(Math.max(0, expected - arrived))} />
      <div className={classes.track} aria-hidden>
        <span style={{ transform: `scaleX(${Math.min(1, share)})` }} />
      </div>
    </div>
  );
}

function Figure({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={classes.figure} data-strong={strong || undefined}>
      <span>{label}</span>
      <strong data-numeric>{value}</strong>
    </div>
  );
}
