import { IconArmchair, IconSearch, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './Checkin.module.css';

/** Who is listed: everybody, who is still to come, or who is in. */
export type DoorFilter = 'all' | 'expected' | 'arrived';

interface DoorSearchProps {
  ref: RefObject<HTMLInputElement | null>;
  query: string;
  filter: DoorFilter;
  /** The list by table; null where there are no tables. */
  tables: string | null;
  onQuery: (query: string) => void;
  onFilter: (filter: DoorFilter) => void;
  onEnter: () => void;
}

/** The search box has the focus from the start: three letters and a tap. */
export function DoorSearch({ ref, query, filter, tables, onQuery, onFilter, onEnter }: DoorSearchProps) {
  const { t } = useTranslation();
  const filters = [
    ['all', t('session.filterAll')],
    ['expected', t('session.filterExpected')],
    ['arrived', t('session.filterArrived')],
  ] as const;
  return (
    <div className={classes.find}>
      <div className={classes.search}>
        <IconSearch size={22} aria-hidden />
        <input
          ref={ref}
          type="text"
          inputMode="search"
          enterKeyHint="go"
          aria-label={t('checkin.search')}
          placeholder={t('checkin.searchShort')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={query}
          onChange={(change) => onQuery(change.currentTarget.value)}
          onKeyDown={(key) => {
            // Held down it repeats itself, and each would let in the next one found.
            if (key.key === 'Enter' && !key.repeat) onEnter();
            if (key.key === 'Escape') onQuery('');
          }}
        />
        {query !== '' && (
          <button
            type="button"
            aria-label={t('common.clear')}
            onClick={() => {
              onQuery('');
              ref.current?.focus();
            }}
          >
            <IconX size={22} aria-hidden />
          </button>
        )}
      </div>
      <div className={classes.narrow}>
        <div className={classes.filters} role="group" aria-label={t('session.filter')}>
          {filters.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={filter === name} onClick={() => onFilter(name)}>
              {label}
            </button>
          ))}
        </div>
        {tables !== null && (
          <Link to={tables} className={classes.byTable} aria-label={t('screens.tables')}>
            <IconArmchair size={24} aria-hidden />
          </Link>
        )}
      </div>
    </div>
  );
}
