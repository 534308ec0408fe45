import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Failure, Outcome } from '#data/types.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useParty, type Companion, type Party } from '#hooks/door/party.ts';
import { usePartyRemark } from '#hooks/door/remarks.ts';
import { useSinceWords } from '#hooks/door/since.ts';
import { useStillIn } from '#hooks/door/stillIn.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { logError } from '#ui/platform/log.ts';
import { placeText } from '#ui/words/placement.ts';
import { DOUBLE_TAP_MS } from '#ui/platform/useSingleTaps.ts';

/** How long the last action can be taken back with one tap. */
export const UNDO_MS = 10_000;
const SHOWN_MS = { in: 1400, out: 1400, already: 2600, double: 4000, failed: 4000 } as const;
/** As long as it takes to read out one guest's diet. */
const REMARK_MS = 1200;

export type VerdictKind = keyof typeof SHOWN_MS;
export interface Verdict {
  kind: VerdictKind;
  /** Tells one verdict from the next, also for the same guest. */
  id: number;
  name: string;
  /** Table and seat; of a double entry, both admissions. */
  place: string;
  detail: string;
  /** Diet and notes, where the organiser wants them in sight; of a party a line for each. */
  remark: string;
  /** Several names in one, who leave room for what is said of each. */
  isParty: boolean;
}

function shownMs({ kind, remark }: Verdict): number {
  const lines = remark === '' ? 0 : remark.split('\n').length;
  return SHOWN_MS[kind] + Math.min(lines, 4) * REMARK_MS;
}

/** One short pulse for good, two for anything else; quietly nothing where there is no motor. */
export function signal(kind: VerdictKind): void {
  if ('vibrate' in navigator) navigator.vibrate(kind === 'in' ? 40 : kind === 'out' ? 20 : [90, 60, 90]);
}

export interface Undoable {
  name: string;
  place: string;
  /** What was done. */
  text: string;
  /** The documents that would be taken back. */
  checkins: readonly Checkin[];
  id: number;
}

/** Who stands at the door. */
export interface Visitor {
  clientId: string;
  name: string;
  place: string;
  remark: string;
  /** When this guest was let in before, ms; null when not. */
  since: number | null;
}

export interface Door {
  verdict: Verdict | null;
  undoable: Undoable | null;
  admit: (visitor: Visitor, method?: Checkin['method']) => Promise<void>;
  cancel: (visitor: Visitor) => Promise<void>;
  undo: () => Promise<void>;
  show: (kind: VerdictKind, name: string, detail?: string, place?: string) => void;
  /** Settles a double entry: this admission is taken back, the other one stays. */
  takeBack: (visitor: Visitor, admission: string) => Promise<void>;
  /** Clears the verdict before its time: the next guest is being looked for. */
  dismiss: () => void;
  /** Who came along with the guest who was let in last. */
  party: Party;
  admitParty: () => Promise<void>;
}

/** What happens at a door: admission, cancellation, their undo, and the verdict of each. */
export function useDoor(sessionId: string): Door {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { repository, store } = useEvent();
  const errorText = useErrorText();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const party = useParty(sessionId);
  const partyRemark = usePartyRemark();
  const sinceWords = useSinceWords(sessionId);
  const serial = useRef(0);
  const lastTap = useRef({ clientId: '', at: 0 });

  useExpiry(verdict, verdict === null ? 0 : shownMs(verdict), setVerdict);
  useExpiry(undoable, UNDO_MS, setUndoable);

  const show = useCallback(
    (kind: VerdictKind, name: string, detail = '', place = '', remark = '', isParty = false) => {
      serial.current += 1;
      setVerdict({ kind, id: serial.current, name, place, detail, remark, isParty });
      signal(kind);
    },
    [],
  );

  function isSecondTap(clientId: string): boolean {
    const now = Date.now();
    const second = lastTap.current.clientId === clientId && now - lastTap.current.at < DOUBLE_TAP_MS;
    lastTap.current = { clientId, at: now };
    return second;
  }

  /** Durable on this device before it says so. */
  async function act<T>(name: string, work: Outcome<T>, since = () => ''): Promise<T | null> {
    const result = await work.catch((cause: unknown) => {
      logError('a check-in failed', cause);
      return { ok: false as const, error: { code: 'unknown' } satisfies Failure as Failure };
    });
    if (result.ok) return result.value;
    if (result.error.code === 'already_checked_in') show('already', name, since());
    else show('failed', name, errorText(result.error));
    return null;
  }

  function remember(
    { name, place }: Pick<Visitor, 'name' | 'place'>,
    text: string,
    ...checkins: readonly Checkin[]
  ): void {
    serial.current += 1;
    setUndoable({ name, place, text, checkins, id: serial.current });
  }

  const { stillIn: sinceOf, cancelledWords } = useStillIn(sessionId);

  /** What is so after one admission was taken back: another door's may hold. */
  function showCancelled(name: string, clientId: string): void {
    const since = sinceOf(clientId);
    if (since === null) show('out', name);
    else show('already', name, t('checkin.stillIn', { time: format.time(since) }));
  }

  /** Each by its own name: another door's admissions stay. */
  async function undoParty(names: string, checkins: readonly Checkin[]): Promise<void> {
    for (const { _id, clientId } of checkins) {
      if ((await act(names, repository.cancelCheckIn(sessionId, clientId, 'list', _id))) === null) return;
    }
    lastTap.current = { clientId: '', at: 0 };
    show('out', names);
  }

  /** Where to send them: the tables, without the seats. */
  function tablesOf(guests: readonly Companion[]): string {
    const session = store.session(sessionId);
    if (session === null) return '';
    const places = guests.map(({ entry }) => {
      const { placement } = entry;
      const atTable = placement == null ? entry : { ...entry, placement: { ...placement, seatIndex: null } };
      return placeText(session, atTable, t);
    });
    return [...new Set(places)].filter(Boolean).join(' · ');
  }

  // Beside what is refused to somebody else it would look like an offer for them.
  const isOfAnother =
    (verdict?.kind === 'failed' || verdict?.kind === 'already') && verdict.name !== party.guest;

  return {
    verdict,
    undoable,
    party: isOfAnother ? { ...party, waiting: [] } : party,
    async admitParty() {
      const { waiting } = party;
      const names = waiting.map(({ name }) => name).join(', ');
      const made = await act(names, party.admit());
      if (made === null) return;
      const admitted = new Set(made.map(({ clientId }) => clientId));
      const arrived = waiting.filter(({ clientId }) => admitted.has(clientId));
      const inside = arrived.map(({ name }) => name);
      show('in', inside.join(', '), '', tablesOf(arrived), partyRemark(arrived), true);
      const text = t('checkin.undoParty', { count: made.length, names: inside.join(', ') });
      remember({ name: inside.join(', '), place: '' }, text, ...made);
    },
    show,
    dismiss: () => setVerdict(null),
    async admit(visitor, method = 'list') {
      if (isSecondTap(visitor.clientId)) return;
      if (visitor.since !== null) {
        show('already', visitor.name, sinceWords(visitor.clientId), visitor.place);
        return;
      }
      const { name, clientId } = visitor;
      const work = repository.checkIn(sessionId, clientId, method);
      const made = await act(name, work, () => sinceWords(clientId));
      if (made === null) return;
      show('in', name, t('checkin.welcome'), visitor.place, visitor.remark);
      remember(visitor, t('checkin.undoIn', { name }), made);
      party.arrived(clientId, method);
    },
    async cancel(visitor) {
      const { name, clientId } = visitor;
      const made = await act(name, repository.cancelCheckIn(sessionId, clientId, 'list'));
      if (made === null) return;
      lastTap.current = { clientId: '', at: 0 };
      showCancelled(name, clientId);
      remember(visitor, cancelledWords(visitor), made);
      party.leave();
    },
    async takeBack(visitor, admission) {
      const { name, clientId, place } = visitor;
      const made = await act(name, repository.cancelCheckIn(sessionId, clientId, 'list', admission));
      if (made === null) return;
      show('out', name, t('checkin.settled'), place);
      remember(visitor, t('checkin.settledOf', { name }), made);
    },
    async undo() {
      if (undoable === null) return;
      setUndoable(null);
      party.leave();
      const { name, place, checkins } = undoable;
      if (checkins.length > 1) {
        await undoParty(name, checkins);
        return;
      }
      const [checkin] = checkins;
      if (checkin === undefined) return;
      const { _id, action, clientId } = checkin;
      const back =
        action === 'in'
          ? repository.cancelCheckIn(sessionId, clientId, 'list', _id)
          : repository.undoCancellation(sessionId, clientId, _id);
      if ((await act(name, back)) === null) return;
      lastTap.current = { clientId: '', at: 0 };
      if (action === 'in') {
        showCancelled(name, clientId);
        return;
      }
      // The verdict says what is so now, not which button was pressed: in, since the first time.
      const since = sinceOf(clientId);
      show('in', name, since === null ? '' : t('checkin.backIn', { time: format.time(since) }), place);
    },
  };
}

/** Sets a state back to null after a while, counting anew for each new value. */
function useExpiry(value: { id: number } | null, ms: number, set: (none: null) => void): void {
  const id = value?.id ?? null;
  useEffect(() => {
    if (id === null) return undefined;
    const timer = setTimeout(() => set(null), ms);
    return () => clearTimeout(timer);
  }, [id, ms, set]);
}
