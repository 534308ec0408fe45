import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import type { Notif } from '#domain/documents/notif.ts';
import { CopyWaits } from '#hooks/data/CopyWaits.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useNotifKind, useNotifName } from '#hooks/data/messageWords.ts';
import { useUnderway } from '#hooks/data/underway.ts';
import { DuplicateLink } from '#ui/components/DuplicateLink.tsx';
import { GoneMeanwhile } from '#ui/components/GoneMeanwhile.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs, idFromParam, LIKE } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Departure } from './Departure.tsx';
import { NotifForm } from './NotifForm.tsx';
import { OnItsWay } from './OnItsWay.tsx';
import { Outcome } from './Outcome.tsx';
import { Stalled } from './Stalled.tsx';

function useBack(): { to: string; label: string } {
  const format = useFormat();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  return { to: hrefs.event(id), label: event === null ? '' : format.title(event) };
}

/** A new message, be it like another one. */
export function NotifCreatePage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const id = idFromParam('notif', query.get(LIKE) ?? undefined);
  const like = useLive((store) => store.documents('notif').get(id) ?? null);
  return (
    <Page title={t('notifs.createTitle')} back={useBack()}>
      <CopyWaits />
      <NotifForm key={id} notif={null} like={like?.notifType === 'deleted' ? null : like} />
    </Page>
  );
}

/** A message, and what became of it. One that is missing or deleted leads to the event (NOTIF-15). */
export function NotifPage() {
  const { notifId } = useParams();
  const id = idFromParam('notif', notifId);
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const { id: eventId } = useEvent();
  const stored = useLive((store) => store.documents('notif').get(id) ?? null);
  const notif = stored?.notifType === 'deleted' ? null : stored;
  // Who has it open keeps what they typed in sight when somebody else deletes it.
  const [last, setLast] = useState(notif);
  if (notif !== null && notif !== last) setLast(notif);
  if (last === null) return <Navigate to={hrefs.event(eventId)} replace />;
  return <Shown notif={last} isGone={notif === null} />;
}

const TABS = ['message', 'people'] as const;

function Shown({ notif, isGone }: { notif: Notif; isGone: boolean }) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const nameOf = useNotifName();
  const kindOf = useNotifKind();
  const [query, setQuery] = useSearchParams();
  const back = useBack();
  const shown = TABS.find((tab) => tab === query.get('tab')) ?? 'message';
  const name = nameOf(notif);
  const underway = useUnderway({ notif: notif._id }, `${notif._id} ${notif._rev}`);
  useDocumentTitle(name);
  return (
    <Page
      title={name}
      back={back}
      subtitle={kindOf(notif)}
      actions={!isGone && <DuplicateLink to={hrefs.notifLike(eventId, notif._id)} />}
    >
      {isGone && <GoneMeanwhile>{t('notifs.goneMeanwhile')}</GoneMeanwhile>}
      <CopyWaits />
      <Departure notif={notif} />
      <Stalled notif={notif} />
      {!isGone && <OnItsWay notif={notif} underway={underway} />}
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(tab) => setQuery(tab === 'people' ? { tab } : {}, { replace: true })}
      >
        <Tabs.List>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`notifs.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="message">
          {/* Called back or run, it is another one than the editor began with. */}
          <NotifForm key={notif.notifType} notif={notif} />
        </Tabs.Panel>
        <Tabs.Panel value="people" pt="md">
          <Outcome notif={notif} underway={underway} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
