import { useTranslation } from 'react-i18next';
import { Spoken } from './Spoken.tsx';
import { useFormat } from '../words/useFormat.ts';
import classes from './CountBar.module.css';

/** Arrived of expected, in figures and as a bar. */
export function CountBar({ arrived, expected }: { arrived: number; expected: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const share = expected === 0 ? 0 : Math.min(1, arrived / expected);
  return (
    <span className={classes.root} title={t('home.arrivedOf', { arrived, expected })}>
      <span className={classes.figures} data-numeric>
        <strong aria-hidden>{format.number(arrived)}</strong>
        <span className={classes.of} aria-hidden>
          /
        </span>
        <Spoken>{t('home.arrivedOf', { arrived, expected })}</Spoken>
        <span aria-hidden>{format.number(expected)}</span>
      </span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ transform: `scaleX(${share})` }} />
      </span>
    </span>
  );
}
