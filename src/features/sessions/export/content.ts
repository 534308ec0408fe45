import type { TFunction } from 'i18next';
import { isCanceled } from '#domain/clients/canceled.ts';
import { CATEGORIES, LANGUAGES } from '#domain/config.ts';
import { clockText, dayText, type Calendar } from '#domain/days.ts';
import { answerColumns } from '#domain/desk/answerColumns.ts';
import { extraColumns, firstOfEach } from '#domain/desk/extraColumns.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Form } from '#domain/documents/form.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import type { RosterGuest } from '#hooks/data/roster.ts';
import type { Badge } from '#pdf/barcodePdf.ts';
import { canSay, type Symbology } from '#pdf/symbology.ts';
import type { Cell, CellFormat, Sheet } from '#pdf/xlsx.ts';
import { fileName } from '#domain/text/fileName.ts';
import { fullName } from '#ui/words/format.ts';
import { placeOf, placeText } from '#ui/words/placement.ts';

/* What the exports say of each guest, in the words and formats of the interface. */

interface Words {
  t: TFunction;
  /** Of the event: a file is read where nobody knows on which device it was made. */
  calendar: Calendar;
}
interface Listed {
  session: Session;
  guests: readonly RosterGuest[];
  entryOf: ReadonlyMap<string, SessionEntry>;
  forms: readonly Form[];
  /** By their ids; none where a host exports. */
  consumers: ReadonlyMap<string, Consumer>;
}
interface Row {
  client: Client;
  place: ReturnType<typeof placeOf>;
  placeWords: string;
  option: string;
  arrived: number | null;
}
interface Column {
  heading: string;
  text: (row: Row) => string;
  /** Where the column is of numbers or times: what a workbook has of it, to be reckoned with. */
  cell?: (row: Row) => Cell;
  /** On paper it is not cut off. */
  isWhole?: true;
}

export interface Table {
  headings: string[];
  rows: string[][];
}

/** Every column always, so that what reads the file finds it in its place; times with their day. */
export const listTable = (listed: Listed, words: Words): Table =>
  tableOf(listColumns(listed, words), rowsOf(listed, words.t));

/**
 * The same for a workbook. Numbers of guests and phones are text, so that they keep their zeros and their plus and nothing is a
 * formula; when somebody came is a time, how many of an extra and what they cost are numbers.
 */
export function listSheet(listed: Listed, words: Words): Sheet {
  const columns = listColumns(listed, words);
  return {
    name: words.t('session.clients'),
    headings: columns.map(({ heading }) => heading),
    rows: rowsOf(listed, words.t).map((row) => columns.map(({ text, cell = text }) => cell(row))),
  };
}

function listColumns(listed: Listed, { t, calendar }: Words): Column[] {
  return [
    ...sharedColumns(t),
    {
      heading: t('client.language'),
      text: fromList(
        LANGUAGES,
        ({ client }) => client.language,
        (one) => t(`languages.${one}`),
      ),
    },
    { heading: t('client.email'), text: ({ client }) => client.email ?? '' },
    { heading: t('client.phone'), text: ({ client }) => client.phone ?? '' },
    { heading: t('exports.column.table'), text: ({ place }) => place?.table ?? '' },
    { heading: t('exports.column.seat'), text: ({ place }) => String(place?.seat ?? '') },
    { heading: t('exports.column.option'), text: ({ option }) => option },
    {
      heading: t('session.checkedIn'),
      text: ({ arrived }) => (arrived === null ? '' : sortableTime(arrived, calendar)),
      cell: ({ arrived }) => numberCell(arrived === null ? null : clockMinutes(arrived, calendar), 'time'),
    },
    ...dietColumn(listed, t),
    { heading: t('client.notes'), text: ({ client }) => client.notes ?? '' },
    ...extrasOf(listed, t),
    ...askedColumns(listed, t),
    // The last one, so that what read such files before there was one finds all others where they were.
    { heading: t('client_display.status'), text: ({ client }) => statusWord(listed, client, t) },
  ];
}

/** For people: a column that would be empty leaves its room to the others. `whole` are the places of those that are not cut off. */
export function printedTable(listed: Listed, { t, calendar }: Words): Table & { whole: number[] } {
  const columns: Column[] = [
    ...sharedColumns(t),
    { heading: t('client.email'), text: ({ client }) => client.email ?? '' },
    { heading: t('client.phone'), text: ({ client }) => client.phone ?? '' },
    {
      heading: t('session.place'),
      text: ({ placeWords }) => placeWords,
    },
    { heading: t('exports.column.option'), text: ({ option }) => option },
    {
      heading: t('session.checkedIn'),
      // On paper at a door nobody else says so.
      text: ({ client, arrived }) =>
        arrived !== null
          ? clockText(calendar.minuteOf(arrived))
          : isCanceled(client, consumerOf(listed, client))
            ? t('consumerStatuses.canceled')
            : '',
    },
    ...dietColumn(listed, t),
    { heading: t('client.notes'), text: ({ client }) => client.notes ?? '' },
  ];
  const table = tableOf(columns, rowsOf(listed, t));
  const used = columns.map(
    (_, column) => table.rows.length === 0 || table.rows.some((row) => row[column] !== ''),
  );
  const kept = <T>(row: readonly T[]): T[] => row.filter((_, column) => used[column]);
  const whole = kept(columns).flatMap(({ isWhole }, column) => (isWhole === true ? column : []));
  return { headings: kept(table.headings), rows: table.rows.map((row) => kept(row)), whole };
}

const consumerOf = ({ consumers }: Listed, client: Client | null): Consumer | null =>
  consumers.get(client?.consumerId ?? '') ?? null;

/** Of the guest's registration; without one, only that they are cancelled. */
function statusWord(listed: Listed, client: Client, t: TFunction): string {
  const consumer = consumerOf(listed, client);
  if (isCanceled(client, consumer)) return t('consumerStatuses.canceled');
  return consumer === null ? '' : t(`consumerStatuses.${consumer.status}`);
}

const sharedColumns = (t: TFunction): Column[] => [
  { heading: t('exports.column.surname'), text: ({ client }) => client.surname },
  { heading: t('exports.column.forename'), text: ({ client }) => client.forename },
  { heading: t('client.number'), text: ({ client }) => client.number ?? '' },
  { heading: t('client.company'), text: ({ client }) => client.company ?? '' },
  {
    heading: t('client.category'),
    text: fromList(
      CATEGORIES,
      ({ client }) => client.category,
      (one) => t(`categories.${one}`),
    ),
  },
];

/** Each word is looked up once: for 5,000 guests that would be felt. */
function fromList<T extends string>(
  list: readonly T[],
  valueOf: (row: Row) => T,
  wordOf: (value: T) => string,
): (row: Row) => string {
  const words = new Map(list.map((value) => [value, wordOf(value)]));
  return (row) => words.get(valueOf(row)) ?? '';
}

function rowsOf({ session, guests, entryOf, forms }: Listed, t: TFunction): Row[] {
  const options = new Map<string, string>();
  for (const form of forms) for (const { id, name } of form.options) options.set(id, name);
  return guests.flatMap(({ client, clientId }): Row[] => {
    if (client === null) return [];
    const entry = entryOf.get(clientId);
    const optionId = entry?.product?.optionId ?? '';
    return [
      {
        client,
        place: placeOf(session, entry),
        placeWords: placeText(session, entry, t),
        option: options.get(optionId) ?? optionId,
        arrived: entry?.checkInTime ?? null,
      },
    ];
  });
}

const tableOf = (columns: readonly Column[], rows: readonly Row[]): Table => ({
  headings: columns.map(({ heading }) => heading),
  rows: rows.map((row) => columns.map(({ text }) => text(row))),
});

/** '2026-06-20 19:04': what spreadsheet programs of every country take for a time. */
const sortableTime = (time: number, { dayOf, minuteOf }: Calendar): string =>
  `${dayText(dayOf(time))} ${clockText(minuteOf(time))}`;

/** Minutes since 1970, as clocks there count them. */
const clockMinutes = (time: number, { dayOf, minuteOf }: Calendar): number =>
  dayOf(time) * 24 * 60 + minuteOf(time);

/** A code needs a number that it can say: other guests are counted, not printed. */
export const badgesOf = (
  guests: readonly RosterGuest[],
  symbology: Symbology,
): (Badge & { file: string })[] =>
  guests.flatMap(({ client }) => {
    if (client === null || !client.number || !canSay(symbology, client.number)) return [];
    const { number, company } = client;
    const name = fullName(client);
    return [{ name, company: company ?? '', number, file: `${fileName(`${number} ${name}`)}.jpg` }];
  });
export const withoutNumber = (guests: readonly RosterGuest[]): number =>
  guests.filter(({ client }) => client !== null && !client.number).length;
/** Who has a number that the code cannot say. */
export const unsaid = (guests: readonly RosterGuest[], symbology: Symbology): number =>
  guests.filter(({ client }) => client?.number && !canSay(symbology, client.number)).length;

/** A column of its own where anybody has one. */
const dietColumn = ({ guests }: Listed, t: TFunction): Column[] =>
  guests.some(({ client }) => client?.diet)
    ? [{ heading: t('client.diet'), text: ({ client }) => client.diet ?? '', isWhole: true }]
    : [];

/** How many, and what they cost, as numbers that a spreadsheet program adds up. */
function extrasOf(listed: Listed, t: TFunction): Column[] {
  const { guests, forms } = listed;
  const first = firstOfEach(guests.map(({ client }) => client?.consumerId));
  const firsts = new Set(
    guests.flatMap(({ client }, index) => (first[index] === true ? (client ?? []) : [])),
  );
  const of = (client: Client) => (firsts.has(client) ? consumerOf(listed, client) : null);
  return extraColumns(
    forms,
    guests.map(({ client }) => consumerOf(listed, client)),
  ).flatMap(({ heading, count, amount }): Column[] => [
    {
      heading,
      text: ({ client }) => String(count(of(client)) ?? ''),
      cell: ({ client }) => numberCell(count(of(client)), 'count'),
    },
    {
      heading: t('exports.column.extraAmount', { extra: heading }),
      text({ client }) {
        const cents = amount(of(client));
        return cents === null ? '' : (cents / 100).toFixed(2);
      },
      cell: ({ client }) => numberCell(amount(of(client)), 'money'),
    },
  ]);
}
const numberCell = (value: number | null, format: CellFormat): Cell =>
  value === null ? null : { value, format };

/** What registrations were asked by their forms, at the end. */
function askedColumns(listed: Listed, t: TFunction): Column[] {
  const { guests, forms } = listed;
  return answerColumns(
    forms,
    guests.map(({ client }) => consumerOf(listed, client)),
    t('common.yes'),
  ).map(({ heading, of, day }) => ({
    heading,
    text: ({ client }) => of(consumerOf(listed, client)),
    cell({ client }) {
      const consumer = consumerOf(listed, client);
      return numberCell(day(consumer), 'day') ?? of(consumer);
    },
  }));
}
