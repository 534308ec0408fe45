import { optionNames } from '#domain/checkins/doorFigures.ts';
import type { Currency } from '#domain/config.ts';
import type { Session } from '#domain/documents/session.ts';
import { columnsOf, type ColumnId } from '#domain/statistics/cells.ts';
import {
  arrivalTable,
  coverOf,
  currenciesOf,
  doorTable,
  formTable,
  listTable,
  messageTable,
  moneyTable,
  productTable,
  rateTable,
  sessionTable,
  timeTable,
  type StatTable,
} from '#domain/statistics/tables.ts';
import { rowWords } from './rowWords.ts';
import type { ChartKind, Counted, View, Words } from './viewTypes.ts';

const LISTED: ChartKind = { bars: ['registrations', 'guests'], lines: [], lying: true };
const MONEY: ChartKind = { bars: ['total', 'paid', 'open'], lines: [], below: true };
const ATTENDED: ChartKind = { bars: ['arrived', 'missing'], lines: [], lying: true, stacked: true };

type Kind = keyof ReturnType<typeof rowWords>;

function viewer({ t, format, rateText }: Words, counted: Counted) {
  const words = rowWords({ t, format, rateText }, counted);
  return (table: StatTable, kind: Kind, chart: ChartKind, more: Partial<View> = {}): View => {
    const counts = new Set<string>(columnsOf(table.name));
    return {
      id: table.name,
      title: t(`statistics.views.${kind}`, { currency: '' }),
      rowHeading: t(`statistics.rows.${kind === 'time' ? (table.step ?? 'day') : kind}`),
      columns: table.columns.map(({ id, unit }) => ({
        ...{ id, unit, label: t(`statistics.columns.${id}`) },
        counts: counts.has(id) ? (id as ColumnId) : null,
      })),
      rows: table.rows.map(({ key, values }) => ({
        ...{ key, values, label: words[kind](key, table) },
        ...(kind === 'time' && typeof key === 'number' ? { day: key } : {}),
        currency: kind === 'money' ? (key as Currency) : (table.currency ?? null),
      })),
      total: table.total,
      chart,
      people: { table: table.name, cover: (key) => coverOf(table, key) },
      ...more,
    };
  };
}

/** Who registered: over time, and by what is known of them. */
export function registrationViews(counted: Counted, words: Words): View[] {
  const view = viewer(words, counted);
  const { figures, forms, step } = counted;
  return [
    view(timeTable(figures, step), 'time', { bars: ['registrations'], lines: ['soFar'] }),
    view(listTable(figures, 'status'), 'status', LISTED),
    view(listTable(figures, 'paymentType'), 'paymentType', LISTED),
    view(listTable(figures, 'category'), 'category', { ...LISTED, bars: ['guests'] }),
    view(listTable(figures, 'language'), 'language', LISTED, { hint: words.t('statistics.hints.language') }),
    view(formTable(figures, [...forms.keys()]), 'form', LISTED),
  ];
}

export function moneyViews(counted: Counted, words: Words): View[] {
  const view = viewer(words, counted);
  const { t } = words;
  const hint = [
    t('statistics.hints.money', { status: t('consumerStatuses.invoice_paid') }),
    ...(counted.ofSession ? [t('statistics.hints.sessionMoney')] : []),
  ].join(' ');
  return [
    view(moneyTable(counted.figures), 'money', MONEY, { hint }),
    ...currenciesOf(counted.figures).map((currency) =>
      view(rateTable(counted.figures, currency), 'rates', MONEY, {
        title: t('statistics.views.rates', { currency: t(`currencies.${currency}`) }),
      }),
    ),
  ];
}

export const messageView = (counted: Counted, words: Words): View =>
  viewer(words, counted)(
    messageTable(counted.figures),
    'messages',
    { bars: ['email', 'sms', 'whatsapp'], lines: [], lying: true, stacked: true },
    { hint: words.t('statistics.hints.messages') },
  );

export function sessionView(counted: Counted, words: Words): View {
  const { figures, sessions, isPart, taken } = counted;
  const table = sessionTable(figures, sessions, isPart, taken);
  // Else the table's own columns would contradict it.
  const isWithUnnamed = table.rows.some(({ key, values: [registered, canceled, , , places] }) => {
    const all = taken.get(String(key)) ?? null;
    return places != null && all !== null && all !== (registered ?? 0) - (canceled ?? 0);
  });
  const hint = isPart ? 'filteredFill' : isWithUnnamed ? 'unnamedFill' : null;
  return viewer(words, counted)(
    table,
    'sessions',
    ATTENDED,
    hint === null ? {} : { hint: words.t(`statistics.hints.${hint}`) },
  );
}

/** One session by itself: what was booked, when they came, and where. */
export function detailViews(counted: Counted, session: Session, words: Words): View[] {
  const view = viewer(words, counted);
  const { figures, forms } = counted;
  const { t, format } = words;
  const of = format.titlesAmong(counted.sessions)(session);
  const options = [...optionNames(forms.values()).keys()];
  const title = (kind: 'products' | 'arrivals' | 'doors') => ({
    title: `${t(`statistics.views.${kind}`)} – ${of}`,
  });
  return [
    view(productTable(figures, session._id, options), 'products', ATTENDED, title('products')),
    view(
      arrivalTable(figures, session._id),
      'arrivals',
      { bars: ['arrived'], lines: ['soFar'] },
      title('arrivals'),
    ),
    view(
      doorTable(figures, session._id),
      'doors',
      { bars: ['arrived'], lines: [], lying: true },
      title('doors'),
    ),
  ];
}
