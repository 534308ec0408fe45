import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { openSessions } from '#domain/clients.ts';
import type { Session } from '#domain/documents/session.ts';
import type { ImportOutcome } from '#data/bulkTypes.ts';
import { useAppData } from '#hooks/appData.tsx';
import { useEvent, useLive } from '#hooks/event.tsx';
import { useUndoable } from '#hooks/undoable.ts';
import { useAction } from '#hooks/useAction.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { notify } from '#ui/notify.tsx';
import { Page } from '#ui/Page.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { useFormat } from '#ui/useFormat.ts';
import { FilePicker } from './FilePicker.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportPlan } from './ImportPlan.tsx';
import { ImportRunning } from './ImportRunning.tsx';
import { useImport } from './useImport.ts';
import classes from './Import.module.css';

/**
 * Clients from a file, into the event's sessions (specification 1 §2, "Client import"). Serves the routes of the event
 * and of a session; an archived session takes nobody, so its route leads to the session page.
 */
export function ImportPage() {
  const { sessionId } = useParams();
  const { id } = useEvent();
  const target = useLive((store) =>
    sessionId === undefined ? null : store.session(idFromParam('session', sessionId)),
  );
  const sessions = useLive((store) => store.sessions());
  const open = openSessions(sessions);
  if (target?.status === 'archived') return <Navigate to={hrefs.session(id, target._id)} replace />;
  if (open.length === 0) return <NoSession />;
  return <Import key={id} open={open} preset={target} />;
}

interface Running {
  done: number;
  total: number;
  stop: () => void;
}

function Import({ open, preset }: { open: readonly Session[]; preset: Session | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const event = useLive((store) => store.event());
  const plan = useImport(preset, open, format.language);
  const { remember } = useUndoable();
  const { run } = useAction();
  const [running, setRunning] = useState<Running | null>(null);
  const [outcome, setOutcome] = useState<(ImportOutcome & { skipped: number }) | null>(null);
  const pageTop = useRef<HTMLDivElement>(null);

  async function save(): Promise<void> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const { ready, skipped } = plan.summary;
    setRunning({ done: 0, total: ready.length, stop });
    pageTop.current?.scrollIntoView();
    const result = await run(() =>
      repository.importClients(ready, {
        signal: controller.signal,
        onProgress: (done, total) =>
          setRunning({ done: Math.floor((done / total) * ready.length), total: ready.length, stop }),
      }),
    );
    setRunning(null);
    if (result === null) return;
    if (result.canceled) {
      notify.info(t('imports.canceled'));
      return;
    }
    remember({ record: result.undo, label: t('imports.undoLabel', { count: result.created }) });
    setOutcome({ ...result, skipped: skipped + (plan.table?.dropped.length ?? 0) });
    void sync.syncNow(id);
  }

  const back =
    preset === null
      ? { to: hrefs.event(id), label: event === null ? '' : format.title(event) }
      : { to: hrefs.session(id, preset._id), label: format.title(preset) };
  const only = preset ?? open.find(({ _id }) => _id === plan.settings.sessionIds[0]);
  const next =
    only === undefined || plan.settings.sessionIds.length > 1
      ? { to: hrefs.event(id), label: t('imports.openEvent') }
      : { to: hrefs.session(id, only._id), label: t('imports.openSession') };
  return (
    <div ref={pageTop}>
      <Page
        title={t('imports.title')}
        back={back}
        subtitle={<span className={classes.lead}>{t('imports.lead')}</span>}
      >
        {running !== null ? (
          <ImportRunning done={running.done} total={running.total} onCancel={running.stop} />
        ) : outcome !== null ? (
          <ImportDone
            {...outcome}
            next={next}
            onAnother={() => {
              setOutcome(null);
              plan.reset();
            }}
          />
        ) : plan.file === null ? (
          <FilePicker {...plan.source} onChoose={plan.source.choose} />
        ) : (
          <ImportPlan plan={plan} open={open} onSave={() => void save()} />
        )}
      </Page>
    </div>
  );
}

function NoSession() {
  const { t } = useTranslation();
  const { id } = useEvent();
  return (
    <EmptyState
      icon={IconCalendarPlus}
      order={1}
      title={t('event.noSessionsTitle')}
      text={t('imports.noSession')}
      action={
        <Button component={Link} to={hrefs.eventUpdate(id)}>
          {t('event.addSession')}
        </Button>
      }
    />
  );
}
