import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionEntry } from '#domain/documents/session.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAllGuests } from '#hooks/data/roster.ts';
import { useOtherSessions } from '#hooks/door/otherSessions.ts';
import { listName } from '#ui/words/format.ts';
import classes from './Checkin.module.css';

interface NobodyProps {
  query: string;
  /** Guests of the session, before search and filter. */
  total: number;
  entryOf: ReadonlyMap<string, SessionEntry>;
}

/** The list where it is empty: why, and who else answers to that name. */
export function Nobody({ query, total, entryOf }: NobodyProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.nobody}>
      {query.trim() !== '' ? (
        <Found query={query} entryOf={entryOf} />
      ) : (
        <strong>{t(total === 0 ? 'checkin.emptyTitle' : 'checkin.emptyFiltered')}</strong>
      )}
    </div>
  );
}

const SHOWN = 4;

/** Who stands before the host may be registered for another session, or be hidden by the filter. */
function Found({ query, entryOf }: Pick<NobodyProps, 'query' | 'entryOf'>) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { find } = useAllGuests();
  const { store } = useEvent();
  // Drawn anew when somebody is registered elsewhere.
  useLive((live) => live.sessions());
  const otherSessions = useOtherSessions();
  // Whose name is only nearly this one is nobody to point at.
  const found = useMemo(() => find(query, { enough: 0 }), [find, query]);
  const isHere = found.some(({ clientId }) => entryOf.has(clientId));

  function whereOf(clientId: string): string {
    const entry = entryOf.get(clientId);
    if (entry !== undefined) {
      if (entry.checkInTime !== null) return t('checkin.since', { time: format.time(entry.checkInTime) });
      return t(store.isCanceled(clientId) ? 'checkin.canceled' : 'session.filterExpected');
    }
    return otherSessions(clientId);
  }
  return (
    <>
      <strong>{isHere ? t('checkin.emptyFiltered') : t('checkin.nobody', { query: query.trim() })}</strong>
      <span>{found.length === 0 ? t('checkin.nobodyHint') : !isHere && t('scan.elsewhere')}</span>
      {found.length > 0 && (
        <ul>
          {found.slice(0, SHOWN).map(({ clientId, client }) => (
            <li key={clientId}>
              <b>{client === null ? t('session.unknownClient') : listName(client)}</b> · {whereOf(clientId)}
            </li>
          ))}
          {found.length > SHOWN && <li>…</li>}
        </ul>
      )}
    </>
  );
}
