import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SUMS, type MoneyRow } from '#domain/money/moneyList.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Money.module.css';

/** As many as somebody reads; the export has all. */
const MOST = 500;

export function MoneyTable({ rows }: { rows: readonly (MoneyRow & { name: string })[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const label = t('screens.money');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard too
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('payments.registration')}</th>
            <th scope="col" data-sum="type">
              {t('client_display.paymentType')}
            </th>
            <th scope="col">{t('payments.state')}</th>
            {SUMS.map((name) => (
              <th key={name} scope="col" data-money data-sum={name}>
                {t(`payments.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map(({ consumerId, name, paymentType, state, flags, settlement, isSaid }) => (
            <tr key={consumerId}>
              <th scope="row">
                <Link to={hrefs.registrantMoney(id, consumerId)}>{name}</Link>
              </th>
              <td data-sum="type">{t(`paymentTypes.${paymentType}`)}</td>
              <td>
                {t(`payments.states.${state}`)}
                {isSaid && state === 'paid' && <span className={classes.said}>{t('payments.saidMark')}</span>}
                {flags.map((flag) => (
                  <span key={flag} className={classes.flag}>
                    {t(`payments.flags.${flag}`)}
                  </span>
                ))}
              </td>
              {SUMS.map((sum) => (
                <td key={sum} data-money data-sum={sum} data-numeric>
                  {sum === 'open' && settlement.credit > 0 ? (
                    <>
                      <span className={classes.wide}>–</span>
                      <span className={classes.narrow}>
                        {t('payments.credit')}
                        <strong>{format.money(settlement.credit, settlement.currency)}</strong>
                      </span>
                    </>
                  ) : settlement[sum] === 0 ? (
                    '–'
                  ) : (
                    format.money(settlement[sum], settlement.currency)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && (
        <p className={classes.more}>{t('payments.more', { count: rows.length - MOST })}</p>
      )}
    </div>
  );
}
