import { Button, Group } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useParams } from 'react-router-dom';
import type { Failure } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { detailOf, useErrorText } from '#hooks/words/errorText.ts';
import { EventProvider, useEvent, useLive, useOpenEvent } from '#hooks/data/event.tsx';
import { useRememberEvent } from '#hooks/data/lastEvent.ts';
import { useCan, useEvents, useOpenLogin } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { Details } from '#ui/components/Details.tsx';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { logError } from '#ui/platform/log.ts';
import { EVENT_GONE, notify } from '#ui/components/notify.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { NewerDocuments } from '../pwa/Outdated.tsx';
import { FirstOpening } from '../FirstOpening.tsx';

/** Loads the event for its page and all child pages. An unknown one leads to Home (specification 1 §2). */
export function EventGate() {
  const { eventId = '' } = useParams();
  // Without a session the route's guard sends the visitor to the login; opening would only fail before that.
  const session = useOpenLogin();
  return session === null ? <Outlet /> : <OpenGate key={eventId} eventId={eventId} />;
}

function OpenGate({ eventId }: { eventId: string }) {
  const opening = useOpenEvent(eventId);
  if (opening.state === 'loading') return <FirstOpening eventId={eventId} />;
  if (opening.state === 'failed') {
    if (opening.failure.code === 'not_found') return <Navigate to={hrefs.home()} replace />;
    return <EventFailure eventId={eventId} failure={opening.failure} retry={opening.retry} />;
  }
  return (
    <EventProvider event={opening.event}>
      <ArrivedGate eventId={eventId} />
    </EventProvider>
  );
}

/**
 * The event's own document may still be on its way in the very first moments. Where it is not on the list any more,
 * it was deleted or the access to it taken away, and the visitor goes to Home.
 */
function ArrivedGate({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const arrived = useLive((store) => store.event() !== null);
  const listed = useEvents()?.some(({ id }) => id === eventId) !== false;
  const isManager = useCan('manager');
  const gone = !arrived && !listed;
  useRememberEvent(eventId);
  useEffect(() => {
    // A manager sees every event: it was deleted, here or by somebody else; whoever did it is told once.
    if (gone) notify.info(t(isManager ? 'event.deleted' : 'home.gone'), EVENT_GONE);
  }, [gone, isManager, t]);
  if (gone) return <Navigate to={hrefs.home()} replace />;
  return (
    <>
      <NewerDocuments />
      {arrived ? <Outlet /> : <FirstOpening eventId={eventId} />}
    </>
  );
}

interface EventFailureProps {
  eventId: string;
  failure: Failure;
  retry: () => void;
}

/** A failed load is logged and shown in the global status (specification 1 §8), with a way to try again. */
function EventFailure({ eventId, failure, retry }: EventFailureProps) {
  const { t } = useTranslation();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const reason = useErrorText()(failure);

  /** A damaged copy is fetched anew; what was not sent and can still be read is put back. */
  async function rebuild(): Promise<void> {
    const done = await run(() => sync.rebuild(eventId));
    if (done === null) return;
    notify.success(t('problem.rebuilt', { count: done.rescued }));
    retry();
  }
  const told = useRef<Failure | null>(null);
  useEffect(() => {
    if (told.current === failure) return;
    told.current = failure;
    logError('an event could not be loaded', failure);
    notify.error(t('problem.eventStatus', { reason }), 'event-load');
  }, [failure, reason, t]);
  return (
    <EmptyState
      icon={IconCalendarX}
      order={1}
      title={t('problem.eventTitle')}
      text={reason}
      action={
        <Group gap="xs" justify="center">
          <Button onClick={retry}>{t('common.retry')}</Button>
          {failure.code === 'storage_broken' && (
            <Button variant="default" loading={busy} onClick={() => void rebuild()}>
              {t('problem.rebuild')}
            </Button>
          )}
          <Button variant="default" component={Link} to={hrefs.home()}>
            {t('problem.home')}
          </Button>
          <Details text={detailOf(failure)} />
        </Group>
      }
    />
  );
}

/** Tells whoever is led away because somebody else deleted what they look at, or write on. */
function useSaysGone(id: string, known: boolean, words: string): void {
  const [shown, setShown] = useState<string | null>(null);
  if (known && shown !== id) setShown(id);
  const gone = !known && shown === id;
  useEffect(() => {
    if (gone) notify.info(words, 'gone');
  }, [gone, words]);
}

/** An unknown session leads to the event (specification 2 §2). */
export function SessionGate({ children }: { children: ReactNode }) {
  const { sessionId } = useParams();
  const event = useEvent();
  const { t } = useTranslation();
  const id = idFromParam('session', sessionId);
  const known = useLive((store) => store.session(id) !== null);
  useSaysGone(id, known, t('event.sessionGone'));
  return known ? children : <Navigate to={hrefs.event(event.id)} replace />;
}

/** A missing consumer leads to the event (specification 1 §2). */
export function ConsumerGate({ children }: { children: ReactNode }) {
  const { consumerId } = useParams();
  const event = useEvent();
  const { t } = useTranslation();
  const id = idFromParam('consumer', consumerId);
  const known = useLive((store) => store.consumers().has(id));
  useSaysGone(id, known, t('event.registrantGone'));
  return known ? children : <Navigate to={hrefs.event(event.id)} replace />;
}
