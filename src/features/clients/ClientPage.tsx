import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconPencil, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { Client } from '#domain/documents/client.ts';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/event.tsx';
import { useCan } from '#hooks/session.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { fullName } from '#ui/format.ts';
import { Page, Section } from '#ui/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { placeOf } from '#ui/placement.ts';
import { useDocumentTitle } from '#ui/useDocumentTitle.ts';
import { useFormat } from '#ui/useFormat.ts';
import classes from './ClientPage.module.css';

/** A guest with their sessions: the first version of the client display, whose tabs come with their own issue. */
export function ClientPage() {
  const { clientId } = useParams();
  const back = useBack();
  const client = useLive((store) => store.client(idFromParam('client', clientId)));
  return client === null ? <Gone back={back} /> : <Display client={client} back={back} />;
}

/** The session named by `fromSession`, else the event (specification 1 §2). */
function useBack(): { to: string; label: string; sessionId?: string } {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const [query] = useSearchParams();
  const from = query.get('fromSession');
  const session = useLive((store) => (from === null ? null : store.session(idFromParam('session', from))));
  const event = useLive((store) => store.event());
  if (session !== null) {
    return {
      to: hrefs.session(id, session._id),
      label: t('client.backToSession', { title: format.title(session) }),
      sessionId: session._id,
    };
  }
  return {
    to: hrefs.event(id),
    label: t('client.backToEvent', { title: event === null ? '' : format.title(event) }),
  };
}

function Display({ client, back }: { client: Client; back: ReturnType<typeof useBack> }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const canEdit = useCan('member');
  const sessions = useLive((store) => store.sessions()).filter((session) =>
    session.clients.some(({ clientId }) => clientId === client._id),
  );
  const name = fullName(client);
  useDocumentTitle(name);
  return (
    <Page
      title={name}
      back={back}
      subtitle={client.number ? <span data-numeric>{client.number}</span> : undefined}
      actions={
        canEdit && (
          <Button
            variant="default"
            component={Link}
            to={hrefs.clientUpdate(id, client._id, back.sessionId)}
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('client.edit')}
          </Button>
        )
      }
      narrow
    >
      <Section title={t('client.sessions')} flush>
        {sessions.length === 0 ? (
          <p className={classes.none}>{t('client.noSessions')}</p>
        ) : (
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <Registration key={session._id} session={session} clientId={client._id} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('client.details')}>
        <DetailList
          items={[
            { label: t('client.company'), value: client.company },
            {
              label: t('client.email'),
              value: client.email && <a href={`mailto:${client.email}`}>{client.email}</a>,
            },
            {
              label: t('client.phone'),
              value: client.phone && <a href={`tel:${client.phone}`}>{client.phone}</a>,
            },
            { label: t('client.language'), value: t(`languages.${client.language}`) },
            { label: t('client.category'), value: t(`categories.${client.category}`) },
            { label: t('client.notes'), value: client.notes },
          ]}
        />
      </Section>
    </Page>
  );
}

function Registration({ session, clientId }: { session: Session; clientId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const entry = session.clients.find((candidate) => candidate.clientId === clientId);
  const place = placeOf(session, entry);
  const time = entry?.checkInTime ?? null;
  return (
    <li className={classes.session}>
      <div>
        <Link to={hrefs.session(id, session._id)}>{format.title(session)}</Link>
        <time>{format.date(session.date)}</time>
      </div>
      <span className={classes.place} data-numeric>
        {place !== null && (place.seat === null ? t('session.table', place) : t('session.tableSeat', place))}
      </span>
      <span className={classes.state} data-in={time !== null || undefined} data-numeric>
        {time !== null && <IconCircleCheckFilled size={16} aria-hidden />}
        {time === null ? t('client.notCheckedIn') : t('client.checkedInAt', { time: format.time(time) })}
      </span>
    </li>
  );
}

function Gone({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconUserX}
      order={1}
      title={t('client.goneTitle')}
      text={t('client.goneText')}
      action={
        <Button component={Link} to={back.to}>
          {back.label}
        </Button>
      }
    />
  );
}
