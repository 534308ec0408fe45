import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import type { Selection } from '../useSelection.ts';

/** Erases the personal data of who is selected: for good, so it is asked first. */
export function EraseMany({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const { sync } = useAppData();
  const { id, repository } = useEvent();
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  const count = selection.ids.size;

  async function erase(): Promise<void> {
    const done = await run(() => repository.erasePeople([...selection.ids]));
    setAsks(false);
    if (done === null) return;
    selection.clear();
    notify.success(t('bulk.erased', { count: done.clients, registrations: done.consumers }));
    void sync.syncNow(id);
  }
  return (
    <>
      <Button
        size="compact-md"
        fz="sm"
        variant="default"
        style={{ color: 'var(--foyer-bad)' }}
        leftSection={<IconEraser size={16} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        {t('bulk.erase')}
      </Button>
      <ConfirmDialog
        opened={asks}
        danger
        title={t('bulk.eraseTitle', { count })}
        confirmLabel={t('client_display.eraseNow')}
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void erase()}
      >
        {t('client_display.eraseLead')} {t('bulk.eraseLead')}
      </ConfirmDialog>
    </>
  );
}
