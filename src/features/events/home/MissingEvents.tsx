import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CentralEvent } from '#domain/documents/event.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useCan, useMissingEvents, useSyncStatus } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import { GiveUpEvent } from './GiveUpEvent.tsx';

/**
 * Events that a restored server lacks (decision 14): they go on here. A manager gives them back; where it was right that
 * they went, whoever holds them lets them go.
 */
export function MissingEvents() {
  const { t } = useTranslation();
  const events = useMissingEvents();
  const format = useFormat();
  const { hub } = useSyncStatus();
  if (events.length === 0) return null;
  // Not missing: a hub holds what it was given, and the central server the rest.
  if (hub !== null)
    return (
      <Warning title={t('home.notHere', { count: events.length })} why={t('home.notHereWhy')}>
        {events.map((event) => (
          <WarningItem key={event.id}>
            <Link to={hrefs.event(event.id)}>{format.title(event)}</Link>
          </WarningItem>
        ))}
      </Warning>
    );
  return (
    <Warning title={t('home.missing', { count: events.length })} why={t('home.missingWhy')}>
      {events.map((event) => (
        <MissingEvent key={event.id} event={event} />
      ))}
    </Warning>
  );
}

function MissingEvent({ event }: { event: CentralEvent }) {
  const { t } = useTranslation();
  const data = useAppData();
  const isManager = useCan('manager');
  const { busy, run } = useAction();
  const title = useFormat().title(event);

  async function bringBack(): Promise<void> {
    const done = await run(() => data.bringBackEvent(event.id));
    if (done !== null) notify.success(t('home.broughtBack', { title }));
  }
  return (
    <WarningItem
      action={
        <Group gap="xs">
          {isManager && (
            <Button
              size="sm"
              variant="default"
              loading={busy}
              aria-label={t('home.bringBackOf', { title })}
              onClick={() => void bringBack()}
            >
              {t('home.bringBack')}
            </Button>
          )}
          <GiveUpEvent eventId={event.id} title={title} />
        </Group>
      }
    >
      <Link to={hrefs.event(event.id)}>{title}</Link>
      {!isManager && <> · {t('home.missingOther')}</>}
    </WarningItem>
  );
}
