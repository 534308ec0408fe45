import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { settlementOf } from '#domain/money/settlement.ts';
import type { Behind, Statistics } from '#domain/statistics/statistics.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';
import { VirtualTable } from '#ui/components/VirtualTable.tsx';
import { hrefs } from '#ui/paths.ts';
import { collatorOf, listName } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { askedPeople } from './filters.ts';
import { valueText } from './rowWords.ts';
import classes from './Statistics.module.css';
import type { View, ViewColumn, ViewRow } from './viewTypes.ts';

interface PeopleDrawerProps {
  param: string;
  views: readonly View[];
  statistics: Statistics;
  /** Changes with the figures. */
  version: unknown;
  onClose: () => void;
}

/** Who is behind a figure, by name; each leads to the guest or the registration. */
export function PeopleDrawer({ param, views, statistics, version, onClose }: PeopleDrawerProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const found = useMemo(() => figureOf(param, views), [param, views]);
  const row = found?.row?.label ?? t('statistics.total');
  return (
    <Drawer
      opened={param !== ''}
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '85%' : 480}
      title={
        found === null
          ? t('statistics.people')
          : t('statistics.peopleOf', { column: found.column.label, row })
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
      transitionProps={{ duration: 160 }}
    >
      {found === null ? (
        <Nothing>{t('statistics.peopleGone')}</Nothing>
      ) : (
        <People found={found} statistics={statistics} version={version} />
      )}
    </Drawer>
  );
}

interface Found {
  view: View;
  column: ViewColumn;
  /** Null for the line of totals. */
  row: ViewRow | null;
}

function figureOf(param: string, views: readonly View[]): Found | null {
  const asked = askedPeople(param);
  const view = views.find(({ id }) => id === asked?.viewId);
  const column = view?.columns.find(({ id, counts }) => id === asked?.columnId && counts !== null);
  if (asked === null || view === undefined || column === undefined) return null;
  if (asked.key === null) return { view, column, row: null };
  const row = view.rows.find(({ key }) => String(key) === asked.key);
  return row === undefined ? null : { view, column, row };
}

interface Person {
  number: number;
  name: string;
  more: string;
  value: string;
  to: string;
}

function People({
  found,
  statistics,
  version,
}: { found: Found } & Pick<PeopleDrawerProps, 'statistics' | 'version'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const { view, column, row } = found;
  const people = useMemo((): Person[] => {
    if (view.people === null || column.counts === null) return [];
    const behind = statistics.behind(view.people.table, view.people.cover(row?.key ?? null), column.counts);
    const { compare } = collatorOf(format.language);
    return behind
      .map((one) => ({ ...personOf(one, id, t('statistics.unnamed')), amount: one.amount, of: one }))
      .sort((a, b) => compare(a.name, b.name) || compare(a.more, b.more))
      .map(({ name, more, to, amount, of }, number) => {
        const { consumer } = of.registration;
        const currency = consumer === null ? null : settlementOf(consumer).currency;
        const text = valueText({ t, format }, amount, column.unit, currency);
        return { number, name, more, to, value: column.unit === 'count' && amount === 1 ? '' : text };
      });
    // `version` says when there are others behind the same figure.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [view, column, row, statistics, version, id, t, format]);
  if (people.length === 0) return <Nothing>{t('statistics.peopleGone')}</Nothing>;
  return (
    <VirtualTable
      label={t('statistics.people')}
      rows={people}
      keyOf={numberOf}
      heightOf={() => 56}
      columns="minmax(0, 1fr) auto"
      minWidth={240}
      className={classes.people}
      head={
        <>
          <span role="columnheader">{t('statistics.rows.name')}</span>
          <span role="columnheader">{column.label}</span>
        </>
      }
      isProblem={() => false}
    >
      {(person) => (
        <>
          <span role="cell" className={classes.person}>
            <Link to={person.to}>{person.name}</Link>
            <small>{person.more}</small>
          </span>
          <span role="cell" data-numeric>
            {person.value}
          </span>
        </>
      )}
    </VirtualTable>
  );
}

const numberOf = ({ number }: Person): number => number;

/** A guest by its own name; a registration by that of whom messages address, else of its first guest. */
function personOf(
  { registration: { key, consumer, guests }, guest }: Behind,
  eventId: string,
  unnamed: string,
): Pick<Person, 'name' | 'more' | 'to'> {
  if (guest !== null) {
    const { client, clientId } = guest;
    return {
      name: client === null ? unnamed : listName(client) || unnamed,
      more: [client?.company, client?.number].filter(Boolean).join(' · '),
      to: hrefs.client(eventId, clientId),
    };
  }
  const person = consumer?.person;
  const named = { forename: person?.forename ?? '', surname: person?.surname ?? '' };
  const [first] = guests.flatMap(({ client }) => client ?? []);
  const name = listName(named) || person?.company || (first === undefined ? '' : listName(first)) || unnamed;
  return {
    name,
    more: [person?.company, first?.number].filter((one) => one && one !== name).join(' · '),
    to: hrefs.registrant(eventId, key),
  };
}
