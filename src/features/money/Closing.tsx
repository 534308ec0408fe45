import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOfText, dayText } from '#domain/days.ts';
import { closingOf } from '#domain/money/moneyList.ts';
import { useEventCalendar } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Money.module.css';

/** A day's cash and terminal, by who noted it. */
export function Closing() {
  const { t } = useTranslation();
  const format = useFormat();
  const calendar = useEventCalendar();
  const notes = useLive((store) => store.documents('payment'));
  const now = useNow();
  const [text, setText] = useState(() => dayText(calendar.dayOf(now())));
  const day = dayOfText(text);
  const rows = closingOf(notes.values(), (time) => calendar.dayOf(time) === day);
  const label = t('payments.closing');
  return (
    <>
      <p className={classes.hint}>{t('payments.closingLead')}</p>
      <div className={classes.filters}>
        <DateField
          name="day"
          label={t('payments.day')}
          value={text}
          onChange={(chosen) => chosen !== null && setText(chosen)}
        />
      </div>
      {rows.length === 0 ? (
        <Nothing>{t('payments.closingNone')}</Nothing>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard too
        <div className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
          <table className={classes.table} aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{t('payments.person')}</th>
                <th scope="col">{t('payments.kind')}</th>
                <th scope="col" data-money data-sum="count">
                  {t('payments.count')}
                </th>
                <th scope="col" data-money>
                  {t('payments.sum')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ person, kind, currency, count, amount }, row) => (
                <tr key={`${row} ${kind} ${currency}`}>
                  <th scope="row">{person}</th>
                  <td>{t(`payments.kinds.${kind}`)}</td>
                  <td data-money data-sum="count">
                    {format.number(count)}
                  </td>
                  <td data-money data-numeric>
                    {format.money(amount, currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
