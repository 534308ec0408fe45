import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import type { Guest } from '#hooks/roster.ts';
import { formatTime, fullName } from '#ui/format.ts';
import { placeOf } from '#ui/placement.ts';
import classes from './Checkin.module.css';

interface GuestListProps {
  session: Session;
  guests: readonly Guest[];
  entryOf: ReadonlyMap<string, SessionEntry>;
  query: string;
  /** Guests of the session, before search and filter. */
  total: number;
  onAdmit: (guest: Guest) => void;
  onCancel: (guest: Guest) => void;
}

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
    getItemKey: (index) => guests[index]?.clientId ?? index,
  });
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [query]);
  return (
    <div ref={scroller} className={classes.scroller}>
      {guests.length === 0 ? (
        <Nobody query={query} total={props.total} />
      ) : (
        <ul aria-label={t('checkin.list')} className={classes.list} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const guest = guests[item.index];
            const entry = guest && entryOf.get(guest.clientId);
            return (
              guest && (
                <li
                  key={item.key}
                  aria-setsize={guests.length}
                  aria-posinset={item.index + 1}
                  style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                >
                  <GuestRow
                    guest={guest}
                    since={entry?.checkInTime ?? null}
                    place={placeText(session, entry, t)}
                    onAdmit={props.onAdmit}
                    onCancel={props.onCancel}
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

function placeText(session: Session, entry: SessionEntry | undefined, t: TFunction): string {
  const place = placeOf(session, entry);
  if (place === null) return '';
  return place.seat === null ? t('session.table', place) : t('session.tableSeat', place);
}

interface GuestRowProps {
  guest: Guest;
  since: number | null;
  place: string;
  onAdmit: (guest: Guest) => void;
  onCancel: (guest: Guest) => void;
}

/** One tap on the row lets in; one tap on its end lets out again. */
const GuestRow = memo(function GuestRow({ guest, since, place, onAdmit, onCancel }: GuestRowProps) {
  const { t } = useTranslation();
  const name = guest.client === null ? t('session.unknownClient') : fullName(guest.client);
  const about = [place, guest.client?.company, guest.client?.number].filter(Boolean).join(' · ');
  const inside = since !== null;
  return (
    <div className={classes.row} data-in={inside || undefined}>
      <button
        type="button"
        className={classes.admit}
        aria-label={
          inside ? `${name}: ${t('checkin.since', { time: formatTime(since) })}` : t('checkin.in', { name })
        }
        // Pressing must not take the focus from the search box: the keyboard of a phone would close.
        onPointerDown={(press) => press.preventDefault()}
        onClick={() => onAdmit(guest)}
      >
        <span className={classes.mark} aria-hidden>
          {inside && <IconCheck size={22} stroke={3} />}
        </span>
        <span className={classes.who}>
          <span className={classes.name}>
            {guest.client === null ? (
              name
            ) : (
              <>
                <b>{guest.client.surname}</b> {guest.client.forename}
              </>
            )}
          </span>
          <span className={classes.about} data-numeric>
            {inside
              ? [t('checkin.since', { time: formatTime(since) }), about].filter(Boolean).join(' · ')
              : about}
          </span>
        </span>
      </button>
      {inside && (
        <button
          type="button"
          className={classes.cancel}
          aria-label={t('checkin.out', { name })}
          onPointerDown={(press) => press.preventDefault()}
          onClick={() => onCancel(guest)}
        >
          <IconArrowBackUp size={20} aria-hidden />
          <span>{t('checkin.outShort')}</span>
        </button>
      )}
    </div>
  );
});

function Nobody({ query, total }: { query: string; total: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.nobody}>
      {total === 0 ? (
        <strong>{t('checkin.emptyTitle')}</strong>
      ) : query.trim() === '' ? (
        <strong>{t('checkin.emptyFiltered')}</strong>
      ) : (
        <>
          <strong>{t('checkin.nobody', { query: query.trim() })}</strong>
          <span>{t('checkin.nobodyHint')}</span>
        </>
      )}
    </div>
  );
}
