import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { openSessions } from '#domain/clients/clients.ts';
import type { Session } from '#domain/documents/session.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useEvent, useLive } from './event.tsx';

/** The session of the route; null where the route has none. */
export function useRouteSession(): Session | null {
  const { sessionId } = useParams();
  return useLive((store) =>
    sessionId === undefined ? null : store.session(idFromParam('session', sessionId)),
  );
}

/** The same without the entries of cancelled registrations: who may have a place. */
export function useRouteSessionExpected(): Session | null {
  const { sessionId } = useParams();
  return useLive((store) =>
    sessionId === undefined ? null : store.withoutCanceled(idFromParam('session', sessionId)),
  );
}

/** The way back to the session, or to the event where there is none. */
export function useBackTo(session: Session | null): { to: string; label: string } {
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  return session === null
    ? { to: hrefs.event(id), label: event === null ? '' : format.title(event) }
    : { to: hrefs.session(id, session._id), label: format.title(session) };
}

interface WithTargetProps {
  /** What an event says whose sessions take nobody. */
  nowhere: string;
  /** What is shown above that, too. */
  above?: ReactNode;
  /** `open` take clients; `preset` is the one of the route. */
  children: (open: readonly Session[], preset: Session | null) => ReactNode;
}

/**
 * Where a screen that adds clients puts them, on the routes of the event and of a session (specification 1 §2). An
 * archived session takes nobody: its route leads to the session page.
 */
export function WithTarget({ nowhere, above, children }: WithTargetProps) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const preset = useRouteSession();
  const open = openSessions(useLive((store) => store.sessions()));
  if (preset?.status === 'archived') return <Navigate to={hrefs.session(id, preset._id)} replace />;
  if (open.length > 0) return children(open, preset);
  return (
    <>
      {above}
      <EmptyState
        icon={IconCalendarPlus}
        order={1}
        title={t('event.noSessionsTitle')}
        text={nowhere}
        action={
          <Button component={Link} to={hrefs.eventUpdate(id)}>
            {t('event.addSession')}
          </Button>
        }
      />
    </>
  );
}
