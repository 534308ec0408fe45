import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import { notify } from '#ui/components/notify.tsx';
import { useAppData } from '../data/appData.tsx';
import { useEvent, useLive } from '../data/event.tsx';
import { useAction } from '../data/useAction.ts';
import { useCompanions, type Companion } from './party.ts';
import { useStillIn } from './stillIn.ts';

export interface Desk {
  busy: boolean;
  /** Who registered together with the guest and is not in yet. */
  waiting: readonly Companion[];
  /** Lets in these guests, and offers to take it back. */
  admit: (guests: readonly Guest[]) => Promise<void>;
  /** Takes the guest's admission back, and offers to let in again. */
  cancel: (guest: Guest) => Promise<void>;
}
type Guest = Pick<Companion, 'clientId' | 'name'>;

/** Check-in away from the door: from the client's page and from the search. */
export function useDesk(sessionId: string, clientId: string): Desk {
  const { t } = useTranslation();
  const { id, repository } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const companionsOf = useCompanions(sessionId);
  const { cancelledWords } = useStillIn(sessionId);
  // They are looked up again with every change of the session or of a client.
  useLive((store) => store.session(sessionId));
  useLive((store) => store.clients());

  /** Of one guest only the last is said: in, or out again. */
  const about = `desk ${sessionId} ${clientId}`;

  async function takeBack(checkins: readonly Checkin[]): Promise<void> {
    for (const checkin of checkins) {
      const { _id } = checkin;
      const out = await run(() => repository.cancelCheckIn(sessionId, checkin.clientId, 'desk', _id));
      if (out === null) return;
    }
    void sync.syncNow(id);
  }
  return {
    busy,
    waiting: companionsOf(clientId).filter(({ entry }) => entry.checkInTime === null),
    async admit(guests) {
      const ids = guests.map((guest) => guest.clientId);
      const made = await run(() => repository.admitParty(sessionId, ids, 'desk'));
      if (made === null) return;
      const inside = new Set(made.map((one) => one.clientId));
      const names = guests.filter((guest) => inside.has(guest.clientId)).map(({ name }) => name);
      const words = t('checkin.undoParty', { count: made.length, names: names.join(', ') });
      notify.undo(words, t('common.undo'), () => void takeBack(made), about);
      void sync.syncNow(id);
    },
    async cancel(guest) {
      const out = await run(() => repository.cancelCheckIn(sessionId, guest.clientId, 'desk'));
      if (out === null) return;
      const back = () => repository.undoCancellation(sessionId, guest.clientId, out._id);
      notify.undo(cancelledWords(guest), t('common.undo'), () => void run(back), about);
      void sync.syncNow(id);
    },
  };
}
