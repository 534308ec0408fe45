import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useRoutine } from '#hooks/data/messages.ts';
import { useUndoable } from '#hooks/data/undoable.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { holdingTab } from '#hooks/platform/useLeaving.ts';
import { notify } from '#ui/components/notify.tsx';

/** Runs one act on many clients, with progress, and remembers it for the undo. */
export function useBulk() {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const data = useAppData();
  const routine = useRoutine();
  const { remember, noteUnderway, noteNothing } = useUndoable();
  const { busy, run } = useAction();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  return {
    busy,
    progress,
    /** `others`: how many more it changes. */
    async change(clientIds: readonly string[], change: BulkChange, others = 0): Promise<void> {
      // A tab that ends leaves some changed and others not.
      const done = await run(() =>
        holdingTab(() =>
          repository.underway(async () => {
            const result = await repository.changeClients(clientIds, change, {
              onProgress: (at, total) => setProgress({ done: at, total }),
              beforeWrite(undo) {
                const type = change.kind === 'status' ? 'consumer' : 'client';
                const own = undo.fields.filter((one) => one.type === type);
                const count = new Set(own.map(({ id: one }) => one)).size || clientIds.length;
                return noteUnderway(undo, { kind: 'change', change, count, others });
              },
            });
            if (!result.ok) await noteNothing();
            else {
              const { changed, undo } = result.value;
              await remember(undo, { kind: 'change', change, count: changed, others });
            }
            return result;
          }),
        ),
      );
      setProgress(null);
      if (done === null) return;
      if (done.unchanged > 0) notify.info(t('bulk.unchanged', { count: done.unchanged }), 'bulk-unchanged');
      // A new status has its notifications run, once for all (specification 1 §4), after it was sent; off line the server
      // does so once it hears of it.
      if (change.kind === 'status') routine();
      else void data.sync.syncNow(id);
    },
  };
}
