import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useId, useImperativeHandle, useRef, type Ref } from 'react';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useAbout } from '#hooks/door/doorChoices.ts';
import { useRemark } from '#hooks/door/remarks.ts';
import type { RosterGuest } from '#hooks/data/roster.ts';
import { type DrawnRow, rowsOnPaper, usePrinting } from '#ui/platform/usePrinting.ts';
import { Spoken } from '#ui/components/Spoken.tsx';
import { AboutLine } from '#ui/door/AboutLine.tsx';
import { fullName } from '#ui/words/format.ts';
import { placeText } from '#ui/words/placement.ts';
import classes from './Checkin.module.css';
import { Nobody } from './Nobody.tsx';

export interface GuestListHandle {
  /** Moves the focus to the first guest shown. */
  focusFirst(): void;
  /** Moves the focus to this row, or to the guest who stands in its place; false where nobody does. */
  focusAt(row: HTMLElement): boolean;
  /** Something above has grown by so many pixels: the rows stay under the finger, as far as the list can be scrolled. */
  stay(grown: number): void;
}

interface GuestListProps {
  ref: Ref<GuestListHandle>;
  session: Session;
  guests: readonly RosterGuest[];
  entryOf: ReadonlyMap<string, SessionEntry>;
  query: string;
  /** The search box says something else by now: rows are about to move. */
  late: boolean;
  /** Guests of the session, before search and filter. */
  total: number;
  /** Null where nobody can be let in or out any more. */
  acts: Acts | null;
}
interface Acts {
  onAdmit: (guest: RosterGuest) => void;
  onCancel: (guest: RosterGuest) => void;
}

/** Of a row of two lines; taller ones are measured. */
const ROW_HEIGHT = 76;

/** The guests; only the rows near the window exist, so 5,000 are as quick as 50. */
export function GuestList(props: GuestListProps) {
  const { t } = useTranslation();
  const { guests, session, entryOf, query } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: guests.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 360, height: 640 },
    getItemKey: useCallback((index: number) => guests[index]?.clientId ?? index, [guests]),
    // Names and places take the lines that they need. Nothing is laid out where nothing is painted.
    measureElement: (row) => (row as HTMLElement).offsetHeight || ROW_HEIGHT,
  });
  const about = useAbout();
  const remark = useRemark();
  // Made once: made anew at each render it is away while what stands above has its effects.
  useImperativeHandle(
    props.ref,
    () => ({
      focusFirst() {
        rows.scrollToIndex(0);
        scroller.current?.querySelector<HTMLElement>('[aria-posinset="1"] button')?.focus();
      },
      focusAt(row) {
        const place = Number(row.getAttribute('aria-posinset'));
        const at = (position: number) => scroller.current?.querySelector(`[aria-posinset="${position}"]`);
        const next = row.isConnected ? row : (at(place) ?? at(place - 1));
        const button = next?.querySelector('button');
        button?.focus();
        return button != null;
      },
      stay(grown) {
        if (scroller.current !== null) scroller.current.scrollTop += grown;
      },
    }),
    [rows],
  );
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [query]);
  const printing = usePrinting();
  const drawn: DrawnRow[] = printing ? rowsOnPaper(guests.length) : rows.getVirtualItems();
  return (
    <div ref={scroller} className={classes.scroller}>
      {guests.length === 0 ? (
        <Nobody query={query} total={props.total} entryOf={entryOf} />
      ) : (
        <ul
          aria-label={t('checkin.list')}
          aria-busy={props.late}
          className={classes.list}
          style={printing ? undefined : { height: rows.getTotalSize() }}
        >
          {drawn.map((item) => {
            const guest = guests[item.index];
            const entry = guest && entryOf.get(guest.clientId);
            return (
              guest && (
                <li
                  key={item.key}
                  ref={printing ? null : rows.measureElement}
                  data-index={item.index}
                  aria-setsize={guests.length}
                  aria-posinset={item.index + 1}
                  style={item.start === undefined ? undefined : { transform: `translateY(${item.start}px)` }}
                >
                  <GuestRow
                    guest={guest}
                    since={entry?.checkInTime ?? null}
                    place={placeText(session, entry, t)}
                    about={about(guest.client, entry)}
                    remark={remark(guest.client)}
                    onAdmit={props.acts?.onAdmit}
                    onCancel={props.acts?.onCancel}
                  />
                </li>
              )
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface GuestRowProps {
  guest: RosterGuest;
  since: number | null;
  place: string;
  about: string;
  /** Diet and notes, where the organiser wants them in sight. */
  remark: string;
  onAdmit: Acts['onAdmit'] | undefined;
  onCancel: Acts['onCancel'] | undefined;
}

/** One tap on the row lets in; one tap on its end lets out again. */
const GuestRow = memo(function GuestRow(props: GuestRowProps) {
  const { guest, since, place, about, remark, onAdmit, onCancel } = props;
  const { t } = useTranslation();
  const format = useEventFormat();
  const name = guest.client === null ? t('session.unknownClient') : fullName(guest.client);
  const inside = since !== null;
  const isOpen = onAdmit !== undefined && onCancel !== undefined;
  // Namesakes are told apart by what stands below the name: to those who hear the row, too.
  const placeId = useId();
  const aboutId = useId();
  const remarkId = useId();
  // A button has its name, and these beside it.
  const isSaid = isOpen || undefined;
  const words = (
    <>
      <span className={classes.mark} aria-hidden>
        {inside && <IconCheck size={22} stroke={3} />}
      </span>
      <span className={classes.who}>
        <span className={classes.name} aria-hidden={isSaid}>
          {guest.client === null ? (
            name
          ) : (
            <>
              <b>{guest.client.surname}</b> {guest.client.forename}
            </>
          )}
        </span>
        {place !== '' && (
          <span id={placeId} className={classes.place} aria-hidden={isSaid} data-numeric>
            {place}
          </span>
        )}
        <span id={aboutId} className={classes.about} aria-hidden={isSaid} data-numeric>
          <AboutLine
            text={
              // Else it stands at the way out, and this line does not grow.
              inside && !isOpen
                ? [t('checkin.since', { time: format.time(since) }), about].filter(Boolean).join(' · ')
                : about
            }
          />
        </span>
        {remark !== '' && (
          <span id={remarkId} className={classes.remark} aria-hidden={isSaid}>
            {remark}
          </span>
        )}
      </span>
    </>
  );
  if (!isOpen) {
    return (
      <div className={classes.row} data-in={inside || undefined}>
        <div className={classes.admit}>{words}</div>
      </div>
    );
  }
  return (
    <div className={classes.row} data-in={inside || undefined}>
      <button
        type="button"
        className={classes.admit}
        aria-describedby={[place === '' ? '' : placeId, aboutId, remark === '' ? '' : remarkId]
          .filter(Boolean)
          .join(' ')}
        // Pressing must not take the focus from the search box: the keyboard of a phone would close.
        onPointerDown={(press) => press.preventDefault()}
        onClick={() => onAdmit(guest)}
        // Held down, Enter would go on from the search to the first of several.
        onKeyDown={(key) => key.repeat && key.preventDefault()}
      >
        <Spoken>
          {inside ? t('checkin.inside', { name, time: format.time(since) }) : t('checkin.in', { name })}
        </Spoken>
        {words}
      </button>
      {inside && (
        <button
          type="button"
          className={classes.cancel}
          onPointerDown={(press) => press.preventDefault()}
          onClick={() => onCancel(guest)}
        >
          <Spoken>{t('checkin.out', { name })}</Spoken>
          <span aria-hidden>
            <IconArrowBackUp size={20} />
            <b>{t('checkin.outShort')}</b>
          </span>
          <time aria-hidden>{format.time(since)}</time>
        </button>
      )}
    </div>
  );
});
