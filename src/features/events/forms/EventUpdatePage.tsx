import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { EventDoc } from '#domain/documents/event.ts';
import type { EventInput } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page, Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { DeleteEvent } from '../page/EventActions.tsx';
import classes from './EventForm.module.css';
import { EventForm } from './EventForm.tsx';
import { carried, inputOf, valuesOf } from './eventFormValues.ts';
import { usePicture } from '#hooks/data/usePicture.ts';

export function EventUpdatePage() {
  const event = useLive((store) => store.event());
  return event === null ? null : <Update event={event} />;
}

function Update({ event }: { event: EventDoc }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, repository, store } = useEvent();
  const { sync } = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const isManager = useCan('manager');
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string | null>(null);
  // What arrives from other devices while somebody types must not change the fields under the fingers.
  const [start] = useState(() => {
    const sessions = store.sessions();
    const basis = [event, ...sessions].map(({ _rev = '' }) => _rev).join(' ');
    return { basis, values: valuesOf(event, sessions) };
  });
  const draft = useDraft(`event-${id}`, start.basis, start.values, carried);
  const picture = usePicture(event);
  const title = format.title(event);

  async function save(input: EventInput): Promise<void> {
    setFailure(null);
    const saved = await run(
      () => repository.saveEvent(input, inputOf(start.values, undefined)),
      (error) => {
        setFailure(errorText(error));
        return true;
      },
    );
    if (saved === null) return;
    draft.discard();
    notify.success(t('eventForm.saved'));
    void sync.syncNow(id);
    await navigate(hrefs.event(id));
  }
  return (
    <Page title={t('eventForm.updateTitle')} back={{ to: hrefs.event(id), label: title }} narrow>
      <EventForm
        draft={draft}
        submitLabel={t('eventForm.submitUpdate')}
        busy={busy}
        savedPicture={picture}
        failure={failure}
        // With a session go the registrations of those who cancelled, too.
        countsOf={(sessionId) => ({
          expected: store.session(sessionId)?.clients.length ?? 0,
          arrived: store.counts(sessionId).arrived,
        })}
        onSubmit={(input) => void save(input)}
        onCancel={() => {
          draft.discard();
          void navigate(hrefs.event(id));
        }}
      />
      {isManager && <Danger eventId={id} title={title} />}
    </Page>
  );
}

function Danger({ eventId, title }: { eventId: string; title: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t('eventForm.danger')}>
      <div className={classes.danger}>
        <Text c="dimmed">{t('eventForm.dangerHint')}</Text>
        <Button variant="outline" color="red" onClick={() => setAsking(true)}>
          {t('event.deleteEvent')}
        </Button>
      </div>
      <DeleteEvent eventId={eventId} title={title} opened={asking} onClose={() => setAsking(false)} />
    </Section>
  );
}
