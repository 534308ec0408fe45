import { Button, Checkbox, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { openSessions } from '#domain/clients/clients.ts';
import { isErased } from '#domain/documents/erasure.ts';
import type { OpenEvent } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useEvent, useLive, useOpenEvent } from '#hooks/data/event.tsx';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { FormFoot, FormPart } from '#ui/forms/Form.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Nothing } from '#ui/components/Nothing.tsx';
import formClasses from '../forms/ClientForm.module.css';
import classes from './ClientCopy.module.css';
import { CopyList } from './CopyList.tsx';

const NOBODY: ReadonlySet<string> = new Set();

/** By their event: who was selected when another target was chosen, whose page begins anew. */
const carried = new Map<string, ReadonlySet<string>>();

/**
 * Copies clients of another event into the route's event, which is the target (specification 1 §2, Client copy).
 * `?from` keeps the source while the target is changed.
 */
export function ClientCopyPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { id } = useEvent();
  const event = useLive((store) => store.event());
  const events = useEvents() ?? [];
  const [query, setQuery] = useSearchParams();
  const asked = query.get('from');
  const others = events.filter((one) => one.id !== id);
  const from = others.some((one) => one.id === asked) ? asked : null;
  const [selected, select] = useState(() => new Map(carried));
  useEffect(() => carried.clear(), []);
  const choice = (one: (typeof events)[number]) => ({
    value: one.id,
    label:
      one.date == null ? format.title(one) : `${format.title(one)} · ${format.date(one.date, one.timeZone)}`,
  });
  return (
    <Page
      title={t('clientCopy.title')}
      back={{ to: hrefs.event(id), label: event === null ? '' : format.title(event) }}
    >
      <div className={classes.events}>
        <Select
          label={t('clientCopy.source')}
          placeholder={t(others.length === 0 ? 'clientCopy.noOther' : 'clientCopy.sourcePick')}
          data={others.map(choice)}
          value={from}
          disabled={others.length === 0}
          searchable={others.length > 8}
          onChange={(chosen) => chosen !== null && setQuery({ from: chosen }, { replace: true })}
        />
        <Select
          label={t('clientCopy.target')}
          data={events.map(choice)}
          value={id}
          searchable={events.length > 8}
          onChange={(chosen) => {
            if (chosen === null || chosen === id) return;
            for (const [source, clientIds] of selected) carried.set(source, clientIds);
            // Choosing the source as the target turns the two round.
            void navigate(
              `${hrefs.clientCopy(chosen)}?from=${encodeURIComponent(chosen === from ? id : (from ?? id))}`,
            );
          }}
        />
      </div>
      {from === null ? (
        <Nothing framed>{t(others.length === 0 ? 'clientCopy.noOther' : 'clientCopy.pickFirst')}</Nothing>
      ) : (
        <Source
          key={`${from}>${id}`}
          eventId={from}
          chosen={selected.get(from) ?? NOBODY}
          onChoose={(clientIds) => select(new Map(selected).set(from, clientIds))}
        />
      )}
    </Page>
  );
}

interface Selected {
  /** Ids of the source's clients. */
  chosen: ReadonlySet<string>;
  onChoose: (clientIds: ReadonlySet<string>) => void;
}

function Source({ eventId, ...selected }: Selected & { eventId: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const opened = useOpenEvent(eventId);
  if (opened.state === 'ready') return <Choose source={opened.event} {...selected} />;
  return (
    <Nothing framed role="status">
      {opened.state === 'loading' ? t('clientCopy.loading') : errorText(opened.failure)}
      {opened.state === 'failed' && (
        <Button variant="default" size="xs" ms="md" onClick={opened.retry}>
          {t('common.retry')}
        </Button>
      )}
    </Nothing>
  );
}

function Choose({ source, chosen, onChoose }: Selected & { source: OpenEvent }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const navigate = useNavigate();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const sessions = openSessions(useLive((store) => store.sessions()));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NOBODY);
  const targets = sessions.filter(({ _id }) => ticked.has(_id)).map(({ _id }) => _id);
  // Whoever was deleted or erased over there meanwhile is not copied.
  const clients = [...chosen]
    .flatMap((clientId) => source.store.client(clientId) ?? [])
    .filter((client) => !isErased(client));

  async function copy(): Promise<void> {
    const consumers = source.store.consumers();
    const copied = clients.map((client) => ({
      client,
      consumer: consumers.get(client.consumerId ?? '') ?? null,
    }));
    const done = await run(() => repository.copyClients(copied, targets));
    if (done === null) return;
    notify.success(t('clientCopy.done', { count: done.created }));
    void sync.syncNow(id);
    await navigate(hrefs.event(id));
  }
  return (
    <>
      <CopyList source={source} chosen={chosen} onChange={onChoose} />
      <FormPart title={t('clientCopy.sessions')} hint={t('clientCopy.sessionsHint')}>
        {sessions.length === 0 ? (
          <p className={classes.none}>{t('clientCopy.noSession')}</p>
        ) : (
          <ul className={formClasses.sessions}>
            {sessions.map((session) => (
              <li key={session._id} className={formClasses.session}>
                <div className={formClasses.tick}>
                  <Checkbox
                    label={format.title(session)}
                    checked={ticked.has(session._id)}
                    onChange={(change) =>
                      setTicked(toggled(ticked, [session._id], change.currentTarget.checked))
                    }
                  />
                  <small>{format.date(session.date)}</small>
                </div>
              </li>
            ))}
          </ul>
        )}
      </FormPart>
      <FormFoot message={null}>
        {targets.length === 0 && sessions.length > 0 && (
          <span className={formClasses.hint}>{t('clientCreate.tickOne')}</span>
        )}
        <Button
          loading={busy}
          disabled={clients.length === 0 || targets.length === 0}
          onClick={() => void copy()}
        >
          {clients.length === 0
            ? t('clientCopy.submitNone')
            : t('clientCopy.submit', { count: clients.length })}
        </Button>
      </FormFoot>
    </>
  );
}

function toggled(set: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  for (const one of ids) {
    if (on) next.add(one);
    else next.delete(one);
  }
  return next;
}
