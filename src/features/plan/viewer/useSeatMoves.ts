import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { movesBack, type SeatMove } from '#domain/sessions/seating.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';

interface Done {
  label: string;
  moves: readonly SeatMove[];
}
const UNDO_STEPS = 100;

/** Writes moves at once, and takes them back, the last ones first. */
export function useSeatMoves({ _id: sessionId }: Session, canEdit: boolean) {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const [done, setDone] = useState<readonly Done[]>([]);

  async function write(moves: readonly SeatMove[]): Promise<boolean> {
    const saved = await run(() => repository.seatClients(sessionId, moves));
    if (saved !== null) void sync.syncNow(id);
    return saved !== null;
  }
  return {
    busy,
    done: done.at(-1) ?? null,
    async save(label: string, moves: readonly SeatMove[]): Promise<boolean> {
      const isSaved = canEdit && (await write(moves));
      if (isSaved) setDone((before) => [...before, { label, moves }].slice(-UNDO_STEPS));
      return isSaved;
    },
    async undo(): Promise<void> {
      const last = done.at(-1);
      if (last === undefined || busy) return;
      const isBack = await write(movesBack(last.moves));
      // What somebody else has changed meanwhile cannot be taken back: it leaves the list too.
      setDone((before) => before.slice(0, -1));
      if (isBack) notify.info(t('seating.undone', { label: last.label }));
    },
  };
}
