import { Button, Select } from '@mantine/core';
import { IconClipboardText, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { openSessions } from '#domain/clients.ts';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/event.tsx';
import { useEvents } from '#hooks/session.ts';
import { Page } from '#ui/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/useFormat.ts';
import classes from './ClientForm.module.css';
import { NewClientForm } from './NewClientForm.tsx';
import { NoOpenSession } from './NoOpenSession.tsx';
import { QuickAddPage } from './QuickAddPage.tsx';

/**
 * A new client for the event, or for one of its sessions (specification 1 §2, Client creation). An archived session
 * takes nobody: its route leads to the session page. With `?paste` the same routes take pasted rows.
 */
export function ClientCreatePage() {
  const { sessionId } = useParams();
  const { id } = useEvent();
  const [query] = useSearchParams();
  const target = useLive((store) =>
    sessionId === undefined ? null : store.session(idFromParam('session', sessionId)),
  );
  if (query.has('paste')) return <QuickAddPage />;
  if (target?.status === 'archived') return <Navigate to={hrefs.session(id, target._id)} replace />;
  return <Create key={`${id}/${target?._id ?? ''}`} target={target} />;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function Create({ target }: { target: Session | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const sessions = openSessions(useLive((store) => store.sessions()));
  const events = useEvents() ?? [];
  const here = event === null ? '' : format.title(event);
  const choices = events.map((one) => ({ value: one.id, label: format.title(one) }));
  if (sessions.length === 0) return <NoOpenSession text={t('clientCreate.noSession')} />;
  return (
    <Page
      title={t('clientCreate.title')}
      back={
        target === null
          ? { to: hrefs.event(id), label: here }
          : { to: hrefs.session(id, target._id), label: format.title(target) }
      }
      narrow
    >
      <div className={classes.top}>
        <Select
          label={t('clientCreate.event')}
          data={
            choices.some(({ value }) => value === id) ? choices : [{ value: id, label: here }, ...choices]
          }
          value={id}
          searchable={choices.length > 8}
          onChange={(chosen) => {
            if (chosen !== null && chosen !== id) void navigate(hrefs.clientNew(chosen));
          }}
        />
        <div className={classes.links}>
          <Button
            variant="default"
            component={Link}
            to={hrefs.clientPaste(id, target?._id)}
            leftSection={<IconClipboardText {...icon} />}
          >
            {t('clientCreate.pasteLink')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to={target === null ? hrefs.clientImport(id) : hrefs.sessionClientImport(id, target._id)}
            leftSection={<IconFileImport {...icon} />}
          >
            {t('clientCreate.importLink')}
          </Button>
        </div>
      </div>
      <NewClientForm sessions={sessions} target={target} />
    </Page>
  );
}
