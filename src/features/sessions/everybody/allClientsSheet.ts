import type { TFunction } from 'i18next';
import { isCanceled } from '#domain/clients/canceled.ts';
import type { Client } from '#domain/documents/client.ts';
import type { ListedClient } from '#domain/clients/clientFilter.ts';
import { answerColumns } from '#domain/desk/answerColumns.ts';
import { extraColumns, firstOfEach } from '#domain/desk/extraColumns.ts';
import type { Form } from '#domain/documents/form.ts';
import type { Cell, Sheet } from '#pdf/xlsx.ts';

interface Row extends ListedClient {
  client: Client;
  /** The first of its registration. */
  isFirst: boolean;
}
interface Column {
  heading: string;
  cell: (row: Row) => Cell;
}

/**
 * The list of all clients as a table of a workbook, in the order of the list. Numbers and phones are text, so that they keep
 * their zeros and their plus; amounts are amounts, each registration's in the first of its rows alone, so that a column adds up.
 * Extras and what the registration was asked beyond stand at the end.
 */
export function allClientsSheet(
  clients: readonly Client[],
  detailsOf: (client: Client) => ListedClient,
  titleOf: (sessionId: string) => string,
  forms: readonly Form[],
  t: TFunction,
): Sheet {
  const text = (heading: string, of: (row: Row) => string | null | undefined): Column => ({
    heading,
    cell: (row) => of(row) ?? '',
  });
  const money = (heading: string, of: (settlement: NonNullable<Row['settlement']>) => number): Column => ({
    heading,
    cell: ({ settlement, isFirst }) =>
      settlement === null || !isFirst ? null : { value: of(settlement), format: 'money' },
  });
  const first = firstOfEach(clients.map(({ consumerId }) => consumerId));
  const rows = clients.map((client, index) => ({
    ...{ client, ...detailsOf(client) },
    isFirst: first[index] === true,
  }));
  const extras = extraColumns(
    forms,
    rows.map(({ consumer }) => consumer),
  );
  const asked = answerColumns(
    forms,
    rows.map(({ consumer }) => consumer),
    t('common.yes'),
  );
  const columns: Column[] = [
    text(t('exports.column.surname'), ({ client }) => client.surname),
    text(t('exports.column.forename'), ({ client }) => client.forename),
    ...(clients.some(({ title }) => title)
      ? [text(t('clientForm.title'), ({ client }) => (client.title ? t(`titles.${client.title}`) : ''))]
      : []),
    text(t('client.number'), ({ client }) => client.number),
    text(t('client.company'), ({ client }) => client.company),
    text(t('client.category'), ({ client }) => t(`categories.${client.category}`)),
    text(t('client.language'), ({ client }) => t(`languages.${client.language}`)),
    text(t('client.email'), ({ client }) => client.email),
    text(t('client.phone'), ({ client }) => client.phone),
    text(t('client_display.tabs.sessions'), ({ sessionIds }) => sessionIds.map(titleOf).join(', ')),
    text(t('client_display.status'), ({ client, consumer }) =>
      isCanceled(client, consumer)
        ? t('consumerStatuses.canceled')
        : consumer === null
          ? ''
          : t(`consumerStatuses.${consumer.status}`),
    ),
    text(t('allClients.currency'), ({ settlement }) => settlement?.currency.toUpperCase()),
    money(t('allClients.total'), ({ total }) => total),
    money(t('allClients.open'), ({ open }) => open),
    ...(clients.some(({ diet }) => diet) ? [text(t('client.diet'), ({ client }) => client.diet)] : []),
    text(t('client.notes'), ({ client }) => client.notes),
    ...extras.flatMap(({ heading, count, amount }): Column[] => [
      {
        heading,
        cell({ consumer, isFirst }) {
          const value = isFirst ? count(consumer) : null;
          return value === null ? null : { value, format: 'count' };
        },
      },
      {
        heading: t('exports.column.extraAmount', { extra: heading }),
        cell({ consumer, isFirst }) {
          const value = isFirst ? amount(consumer) : null;
          return value === null ? null : { value, format: 'money' };
        },
      },
    ]),
    ...asked.map(({ heading, of, day }): Column => ({
      heading,
      cell({ consumer }) {
        const value = day(consumer);
        return value === null ? of(consumer) : { value, format: 'day' };
      },
    })),
  ];
  return {
    name: t('screens.clients'),
    headings: columns.map(({ heading }) => heading),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}
