import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { English } from '#i18n/en/index.ts';
import { useLive } from '#hooks/data/event.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import classes from './ClientPage.module.css';
import type { TabProps } from './tabProps.ts';

type Attempt = Consumer['notifs'][string][number];
type ErrorKey = keyof English['client_display']['notifErrors'];

/** Words of the reasons (specification 1 §8); any other provider code is shown as it is. */
const ERROR_KEYS: Readonly<Record<string, ErrorKey>> = {
  disabled: 'disabled',
  misconfigured: 'misconfigured',
  missing_email: 'missing_email',
  missing_template: 'missing_template',
  missing_phone: 'missing_phone',
  '21211': 'invalid_phone',
};

/** Every attempt to notify, newest first; resending and its PDF come with the messages themselves. */
export function NotifsTab({ consumer }: TabProps) {
  const { t } = useTranslation();
  const notifs = useLive((store) => store.documents('notif'));
  const attempts = Object.entries(consumer?.notifs ?? {})
    .flatMap(([notifId, list]) => list.map((attempt, index) => ({ notifId, attempt, n: index + 1 })))
    .sort((a, b) => b.attempt.date - a.attempt.date);
  if (attempts.length === 0) return <Nothing framed>{t('client_display.notifsNone')}</Nothing>;
  return (
    <Section title={t('client_display.tabs.notifs')} flush>
      <ul className={classes.attempts}>
        {attempts.map(({ notifId, attempt, n }) => (
          <Row
            key={`${notifId}/${n}`}
            attempt={attempt}
            n={n}
            notif={notifs.get(notifId) ?? notifs.get(`notif_${notifId}`) ?? null}
          />
        ))}
      </ul>
    </Section>
  );
}

function Row({ attempt, n, notif }: { attempt: Attempt; n: number; notif: DocOf<'notif'> | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const key = ERROR_KEYS[String(attempt.errorCode ?? attempt.error ?? '')];
  const reason =
    key === undefined ? (attempt.error ?? attempt.errorCode) : t(`client_display.notifErrors.${key}`);
  const parts = [
    notif === null ? null : t(`client_display.method.${notif.notifMethod}`),
    format.dateTime(attempt.date),
    t('client_display.attempt', { n }),
  ];
  return (
    <li>
      <span className={classes.delivery} data-ok={attempt.ok}>
        {attempt.ok ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {t(attempt.ok ? 'client_display.delivered' : 'client_display.notDelivered')}
      </span>
      <span className={classes.hint} data-numeric>
        {parts.filter((part) => part !== null).join(' · ')}
      </span>
      {attempt.message && <span>{attempt.message}</span>}
      {!attempt.ok && reason != null && <span className={classes.bad}>{reason}</span>}
      {notif?.notifMethod === 'sms' && attempt.url?.startsWith('https://') && (
        <Anchor href={attempt.url} target="_blank" rel="noreferrer">
          {t('client_display.providerLog')}
        </Anchor>
      )}
    </li>
  );
}
