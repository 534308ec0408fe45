import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';

/** It stays, switched off (FORM-12). */
export function RemoveForm({ formId, onGone }: { formId: string; onGone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: eventId, repository } = useEvent();
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  async function remove(): Promise<void> {
    const removed = await run(() => repository.removeForm(formId));
    setAsks(false);
    if (removed === null) return;
    onGone();
    notify.success(t('forms.removed'));
    await navigate(hrefs.event(eventId));
  }
  return (
    <>
      <Button variant="default" color="red" onClick={() => setAsks(true)}>
        {t('forms.remove')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('forms.remove')}
        confirmLabel={t('forms.remove')}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {t('forms.removeText')}
      </ConfirmDialog>
    </>
  );
}
