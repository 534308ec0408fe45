import { useTranslation } from 'react-i18next';
import { usePaperScheme } from '#ui/platform/usePaperScheme.ts';
import { labelOn, lookColours, paletteOf } from '../canvas/palette.ts';
import classes from './Plan.module.css';
import type { SeatColours } from './useSeatColours.ts';

/** What the forms of seats mean, in the colours of the plan. */
export function Legend({ colours }: { colours: SeatColours | null }) {
  const { t } = useTranslation();
  const palette = paletteOf(usePaperScheme());
  const looks = [
    ['unoccupied', t('seating.seatFree'), ''],
    ['occupied', t('seating.seatTaken'), ''],
    ['checkedIn', t('seating.seatIn'), '✓'],
    ['source', t('seating.seatSource'), '●'],
  ] as const;
  // Digits need no translation; what they tell is written beside them.
  const figures = (
    <li>
      <b style={{ background: palette.seat, borderColor: palette.label, color: palette.label }}>3/8</b>
      {t('seating.figures')}
    </li>
  );
  if (colours !== null) {
    return (
      <ul className={classes.legend} data-groups aria-label={t('seating.legend')}>
        {colours.groups.map(({ letter, color, label, count }) => (
          <li key={letter}>
            <i style={{ background: color, borderColor: color, color: labelOn(palette, color) }}>{letter}</i>
            {t('seating.colourGroup', { label, count })}
          </li>
        ))}
        {colours.without > 0 && (
          <li>
            <i style={{ background: palette.occupied, borderColor: palette.occupied }} aria-hidden />
            {t('seating.colourGroup', {
              label: t(`seating.colourWithout.${colours.by}`),
              count: colours.without,
            })}
          </li>
        )}
        <li>
          <i
            style={{
              ...{ background: palette.line, borderColor: palette.label, color: palette.onOccupied },
              boxShadow: `inset 0 0 0 1.5px ${palette.ground}`,
            }}
            aria-hidden
          >
            ✓
          </i>
          {t('seating.seatIn')}
        </li>
        {figures}
      </ul>
    );
  }
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
      {figures}
    </ul>
  );
}
