import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lookColours, paletteOf } from '../canvas/palette.ts';
import classes from './Plan.module.css';

/** What the forms of seats mean, in the colours of the plan. */
export function Legend() {
  const { t } = useTranslation();
  const palette = paletteOf(useComputedColorScheme('light'));
  const looks = [
    ['unoccupied', t('seating.seatFree'), ''],
    ['occupied', t('seating.seatTaken'), ''],
    ['checkedIn', t('seating.seatIn'), '✓'],
    ['source', t('seating.seatSource'), '●'],
  ] as const;
  return (
    <ul className={classes.legend} aria-label={t('seating.legend')}>
      {looks.map(([look, words, sign]) => {
        const { fill, line, sign: color } = lookColours(look, palette);
        return (
          <li key={look}>
            <i style={{ background: fill, borderColor: line, color }} aria-hidden>
              {sign}
            </i>
            {words}
          </li>
        );
      })}
    </ul>
  );
}
