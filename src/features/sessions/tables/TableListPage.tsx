import { Checkbox } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { countsIn } from '#domain/clients/canceled.ts';
import type { Session } from '#domain/documents/session.ts';
import { fold } from '#domain/search/searchText.ts';
import { tableList, type GuestTable } from '#domain/sessions/tableList.ts';
import { useRoster } from '#hooks/data/roster.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useBackTo, useRouteSession } from '#hooks/data/target.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Page } from '#ui/components/Page.tsx';
import { SearchInput } from '#ui/components/SearchInput.tsx';
import { FROM, hrefs } from '#ui/paths.ts';
import { useAddressState } from '#ui/platform/useAddressState.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { TableCard } from './TableCard.tsx';
import classes from './TableList.module.css';

const WHOLE_LIST = { find: '', who: '' };

/** The floor’s list: every table with its guests, seat by seat, and who of them is there. */
export function TableListPage() {
  const session = useRouteSession();
  return session === null ? null : <Loaded session={session} />;
}

function Loaded({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, store } = useEvent();
  const toSession = useBackTo(session);
  const [params] = useSearchParams();
  const back =
    params.get(FROM) === 'door'
      ? { to: hrefs.checkin(id, session._id), label: t('screens.checkin') }
      : toSession;
  const roster = useRoster(session);
  // Whoever comes back from a guest finds the table that was looked for.
  const [{ find: query, who }, setView] = useAddressState(WHOLE_LIST);
  const onlyExpected = who === 'expected';
  const wanted = useDeferredValue(query);
  const { plan, clients } = session;
  const list = useMemo(
    () => tableList({ plan, clients: clients.filter((entry) => countsIn(entry, store.isCanceled)) }),
    [plan, clients, store],
  );
  const { find } = roster;
  const found = useMemo(() => new Set(find(wanted).map(({ clientId }) => clientId)), [find, wanted]);
  const title = t('tables.title', { title: format.title(session) });
  useDocumentTitle(title);

  const without: GuestTable = {
    ...{ tableId: '', number: '', name: '', isBench: false, seats: 0 },
    entries: list.without,
  };
  const all = [...list.tables, ...(list.without.length > 0 ? [without] : [])];
  const shown = all.filter(
    ({ number, name, entries }) =>
      (!onlyExpected || entries.some(({ checkInTime }) => checkInTime === null)) &&
      (isTable(wanted, { number, name }, t('tables.word')) ||
        (wanted.trim() === '' ? true : entries.some(({ clientId }) => found.has(clientId)))),
  );
  // 'Table 12' means that table, not whoever has a 12 in the number.
  const exact = shown.filter((table) => isTable(wanted, table, t('tables.word')));
  const tables = exact.length > 0 ? exact : shown;
  return (
    <Page title={title} back={back} wide>
      <div className={classes.tools}>
        <SearchInput
          label={t('tables.search')}
          placeholder={t('tables.search')}
          value={query}
          onChange={(next) => setView({ find: next })}
        />
        <Checkbox
          label={t('tables.onlyExpected')}
          checked={onlyExpected}
          onChange={(change) => setView({ who: change.currentTarget.checked ? 'expected' : '' })}
        />
      </div>
      {tables.length === 0 ? (
        <Nothing framed>{t(all.length === 0 ? 'tables.none' : 'tables.nothing')}</Nothing>
      ) : (
        <div className={classes.tables}>
          {tables.map((table) => (
            <TableCard
              key={table.tableId}
              session={session}
              table={table}
              onlyExpected={onlyExpected}
              found={wanted.trim() === '' || exact.length > 0 ? null : found}
            />
          ))}
        </div>
      )}
    </Page>
  );
}

/** '12', 'table 12' and 'Table 12' are that table, and so is its name. */
function isTable(
  query: string,
  { number, name }: Pick<GuestTable, 'number' | 'name'>,
  word: string,
): boolean {
  const wanted = fold(query).trim();
  return (
    number !== '' && [number, `${word} ${number}`, name].some((one) => wanted !== '' && fold(one) === wanted)
  );
}
