import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CardState } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useServerValue } from '#hooks/data/server.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { LookedAt, LookedAtButton } from './LookedAt.tsx';

/** What the server could not learn from Stripe so far; nothing where there is none, or no network. */
export function CardTroubles() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const data = useAppData();
  const { busy, run } = useAction();
  const { value, refresh } = useServerValue(() => data.paymentTroubles(id), id);
  if (value === null) return null;
  const { troubles, lookedAt } = value;
  async function retry(): Promise<void> {
    await run(() => data.retryPayments(id));
    refresh();
  }
  return (
    <>
      {troubles.length > 0 && (
        <Warning
          title={t('payments.troubles', { count: troubles.length })}
          why={t('payments.troublesWhy')}
          folded={troubles.length > 5}
          foot={
            <Button variant="default" size="sm" loading={busy} onClick={() => void retry()}>
              {t('payments.troubleRetry')}
            </Button>
          }
        >
          {troubles.map((trouble) => (
            <Trouble key={`${trouble.kind} ${trouble.reference}`} trouble={trouble} onSettled={refresh} />
          ))}
        </Warning>
      )}
      <LookedAt pages={lookedAt} />
    </>
  );
}

interface TroubleProps {
  trouble: CardState['troubles'][number];
  onSettled: () => void;
}

function Trouble({ trouble, onSettled }: TroubleProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const nameOf = usePeopleNames();
  const { kind, reference, consumerId, since, isGivenUp } = trouble;
  return (
    <WarningItem
      action={
        kind === 'unread' &&
        consumerId !== null && <LookedAtButton page={{ consumerId, reference }} onSettled={onSettled} />
      }
    >
      {consumerId !== null && (
        <>
          <Link to={hrefs.registrantMoney(id, consumerId)}>{nameOf(consumerId).name}</Link>
          {' · '}
        </>
      )}
      {t(`payments.trouble.${kind}`, { reference, since: format.dateTime(since) })}
      {!isGivenUp && ` ${t('payments.troubleGoesOn')}`}
    </WarningItem>
  );
}
