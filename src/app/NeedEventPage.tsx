import { Button } from '@mantine/core';
import { IconCalendarQuestion, IconCalendarPlus, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { useLastEventId } from '#hooks/data/lastEvent.ts';
import { useCan, useEvents } from '#hooks/data/session.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs, type RouteId } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './NeedEventPage.module.css';
import { useRouteId } from './routes/useRouteId.ts';
import { Waiting } from './Waiting.tsx';

/** Where each route without an event leads once there is one. */
const TARGETS: Partial<Record<RouteId, (eventId: string) => string>> = {
  notifNew: hrefs.notifNew,
  formNew: hrefs.formNew,
  clientNew: hrefs.clientNew,
  clientImport: hrefs.clientImport,
};

/** Uses the event visited last, or asks for one (readings, no. 19). */
export function NeedEventPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useRouteId();
  const last = useLastEventId();
  const events = useEvents();
  const canCreate = useCan('manager');
  const target = id === null ? undefined : TARGETS[id];
  if (target === undefined) return null;
  if (last !== null) return <Navigate to={target(last)} replace />;
  if (events === null) return <Waiting />;
  if (events.length === 0) {
    return (
      <EmptyState
        icon={IconCalendarQuestion}
        order={1}
        title={t('needEvent.empty')}
        action={
          canCreate && (
            <Button
              component={Link}
              to={hrefs.eventNew()}
              leftSection={<IconCalendarPlus size={18} aria-hidden />}
            >
              {t('home.create')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <Page title={t('needEvent.title')} subtitle={t('needEvent.text')} narrow>
      <Section flush>
        <ul className={classes.list}>
          {events.map((event) => (
            <li key={event.id}>
              <Link to={target(event.id)} className={classes.link}>
                <span>
                  {format.title(event)}
                  {event.date != null && <small>{format.date(event.date, event.timeZone)}</small>}
                </span>
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}
