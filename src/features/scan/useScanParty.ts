import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Failure, Outcome } from '#data/types.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useParty, type Companion } from '#hooks/door/party.ts';
import { usePartyRemark } from '#hooks/door/remarks.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { logError } from '#ui/platform/log.ts';
import { giveSignal } from './feedback.ts';

/** What was done with those who came along can be taken back for as long as at the list. */
const UNDO_MS = 10_000;

interface Said {
  text: string;
  /** Diet and notes of those who came along, a line each; '' for none. */
  remark: string;
  /** What can be taken back. */
  checkins: readonly Checkin[];
}

export interface ScannedParty {
  /** Whose ticket was read, with whom they came. */
  guest: string | null;
  guestName: string;
  waiting: readonly Companion[];
  /** What was done with them, for a while. */
  said: Said | null;
  welcome: (clientId: string) => void;
  admit: () => Promise<void>;
  leave: () => void;
  undo: () => Promise<void>;
}

/** Who came along with the guest whose ticket was read: one ticket is often shown for all. */
export function useScanParty(sessionId: string, sound: boolean): ScannedParty {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const errorText = useErrorText();
  const party = useParty(sessionId);
  const partyRemark = usePartyRemark();
  const [guest, setGuest] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [said]);

  function failed(error: Failure): void {
    giveSignal('bad', { sound });
    setSaid({ text: errorText(error), remark: '', checkins: [] });
  }
  async function admit(): Promise<void> {
    const { waiting } = party;
    const made = await settled(party.admit());
    if (!made.ok) {
      failed(made.error);
      return;
    }
    giveSignal('good', { sound });
    const admitted = new Set(made.value.map(({ clientId }) => clientId));
    const arrived = waiting.filter(({ clientId }) => admitted.has(clientId));
    const names = arrived.map(({ name }) => name).join(', ');
    setSaid({
      text: t('checkin.undoParty', { count: made.value.length, names }),
      remark: partyRemark(arrived),
      checkins: made.value,
    });
  }
  async function undo(): Promise<void> {
    const checkins = said?.checkins ?? [];
    setSaid(null);
    for (const { _id, clientId } of checkins) {
      const out = await settled(repository.cancelCheckIn(sessionId, clientId, 'scan', _id));
      if (!out.ok) {
        failed(out.error);
        return;
      }
    }
    setSaid({ text: t('checkin.cancelled'), remark: '', checkins: [] });
  }

  return {
    guest,
    guestName: party.guest,
    waiting: party.waiting,
    said,
    welcome(clientId) {
      setGuest(clientId);
      setSaid(null);
      party.arrived(clientId, 'scan');
    },
    admit,
    leave: party.leave,
    undo,
  };
}

/** What could not be written at all is said too. */
const settled = <T>(work: Outcome<T>): Outcome<T> =>
  work.catch((cause: unknown) => {
    logError('a check-in failed', cause);
    return { ok: false as const, error: { code: 'unknown' } satisfies Failure as Failure };
  });
