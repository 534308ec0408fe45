import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Client } from '#domain/documents/client.ts';
import type { UndoRecord } from '#domain/clients/undo.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import type { Back } from '../useBack.ts';

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
    const deletion = await run(() => repository.changeClients([client._id], { kind: 'delete' }));
    if (deletion === null) return;
    notify.undo(t('client_display.deleted', { name }), t('common.undo'), () => void restore(deletion.undo));
    void sync.syncNow(id);
    await navigate(back.to);
  }

  /** This screen is gone by then. */
  async function restore(record: UndoRecord): Promise<void> {
    const undone = await repository.undoMany(record);
    if (!undone.ok) return notify.error(errorText(undone.error));
    const reasons = new Set(undone.value.conflicts.map(({ reason }) => reason));
    if (reasons.has('number_taken')) return notify.error(errorText({ code: 'number_exists' }));
    if (undone.value.restored > 0) notify.success(t('client_display.deletedDone', { name }));
    else notify.info(t('bulk.conflicts', { count: 1, names: name }), 'undo-conflicts');
    if (reasons.has('seat_taken')) notify.info(t('bulk.seats', { count: 1, names: name }), 'undo-seats');
    await sync.syncNow(id);
  }
  return { busy, remove: () => void remove() };
}
