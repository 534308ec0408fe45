import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { newId } from '#data/newId.ts';
import type { EventInput } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useNow } from '#hooks/data/now.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useDraft } from '#hooks/data/draft.ts';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { EventForm } from './EventForm.tsx';
import { emptyValues, newEventInput } from './eventFormValues.ts';

export function EventCreatePage() {
  const { t } = useTranslation();
  const data = useAppData();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [failure, setFailure] = useState<string | null>(null);
  const now = useNow();
  const [initial] = useState(() => emptyValues(now()));
  const draft = useDraft('event-new', 'new', initial);

  async function create(input: EventInput): Promise<void> {
    setFailure(null);
    const eventId = draft.value.newId ?? newId();
    // Kept with the draft: should no answer come, the next try, perhaps after a reload, goes on with the same event.
    if (draft.value.newId === undefined) draft.change((before) => ({ ...before, newId: eventId }));
    const created = await run(
      () => data.createEvent(newEventInput(draft.value, eventId, input.picture), eventId),
      (error) => {
        setFailure(error.code === 'offline' ? t('eventForm.needsServer') : errorText(error));
        return true;
      },
    );
    if (created === null) return;
    draft.discard();
    notify.success(t('eventForm.created'));
    await navigate(hrefs.event(created.eventId), { replace: true });
  }
  return (
    <Page title={t('eventForm.createTitle')} back={{ to: hrefs.home(), label: t('home.title') }} narrow>
      <EventForm
        draft={draft}
        submitLabel={t('eventForm.submitCreate')}
        busy={busy}
        savedPicture={null}
        failure={failure}
        onSubmit={(input) => void create(input)}
        onCancel={() => {
          draft.discard();
          void navigate(hrefs.home());
        }}
      />
    </Page>
  );
}
