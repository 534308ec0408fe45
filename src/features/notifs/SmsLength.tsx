import { useTranslation } from 'react-i18next';
import { smsIndicator, smsSize, smsText } from '#domain/notifications/sms.ts';
import classes from './Notifs.module.css';
import type { SmsCost } from './useSmsCost.ts';

interface SmsLengthProps {
  text: string;
  cursor: number | undefined;
  /** Where variables stand in the text: what those who get it cost. */
  people?: SmsCost | null;
}

/** The length as specified (2 §5), and beside it what the message really costs. */
export function SmsLength({ text, cursor, people = null }: SmsLengthProps) {
  const { t } = useTranslation();
  const indicator = smsIndicator(text, cursor);
  const { segments, costly, alphabet } = smsSize(smsText(text));
  return (
    <>
      <span className={classes.length} aria-live="polite" data-numeric data-testid="sms-length">
        {indicator !== null &&
          (indicator.kind === 'remaining'
            ? t('notifs.smsRemaining', { count: indicator.remaining })
            : t('notifs.smsSegment', { segment: indicator.segment, total: indicator.total }))}
      </span>
      <span data-testid="sms-cost">
        {people !== null
          ? t(people.least === people.most ? 'notifs.smsCostEach' : 'notifs.smsCostFrom', {
              ...people,
              count: people.most,
            })
          : segments > 0 &&
            (segments > 1 || alphabet === 'ucs2') &&
            t('notifs.smsCost', { count: segments })}{' '}
        {costly.length > 0 && t('notifs.smsCostly', { characters: costly.slice(0, 8).join(' ') })}
      </span>
    </>
  );
}
