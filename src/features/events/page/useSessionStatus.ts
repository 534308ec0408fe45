import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '#domain/config.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { idFromParam } from '#ui/paths.ts';

/**
 * A session's status as Home and the event page change it: saved, synchronised again, and told
 * (specification 1 §2, Home).
 */
export function useSessionStatus(eventId: string, sessionId: string, known: SessionStatus) {
  const { t } = useTranslation();
  const data = useAppData();
  const { busy, run } = useAction();
  // Shown at once; `central` follows when the server has heard of it. From then on what others choose counts, the one from before too.
  const [chosen, setChosen] = useState<{ over: SessionStatus; status: SessionStatus } | null>(null);
  if (chosen !== null && chosen.over !== known) setChosen(null);

  async function change(status: SessionStatus): Promise<void> {
    setChosen({ over: known, status });
    const saved = await run(async () => {
      const opened = await data.openEvent(eventId);
      if (!opened.ok) return opened;
      try {
        return await opened.value.repository.setSessionStatus(idFromParam('session', sessionId), status);
      } finally {
        opened.value.close();
      }
    });
    if (saved === null) {
      setChosen(null);
      return;
    }
    notify.success(t('home.statusChanged'));
    // Not awaited: without a network the change waits on this device.
    void data.sync.syncNow(eventId);
  }
  return { value: chosen?.status ?? known, busy, change };
}
