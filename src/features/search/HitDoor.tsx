import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { EventProvider, useLive, useOpenEvent } from '#hooks/data/event.tsx';
import { useDesk } from '#hooks/door/desk.ts';
import { useNeighbours } from '#hooks/door/neighbours.ts';
import { useRemark } from '#hooks/door/remarks.ts';
import { useSinceWords } from '#hooks/door/since.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { fullName } from '#ui/words/format.ts';
import { placeText } from '#ui/words/placement.ts';
import type { Hit } from './hits.ts';
import classes from './SearchDialog.module.css';

type ClientFound = Extract<Hit, { kind: 'client' }>;

/** Below the results: the chosen guest of a session that is on, who is let in from here. */
export function HitDoor({ hit }: { hit: Hit | undefined }) {
  if (hit?.kind !== 'client') return null;
  // Of the others nothing is opened: to look for somebody must not fetch events.
  return hit.event.sessions.some(({ status }) => status === 'ongoing') ? <Opened hit={hit} /> : null;
}

function Opened({ hit }: { hit: ClientFound }) {
  const opened = useOpenEvent(hit.event.id);
  return opened.state !== 'ready' ? null : (
    <EventProvider event={opened.event}>
      <Found key={hit.client.clientId} hit={hit} />
    </EventProvider>
  );
}

function Found({ hit: { client } }: { hit: ClientFound }) {
  const sessions = useLive((store) => store.sessions());
  for (const session of sessions) {
    if (session.status !== 'ongoing') continue;
    const entry = session.clients.find(({ clientId }) => clientId === client.clientId);
    if (entry !== undefined) return <Line session={session} entry={entry} name={fullName(client)} />;
  }
  return null;
}

function Line({ session, entry, name }: { session: Session; entry: SessionEntry; name: string }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { busy, waiting, admit } = useDesk(session._id, entry.clientId);
  const sinceWords = useSinceWords(session._id);
  const beside = useNeighbours(session, entry);
  const remark = useRemark()(useLive((store) => store.client(entry.clientId)));
  const guest = { clientId: entry.clientId, name };
  const since = entry.checkInTime;
  const canceled = useLive((store) => store.isCanceled(entry.clientId)) && since === null;
  return (
    <div className={classes.door} role="group" aria-label={t('client_display.checkIn')}>
      <p>
        <b>{name}</b>
        <span data-numeric>
          {[format.title(session), placeText(session, entry, t)].filter(Boolean).join(' · ')}
        </span>
        {beside !== '' && (
          <span data-numeric>{t('common.labelled', { label: t('tables.beside'), value: beside })}</span>
        )}
        {remark !== '' && !canceled && <span className={classes.remark}>{remark}</span>}
      </p>
      {since !== null && (
        <span className={classes.inside} data-numeric>
          <IconCircleCheckFilled size={18} aria-hidden />
          {sinceWords(entry.clientId)}
        </span>
      )}
      {canceled && <p className={classes.refused}>{t('errors.registration_canceled')}</p>}
      {waiting.length > 0 && !canceled && (
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconUsers size={18} aria-hidden />}
          onClick={() => void admit(since === null ? [guest, ...waiting] : waiting)}
        >
          {since === null
            ? t('client_display.admitAll', { count: waiting.length + 1 })
            : t('client_display.admitOthers', { count: waiting.length, name: waiting[0]?.name })}
        </Button>
      )}
      {since === null && !canceled && (
        <Button
          disabled={busy}
          leftSection={<IconUserCheck size={18} aria-hidden />}
          onClick={() => void admit([guest])}
        >
          {t('client_display.admit')}
        </Button>
      )}
    </div>
  );
}
