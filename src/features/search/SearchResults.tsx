import { IconArrowRight, IconCalendarEvent, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import type { Hit } from './hits.ts';
import classes from './SearchDialog.module.css';

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

interface SearchResultsProps {
  id: string;
  hits: readonly Hit[];
  selected: number;
  onSelect: (index: number) => void;
  onOpen: (hit: Hit) => void;
}

export function SearchResults({ id, hits, selected, onSelect, onOpen }: SearchResultsProps) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={t('search.clients')} className={classes.list}>
      {hits.map((hit, index) => (
        // The text field keeps the focus and the keyboard; the mouse may press an option.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
        <div
          key={`${hit.kind} ${hit.to}`}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === selected}
          className={classes.hit}
          // Pressing must not take the focus from the field.
          onMouseDown={(press) => press.preventDefault()}
          onClick={() => onOpen(hit)}
          onMouseMove={() => onSelect(index)}
        >
          {hit.kind === 'client' ? (
            <ClientRow hit={hit} />
          ) : hit.kind === 'event' ? (
            <EventRow hit={hit} />
          ) : (
            <CommandRow hit={hit} />
          )}
        </div>
      ))}
    </div>
  );
}

/** Name and number; below them company and event (SEARCH-03). */
function ClientRow({ hit: { client, event } }: { hit: Extract<Hit, { kind: 'client' }> }) {
  const format = useFormat();
  return (
    <>
      <IconUser size={18} stroke={1.7} aria-hidden />
      <span className={classes.who}>
        <span className={classes.first}>
          <span className={classes.name}>{fullName(client)}</span>
          <span className={classes.number} data-numeric>
            {client.number}
          </span>
        </span>
        <span className={classes.about}>
          {client.company !== '' && <span className={classes.company}>{client.company}</span>}
          <span className={classes.event}>{format.title(event)}</span>
        </span>
      </span>
    </>
  );
}

function CommandRow({ hit: { name, of, icon: Icon } }: { hit: Extract<Hit, { kind: 'command' }> }) {
  return (
    <>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.command}>
        <span className={classes.name}>{name}</span>
        {of !== '' && of !== name && <span className={classes.of}>{of}</span>}
      </span>
      <IconArrowRight size={16} stroke={1.7} aria-hidden />
    </>
  );
}

function EventRow({ hit: { event } }: { hit: Extract<Hit, { kind: 'event' }> }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <IconCalendarEvent size={18} stroke={1.7} aria-hidden />
      <span className={classes.who}>
        <span className={classes.name}>{format.title(event)}</span>
        <span className={classes.about}>
          {event.date == null ? t('screens.event') : format.date(event.date, event.timeZone)}
        </span>
      </span>
    </>
  );
}
