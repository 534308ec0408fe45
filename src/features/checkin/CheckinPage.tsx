import { useCallback, useEffect, useEffectEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import type { CodeReading, GuestReading, UnknownCode } from '#domain/checkins/scan.ts';
import type { ScannedCode } from '#domain/checkins/wedge.ts';
import { useDoorChoices } from '#hooks/door/doorChoices.ts';
import { useDoorCodes } from '#hooks/door/doorCodes.ts';
import { useUnknownCode } from '#hooks/door/unknownCode.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useOtherSessions } from '#hooks/door/otherSessions.ts';
import { useRemark } from '#hooks/door/remarks.ts';
import { useWakeLock } from '#hooks/platform/useWakeLock.ts';
import { useWedgeScanner } from '#hooks/door/useWedgeScanner.ts';
import { useRoster, type RosterGuest, type Roster } from '#hooks/data/roster.ts';
import { useRouteSession } from '#hooks/data/target.tsx';
import { DoorWorld } from '#ui/door/Door.tsx';
import { DoorQuestion } from '#ui/door/DoorQuestion.tsx';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import { placeText } from '#ui/words/placement.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useKeptFocus } from '#ui/platform/useKeptFocus.ts';
import { DOUBLE_TAP_MS, useSingleTaps } from '#ui/platform/useSingleTaps.ts';
import { DoorHeader } from './DoorHeader.tsx';
import { DoorSearch, type DoorFilter } from './DoorSearch.tsx';
import { DoubleStrip } from './DoubleStrip.tsx';
import classes from './Checkin.module.css';
import { GuestList, type GuestListHandle } from './GuestList.tsx';
import { CanceledStrip, GoneStrip } from './InsideStrips.tsx';
import { ScanButton } from './ScanButton.tsx';
import { UndoBar } from './UndoBar.tsx';
import { signal, useDoor, type Visitor } from './useDoor.ts';
import { VerdictPanel } from './VerdictPanel.tsx';

/** The door: a dark world of its own with big targets, readable at arm's length (docs/design.md). */
export function CheckinPage() {
  const session = useRouteSession();
  return session === null ? null : <Loaded session={session} />;
}

function Loaded({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const door = useDoor(session._id);
  const roster = useRoster(session);
  // Its check-ins can be read, and not changed (SESSION-11).
  const archived = session.status === 'archived';
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<DoorFilter>('all');
  const search = useRef<HTMLInputElement>(null);
  useInitialFocus(search);
  useEffect(() => notify.clear(), []);
  const wanted = useDeferredValue(query);
  const shown = useShown(roster, wanted, filter);
  const unknown = t('session.unknownClient');
  const { id, store } = useEvent();
  const codes = useDoorCodes(session._id);
  const unknownCode = useUnknownCode();
  const [asked, setAsked] = useState<Asked | null>(null);
  useWakeLock();
  useSingleTaps();
  useWedgeScanner(admitScanned);
  useDocumentTitle(t('common.labelled', { label: t('checkin.title'), value: format.title(session) }));

  const { entryOf } = roster;
  const remark = useRemark();
  const otherSessions = useOtherSessions();
  const visitorOf = useCallback(
    ({ clientId, client }: RosterGuest): Visitor => ({
      clientId,
      name: client === null ? unknown : fullName(client),
      place: placeText(session, entryOf.get(clientId), t),
      remark: remark(client),
      since: entryOf.get(clientId)?.checkInTime ?? null,
    }),
    [entryOf, session, unknown, remark, t],
  );

  function admit(guest: RosterGuest): void {
    // The second stroke of the Enter that moved to the list is no choice.
    if (Date.now() - movedAt.current < DOUBLE_TAP_MS) return;
    void door.admit(visitorOf(guest));
    // The next name overwrites this one; the keyboard stays where it is.
    if (document.activeElement === search.current) search.current?.select();
  }

  /** A scanner that types names nobody by halves: who has exactly this code, or an error. */
  function admitScanned(scanned: ScannedCode): void {
    const { typed } = scanned;
    // What it typed on top of a search is not part of the search.
    setQuery((before) => (before.endsWith(typed) ? before.slice(0, -typed.length) : before));
    const code = codes.scanned(scanned);
    const reading = admitByCode(code, 'scan');
    if (reading.kind === 'unknown') showUnknown(code, reading);
  }

  function showUnknown(code: string, reading: UnknownCode): void {
    const { head, name, detail } = unknownCode(code, reading);
    door.show('failed', name || detail, head);
  }

  /** Lets in the guest of a code, or asks which of several; what it read. */
  function admitByCode(code: string, method: Asked['method']): CodeReading {
    const reading = codes.read(code);
    setAsked(null);
    if (reading.kind === 'unknown') return reading;
    if (reading.kind !== 'several') admitRead(reading, method);
    else {
      door.dismiss();
      signal('double');
      setAsked({ code, method, clientIds: reading.guests.map(({ clientId }) => clientId) });
    }
    return reading;
  }

  function admitRead({ kind, clientId }: GuestReading, method: Asked['method']): void {
    const visitor = visitorOf({ clientId, client: store.client(clientId) });
    if (archived) door.show('failed', visitor.name, t('checkin.archived'), visitor.place);
    else if (kind === 'elsewhere')
      door.show('failed', visitor.name, t('scan.elsewhere'), otherSessions(clientId));
    else void door.admit(visitor, method);
  }

  const list = useRef<GuestListHandle>(null);
  const stay = useCallback((grown: number) => list.current?.stay(grown), []);
  const choosing = useRef<string | null>(null);
  const movedAt = useRef(-Infinity);
  const lastEnter = useRef({ query: '', at: -Infinity });
  /**
   * Enter lets in whoever has exactly this number, or is the only one found. Where several guests have the number it
   * asks which one; with several found it moves to the list, where the host chooses. Pressed twice for the same words it is pressed once.
   */
  function admitTyped(): void {
    const now = Date.now();
    const isSecond = lastEnter.current.query === query && now - lastEnter.current.at < DOUBLE_TAP_MS;
    lastEnter.current = { query, at: now };
    if (isSecond) return;
    if (query.trim() === '' || archived) return;
    const reading = admitByCode(query, 'list');
    if (reading.kind !== 'unknown' || reading.deleted !== null) {
      if (reading.kind === 'unknown') showUnknown(query, reading);
      search.current?.select();
      return;
    }
    // Nobody is let in for a name that is only nearly theirs.
    const [only, ...others] = roster.find(query, { enough: 0 });
    if (only === undefined) return;
    if (others.length === 0) admit(only);
    else {
      choosing.current = query;
      choose(wanted);
    }
  }
  /** The list shows what was typed only a moment later. */
  function choose(listed: string): void {
    if (choosing.current !== listed) return;
    choosing.current = null;
    movedAt.current = Date.now();
    list.current?.focusFirst();
  }
  useKeptFocus((row) => {
    movedAt.current = Date.now();
    if (row === null || list.current?.focusAt(row) !== true) search.current?.focus();
  });
  const listed = useEffectEvent(choose);
  useEffect(() => listed(wanted), [wanted]);

  return (
    <DoorWorld className={classes.world}>
      <header className={classes.top}>
        <DoorHeader session={session} />
        <DoorSearch
          ref={search}
          query={query}
          filter={filter}
          tables={session.plan == null ? null : hrefs.tablesAtDoor(id, session._id)}
          onQuery={(next) => {
            door.dismiss();
            setQuery(next);
          }}
          onFilter={setFilter}
          onEnter={admitTyped}
        />
        <VerdictPanel verdict={door.verdict} />
      </header>
      <DoubleStrip
        session={session}
        onNew={door.show}
        onGrown={stay}
        onTakeBack={(clientId, admission) =>
          void door.takeBack(
            visitorOf({ clientId, client: store.documents('client').get(clientId) ?? null }),
            admission,
          )
        }
      />
      <CanceledStrip session={session} onNew={door.show} onGrown={stay} />
      <GoneStrip session={session} onNew={door.show} onGrown={stay} />
      <GuestList
        ref={list}
        session={session}
        guests={shown}
        entryOf={entryOf}
        query={wanted}
        late={query !== wanted}
        total={roster.guests.length}
        acts={archived ? null : { onAdmit: admit, onCancel: (guest) => void door.cancel(visitorOf(guest)) }}
      />
      {!archived && (
        <>
          {door.party.waiting.length === 0 && (
            <ScanButton session={session} lifted={door.undoable !== null} />
          )}
          <UndoBar
            undoable={door.undoable}
            party={door.party}
            onUndo={() => void door.undo()}
            onAdmitParty={() => void door.admitParty()}
          />
        </>
      )}
      {asked !== null && (
        <Which
          session={session}
          asked={asked}
          onChoose={(clientId) => {
            setAsked(null);
            admitRead(codes.readGuest(clientId), asked.method);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </DoorWorld>
  );
}

/** A code that fits several guests. */
interface Asked {
  code: string;
  clientIds: readonly string[];
  /** How it came here. */
  method: Checkin['method'];
}

interface WhichProps {
  session: Session;
  asked: Asked;
  onChoose: (clientId: string) => void;
  onClose: () => void;
}

function Which({ session, asked, onChoose, onClose }: WhichProps) {
  const choices = useDoorChoices(session, asked.clientIds);
  return <DoorQuestion code={asked.code} choices={choices} onChoose={onChoose} onClose={onClose} />;
}

function useShown(roster: Roster, query: string, filter: DoorFilter): RosterGuest[] {
  const { entryOf, find } = roster;
  const { store } = useEvent();
  const found = useMemo(() => find(query), [find, query]);
  return useMemo(
    () =>
      filter === 'all'
        ? found
        : found.filter(({ clientId }) =>
            entryOf.get(clientId)?.checkInTime != null
              ? filter === 'arrived'
              : filter === 'expected' && !store.isCanceled(clientId),
          ),
    [found, entryOf, filter, store],
  );
}
