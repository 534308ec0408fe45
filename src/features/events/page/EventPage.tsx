import { Button } from '@mantine/core';
import { IconCalendarPlus, IconMapPin, IconPencil, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEffect } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useCan, useSyncOf } from '#hooks/data/session.ts';
import { SharedNumbers } from '#hooks/door/sharedNumbers.tsx';
import { eventStatus } from '#domain/documents/event.ts';
import { doorOf } from '#domain/sessions/doorOf.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { StatusBadge } from '#ui/components/StatusBadge.tsx';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { EventAccess } from './EventAccess.tsx';
import { EventActions } from './EventActions.tsx';
import { EventDetails } from './EventDetails.tsx';
import { EventDoors } from './EventDoors.tsx';
import { EventDocuments } from './EventDocuments.tsx';
import { ExampleNote } from './ExampleNote.tsx';
import { MoneyWaits } from './MoneyWaits.tsx';
import { NextSteps } from './NextSteps.tsx';
import { SessionTable } from './SessionTable.tsx';

/** The menu leads to parts of the page, too. */
function useShownPart(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key`: whoever asks for it again is led there again
  }, [hash, key]);
}

const isPaired = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toDoor' in state;

/** One event: details, sessions, and what members do with it (specification 1 §2, Event page). */
export function EventPage() {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const sessions = useLive((store) => store.sessions());
  const canEdit = useCan('member');
  const isManager = useCan('manager');
  const onHub = useSyncOf(({ hub }) => hub !== null);
  const door = doorOf(sessions);
  const state: unknown = useLocation().state;
  useShownPart();
  const title = event === null ? '' : format.title(event);
  useDocumentTitle(title);
  if (event === null) return null;
  // A phone that was paired just now is for this.
  if (isPaired(state) && door !== null) return <Navigate to={hrefs.checkin(id, door._id)} replace />;
  return (
    <Page
      title={title}
      back={{ to: hrefs.home(), label: t('home.title') }}
      subtitle={
        <>
          <StatusBadge status={eventStatus(sessions)} />
          {sessions.length > 0 && <time>{format.dates(sessions.map(({ date }) => date))}</time>}
          {event.location && (
            <span>
              <IconMapPin size={14} aria-hidden style={{ verticalAlign: -2 }} /> {event.location}
            </span>
          )}
        </>
      }
      actions={
        canEdit ? (
          <>
            <Button component={Link} to={hrefs.clients(id)} leftSection={<IconUsers size={18} aria-hidden />}>
              {t('screens.clients')}
            </Button>
            <Button
              variant="default"
              component={Link}
              to={hrefs.eventUpdate(id)}
              leftSection={<IconPencil size={18} aria-hidden />}
            >
              {t('event.update')}
            </Button>
            <EventActions eventId={id} title={title} />
          </>
        ) : (
          door !== null && (
            <Button
              component={Link}
              to={hrefs.checkin(id, door._id)}
              leftSection={<IconUserCheck size={18} aria-hidden />}
            >
              {t('session.checkIn')}
            </Button>
          )
        )
      }
    >
      {event.example === true && <ExampleNote eventId={id} />}
      <SharedNumbers />
      {/* Its own words lead through the example. */}
      {canEdit && event.example !== true && <NextSteps key={id} eventId={id} sessions={sessions} />}
      <Section title={t('event.sessions')} flush>
        {sessions.length === 0 ? (
          <EmptyState
            icon={IconCalendarPlus}
            order={3}
            title={t('event.noSessionsTitle')}
            text={t('event.noSessionsText')}
            action={
              canEdit && (
                <Button component={Link} to={hrefs.eventUpdate(id)}>
                  {t('event.addSession')}
                </Button>
              )
            }
          />
        ) : (
          <SessionTable sessions={sessions} />
        )}
      </Section>
      {/* It comes when the page rests: above them it would push the sessions from under a finger. */}
      {canEdit && <MoneyWaits />}
      <EventDetails event={event} />
      <div data-screen-only>
        {isManager && (
          <div id="access">
            <EventAccess eventId={id} />
          </div>
        )}
        {/* In a hall there may be no manager. */}
        {(isManager || (canEdit && onHub)) && <EventDoors eventId={id} />}
      </div>
      {canEdit && <EventDocuments />}
    </Page>
  );
}
