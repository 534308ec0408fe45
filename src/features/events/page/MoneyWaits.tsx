import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { moneyRows } from '#domain/money/moneyList.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { whenIdle } from '#ui/platform/whenIdle.ts';

/** What of the event's money somebody must look at, with the way to it; nothing where there is none. */
export function MoneyWaits() {
  // All registrations are read for it: what the page is opened for comes first.
  const [hasRested, setHasRested] = useState(false);
  useEffect(() => whenIdle(() => setHasRested(true)), []);
  return hasRested ? <Waiting /> : null;
}

function Waiting() {
  const { t } = useTranslation();
  const { id } = useEvent();
  const data = useAppData();
  const consumers = useLive((store) => store.consumers());
  const clients = useLive((store) => store.documents('client'));
  const { value } = useServerValue(() => data.paymentTroubles(id), id);
  const flagged = useMemo(
    () => moneyRows(consumers.values(), clients.values()).filter(({ flags }) => flags.length > 0).length,
    [consumers, clients],
  );
  const unread = value?.troubles.length ?? 0;
  if (flagged + unread === 0) return null;
  return (
    <Warning title={t('payments.waits')}>
      {flagged > 0 && (
        <WarningItem>
          <Link to={`${hrefs.money(id)}?state=attention`}>{t('payments.flagged', { count: flagged })}</Link>
        </WarningItem>
      )}
      {unread > 0 && (
        <WarningItem>
          <Link to={hrefs.money(id)}>{t('payments.troubles', { count: unread })}</Link>
        </WarningItem>
      )}
    </Warning>
  );
}
