import { useTranslation } from 'react-i18next';
import classes from './Plan.module.css';

/** What the forms of seats mean. */
export function Legend() {
  const { t } = useTranslation();
  return (
    <ul className={classes.legend} aria-label={t('seating.legend')}>
      <li>
        <i data-look="unoccupied" aria-hidden /> {t('seating.seatFree')}
      </li>
      <li>
        <i data-look="occupied" aria-hidden /> {t('seating.seatTaken')}
      </li>
      <li>
        <i data-look="checkedIn" aria-hidden>
          ✓
        </i>{' '}
        {t('seating.seatIn')}
      </li>
      <li>
        <i data-look="source" aria-hidden /> {t('seating.seatSource')}
      </li>
    </ul>
  );
}
