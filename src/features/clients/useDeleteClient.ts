import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Client } from '#domain/documents/client.ts';
import { useAppData } from '#hooks/appData.tsx';
import { useErrorText } from '#hooks/errorText.ts';
import { useEvent } from '#hooks/event.tsx';
import { useAction } from '#hooks/useAction.ts';
import { fullName } from '#ui/format.ts';
import { notify } from '#ui/notify.tsx';
import type { Back } from './useBack.ts';

/** A soft deletion needs no question: it can be undone. Goes back when it is done. */
export function useDeleteClient(client: Client, back: Back): { busy: boolean; remove: () => void } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const name = fullName(client);

  async function remove(): Promise<void> {
    const deletion = await run(() => repository.deleteClients([client._id]));
    if (deletion === null) return;
    notify.undo(t('client_display.deleted', { name }), t('common.undo'), () => {
      // This screen is gone by then.
      void repository.restoreClients(deletion).then((restored) => {
        if (!restored.ok) return notify.error(errorText(restored.error));
        notify.success(t('client_display.deletedDone', { name }));
        return sync.syncNow(id);
      });
    });
    void sync.syncNow(id);
    await navigate(back.to);
  }
  return { busy, remove: () => void remove() };
}
