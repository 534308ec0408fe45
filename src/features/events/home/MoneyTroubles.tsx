import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useCan, useEvents } from '#hooks/data/session.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** Events of which something could not be learned from Stripe, with the way to it; nothing where there is none, or no network. */
export function MoneyTroubles() {
  return useCan('member') ? <Waiting /> : null;
}

function Waiting() {
  const { t } = useTranslation();
  const format = useFormat();
  const data = useAppData();
  const events = useEvents() ?? [];
  const { value } = useServerValue(() => data.paymentAttention(), '');
  const waiting = (value ?? []).flatMap(({ eventId, count }) => {
    const event = events.find(({ id }) => id === eventId);
    return event === undefined ? [] : { eventId, count, title: format.title(event) };
  });
  if (waiting.length === 0) return null;
  const sum = waiting.reduce((all, { count }) => all + count, 0);
  return (
    <Warning title={t('payments.troubles', { count: sum })} folded={waiting.length > 3}>
      {waiting.map(({ eventId, title, count }) => (
        <WarningItem key={eventId}>
          <Link to={hrefs.money(eventId)}>{t('payments.troublesIn', { title, count })}</Link>
        </WarningItem>
      ))}
    </Warning>
  );
}
