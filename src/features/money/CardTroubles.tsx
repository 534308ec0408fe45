import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useServerValue } from '#hooks/data/server.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { Warning } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** What the server could not learn from Stripe so far; nothing where there is none, or no network. */
export function CardTroubles() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const data = useAppData();
  const nameOf = usePeopleNames();
  const { busy, run } = useAction();
  const { value, refresh } = useServerValue(() => data.paymentTroubles(id), id);
  if (value === null || value.troubles.length === 0) return null;
  const { troubles } = value;
  async function retry(): Promise<void> {
    await run(() => data.retryPayments(id));
    refresh();
  }
  return (
    <>
      <Warning
        title={t('payments.troubles', { count: troubles.length })}
        why={t('payments.troublesWhy')}
        folded={troubles.length > 5}
      >
        {troubles.map(({ kind, reference, consumerId, since, isGivenUp }) => (
          <li key={`${kind} ${reference}`}>
            {consumerId !== null && (
              <Link to={hrefs.registrantMoney(id, consumerId)}>{nameOf(consumerId).name}</Link>
            )}{' '}
            <Text span inherit>
              {t(`payments.trouble.${kind}`, { reference, since: format.dateTime(since) })}
              {!isGivenUp && ` ${t('payments.troubleGoesOn')}`}
            </Text>
          </li>
        ))}
      </Warning>
      <Button variant="default" loading={busy} onClick={() => void retry()} mb="md">
        {t('payments.troubleRetry')}
      </Button>
    </>
  );
}
