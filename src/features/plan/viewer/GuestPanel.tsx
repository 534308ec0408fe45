import { Button } from '@mantine/core';
import { IconGripVertical, IconMapPin, IconUsers } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { partiesOf } from '#domain/clients/parties.ts';
import { useLive } from '#hooks/data/event.tsx';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { Spoken } from '#ui/components/Spoken.tsx';
import { listName } from '#ui/words/format.ts';
import { ownTouches } from '#ui/platform/ownTouches.ts';
import classes from './Plan.module.css';
import { tablesFound, usePlanSearch, withoutWord } from './usePlanSearch.ts';
import type { GuestDragging } from './useGuestDrag.ts';
import type { SeatingDesk } from './useSeating.ts';

const ROW_HEIGHT = 56;

interface GuestPanelProps {
  desk: SeatingDesk;
  /** Null where there is no plan beside the list to drag to. */
  dragging: GuestDragging | null;
  /** Somebody or a table was chosen. */
  onPicked?: () => void;
}

/** Who has no seat yet; with a query, everybody who fits, seated or not. */
export function GuestPanel({ desk, dragging, onPicked }: GuestPanelProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const word = t('seating.tableTitle', { table: '' }).trim();
  const shown = usePlanSearch(desk, withoutWord(wanted, word));
  const tables = useMemo(() => tablesFound(desk.session, wanted, word), [desk.session, wanted, word]);
  const searching = wanted.trim() !== '';
  const scroller = useRef<HTMLDivElement>(null);
  const clients = useLive((store) => store.clients());
  const parties = useMemo(() => {
    const sizes = new Map<string, number>();
    for (const party of partiesOf(desk.session.clients, clients)) {
      for (const { clientId } of party) sizes.set(clientId, party.length);
    }
    return sizes;
  }, [desk.session.clients, clients]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: { width: 340, height: 400 },
    getItemKey: useCallback((index: number) => shown[index] ?? index, [shown]),
  });
  return (
    <section className={classes.guests} aria-label={t('seating.clients')}>
      <SearchInput
        label={t('seating.search')}
        placeholder={t('seating.searchShort')}
        value={query}
        onChange={setQuery}
      />
      {tables.length > 0 && (
        <ul className={classes.foundTables} aria-label={t('seating.tables')}>
          {tables.map((tableId) => (
            <li key={tableId}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconMapPin size={16} aria-hidden />}
                onClick={() => {
                  desk.showTable(tableId);
                  onPicked?.();
                }}
              >
                {desk.names.title(tableId)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.count} role="status">
        {t(searching ? 'seating.foundCount' : 'seating.unplacedCount', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <p className={classes.empty}>
          {desk.session.clients.length === 0
            ? t('seating.nobody')
            : searching
              ? t(tables.length > 0 ? 'seating.nobodyAtTable' : 'seating.notFound', { query: wanted })
              : t('seating.allPlaced')}
        </p>
      ) : (
        <div ref={scroller} className={classes.scroller}>
          <ul style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((item) => {
              const clientId = shown[item.index];
              return (
                clientId !== undefined && (
                  <li
                    key={item.key}
                    aria-setsize={shown.length}
                    aria-posinset={item.index + 1}
                    style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                  >
                    <GuestRow
                      {...{ desk, dragging, clientId, onPicked }}
                      party={parties.get(clientId) ?? 1}
                    />
                  </li>
                )
              );
            })}
          </ul>
        </div>
      )}
    </section>
  );
}

interface GuestRowProps extends GuestPanelProps {
  clientId: string;
  /** How many registered together. */
  party: number;
}

function GuestRow({ desk, dragging, clientId, party, onPicked }: GuestRowProps) {
  const { t } = useTranslation();
  const client = useLive((store) => store.client(clientId));
  const name = desk.names.client(clientId);
  const place = desk.names.place(desk.placeOf(clientId));
  const { carry } = desk;
  const carried = carry?.kind === 'place' && carry.party.includes(clientId);
  const checkedIn = desk.entryOf(clientId)?.checkInTime != null;
  const details = [place, client?.company, checkedIn ? t('seating.checkedIn') : ''].filter(Boolean);
  const label =
    place !== ''
      ? t('seating.show', { name, place })
      : desk.canEdit
        ? t('seating.pick', { name })
        : t('seating.showUnplaced', { name });
  const pick = (choose: () => void) => (click: MouseEvent) => {
    if (dragging?.isDragEnd(click) === true) return;
    choose();
    onPicked?.();
  };
  return (
    <div className={classes.guestRow} data-carried={carried || undefined}>
      <button
        type="button"
        className={classes.guest}
        aria-pressed={carried}
        onPointerDown={(event) => dragging?.begin([clientId], event)}
        onClick={pick(() => desk.pickClient(clientId))}
      >
        <Spoken>{label}</Spoken>
        {dragging !== null && desk.canEdit && (
          <IconGripVertical ref={ownTouches} size={18} className={classes.grip} data-grip aria-hidden />
        )}
        <span className={classes.who} aria-hidden>
          {/* In the order of surnames; what is said of the guest has the forename first (readings, no. 44). */}
          <strong>{client === null ? name : listName(client)}</strong>
          {details.length > 0 && <small>{details.join(' · ')}</small>}
        </span>
      </button>
      {party > 1 &&
        (desk.canEdit ? (
          <button
            type="button"
            ref={ownTouches}
            className={classes.party}
            aria-pressed={carried && carry.party.length > 1}
            title={t('seating.pickParty', { name, count: party })}
            data-grip
            onPointerDown={(event) => dragging?.begin(desk.party(clientId), event)}
            onClick={pick(() => desk.pickParty(clientId))}
          >
            <Spoken>{t('seating.pickParty', { name, count: party })}</Spoken>
            <PartySize party={party} />
          </button>
        ) : (
          <span className={classes.party} title={t('seating.partySize', { count: party })}>
            <PartySize party={party} />
          </span>
        ))}
    </div>
  );
}

const PartySize = ({ party }: { party: number }) => (
  <>
    <IconUsers size={16} aria-hidden />
    <span aria-hidden>{party}</span>
  </>
);
