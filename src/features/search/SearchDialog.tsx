import { Modal } from '@mantine/core';
import { IconBuilding, IconCalendarEvent, IconSearch, IconUser } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { EventStore } from '#data/types.ts';
import { useLiveOf, useOpenEvent } from '#hooks/event.tsx';
import { useLastEventId } from '#hooks/lastEvent.ts';
import { useEvents } from '#hooks/session.ts';
import { useFormat } from '#ui/useFormat.ts';
import classes from './SearchDialog.module.css';
import { findAll, indexClients, MAX_RESULTS, type Hit } from './findAll.ts';

interface SearchDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds clients of the event visited last, and events (specification 1 §2, Global search; first version). */
export function SearchDialog({ opened, onClose }: SearchDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered={false}
      yOffset="10dvh"
      size={600}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('search.open')}>
        <Modal.Body p={0}>
          <SearchBox onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function SearchBox({ onClose }: { onClose: () => void }) {
  const eventId = useLastEventId();
  const opening = useOpenEvent(eventId);
  const events = useEvents() ?? [];
  return opening.state === 'ready' ? (
    <WithClients store={opening.event.store} events={events} onClose={onClose} />
  ) : (
    <Results hits={(query) => findAll(query, events, [])} hasEvent={eventId !== null} onClose={onClose} />
  );
}

interface WithClientsProps {
  store: EventStore;
  events: readonly CentralEvent[];
  onClose: () => void;
}

function WithClients({ store, events, onClose }: WithClientsProps) {
  const clients = useLiveOf(store, (from) => from.clients());
  const { language } = useFormat();
  const index = useMemo(() => indexClients(store.eventId, clients, language), [store, clients, language]);
  return <Results hits={(query) => findAll(query, events, index)} hasEvent onClose={onClose} />;
}

interface ResultsProps {
  hits: (query: string) => Hit[];
  hasEvent: boolean;
  onClose: () => void;
}

const ICONS = { client: IconUser, event: IconCalendarEvent } as const;

function Results({ hits, hasEvent, onClose }: ResultsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const wanted = useDeferredValue(query);
  const found = wanted.trim() === '' ? [] : hits(wanted);
  const selected = Math.min(active, found.length - 1);

  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  function open(hit: Hit | undefined): void {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.to);
  }
  function onKey(key: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
    if (step !== undefined && found.length > 0) {
      key.preventDefault();
      setActive((selected + step + found.length) % found.length);
    } else if (key.key === 'Enter') {
      key.preventDefault();
      // The results may be a keystroke behind: what was typed counts.
      open(wanted === query ? found[selected] : hits(query)[0]);
    }
  }
  return (
    <div className={classes.root}>
      <label className={classes.box}>
        <IconSearch size={20} aria-hidden />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label={t('search.open')}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${selected}` : undefined}
          placeholder={t('search.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onKeyDown={onKey}
          onChange={(change) => {
            setQuery(change.currentTarget.value);
            setActive(0);
          }}
        />
      </label>
      <div id={listId} ref={list} role="listbox" aria-label={t('search.clients')} className={classes.list}>
        {found.map((hit, index) => {
          const Icon = ICONS[hit.kind];
          return (
            // The text field keeps the focus and the keyboard; the mouse may press an option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <div
              key={hit.to}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
              className={classes.hit}
              onClick={() => open(hit)}
              onMouseMove={() => setActive(index)}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              <span className={classes.name}>
                {hit.kind === 'event' ? format.title(hit.event) : hit.name}
              </span>
              {hit.kind === 'client' && hit.company !== '' && (
                <span className={classes.company}>
                  <IconBuilding size={14} aria-hidden /> {hit.company}
                </span>
              )}
              {hit.kind === 'client' && (
                <span className={classes.number} data-numeric>
                  {hit.number}
                </span>
              )}
            </div>
          );
        })}
      </div>
      <p className={classes.note} role="status">
        {found.length === MAX_RESULTS && t('search.more', { count: MAX_RESULTS })}
        {found.length === 0 &&
          (wanted.trim() === ''
            ? t(hasEvent ? 'search.hint' : 'search.noEvent')
            : t('search.nothing', { query: wanted.trim() }))}
      </p>
    </div>
  );
}
