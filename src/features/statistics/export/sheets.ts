import { CATEGORIES, PAYMENT_TYPES } from '#domain/config.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { registeredAt, type Registration } from '#domain/statistics/registration.ts';
import type { Cell, CellFormat, Sheet } from '#pdf/xlsx.ts';
import { listName } from '#ui/words/format.ts';
import type { Counted, View, Words } from '../viewTypes.ts';
import { detailViews, messageView, moneyViews, registrationViews, sessionView } from '../views.ts';

/* The exported file: each table of the screen as a sheet, and every registration that is counted. */

export function sheetsOf(
  counted: Counted,
  registrations: readonly Registration[],
  words: Words,
): readonly Sheet[] {
  const [money, ...rates] = moneyViews(counted, words);
  const plain = [
    ...registrationViews(counted, words),
    ...(money === undefined ? [] : [money]),
    ...rates,
    sessionView(counted, words),
    messageView(counted, words),
  ].filter(({ rows }) => rows.length > 0);
  return [
    ...plain.map((view) => sheetOf(view)),
    ...detailSheets(counted, words),
    registrationSheet(counted, registrations, words),
  ];
}

const cell = (value: number | null, format: CellFormat): Cell => (value === null ? null : { value, format });

/** The same figures as on the screen; a day is a date. */
function sheetOf(view: View): Sheet {
  const cells = (values: readonly (number | null)[]) =>
    view.columns.map(({ unit }, at) => cell(values[at] ?? null, unit));
  return {
    name: view.title,
    headings: [view.rowHeading, ...view.columns.map(({ label }) => label)],
    rows: view.rows.map(({ label, day, values }) => [
      day === undefined ? label : cell(day, 'day'),
      ...cells(values),
    ]),
    ...(view.total === null ? {} : { total: ['', ...cells(view.total)] }),
  };
}

/** Options, arrivals and doors of all sessions: a sheet each, with the session before each row. */
function detailSheets(counted: Counted, words: Words): Sheet[] {
  const { t, format } = words;
  const titleOf = format.titlesAmong(counted.sessions);
  const ofAll = counted.sessions.map((session) => ({
    title: titleOf(session),
    views: detailViews(counted, session, words),
  }));
  return (['products', 'arrivals', 'doors'] as const).flatMap((kind, at): Sheet[] => {
    const rows = ofAll.flatMap(({ title, views }) => {
      const view = views[at];
      return view === undefined ? [] : sheetOf(view).rows.map((row): Cell[] => [title, ...row]);
    });
    const [first] = ofAll.flatMap(({ views }) => views[at] ?? []);
    if (first === undefined || rows.length === 0) return [];
    const headings = [t('statistics.rows.sessions'), ...sheetOf(first).headings];
    return [{ name: t(`statistics.views.${kind}`), headings, rows }];
  });
}

function registrationSheet(
  { forms, calendar }: Counted,
  registrations: readonly Registration[],
  { t, rateText }: Words,
): Sheet {
  const money = ['net', 'vat', 'total', 'paid', 'refunded', 'open', 'credit'] as const;
  // Each word is looked up once: for 10,000 rows that would be felt.
  const paymentTypes = new Map<string, string>(PAYMENT_TYPES.map((one) => [one, t(`paymentTypes.${one}`)]));
  const categories = new Map<string, string>(CATEGORIES.map((one) => [one, t(`categories.${one}`)]));
  const statuses = new Map<string, string>();
  const rows = registrations.flatMap((registration): Cell[][] => {
    const { consumer, guests } = registration;
    if (consumer === null) return [];
    const at = registeredAt(registration);
    const person = consumer.person;
    const [first] = guests.flatMap(({ client }) => client ?? []);
    const named = { forename: person?.forename ?? '', surname: person?.surname ?? '' };
    const { status } = consumer;
    const statusText = statuses.get(status) ?? t(`consumerStatuses.${status}`);
    statuses.set(status, statusText);
    const { registration: billed } = consumer;
    const sums = settlementOf(consumer);
    const isPriced = billed != null || sums.paid !== 0 || sums.refunded !== 0;
    return [
      [
        first?.number ?? '',
        listName(named) || (first === undefined ? '' : listName(first)),
        person?.company ?? '',
        statusText,
        paymentTypes.get(consumer.paymentType) ?? '',
        categories.get(first?.category ?? '') ?? '',
        billed?.formId == null ? '' : (forms.get(billed.formId)?.name ?? t('statistics.deletedForm')),
        at === null ? null : cell(calendar.dayOf(at), 'day'),
        cell(guests.length, 'count'),
        billed == null ? '' : rateText(billed.rate),
        isPriced ? t(`currencies.${sums.currency}`) : '',
        ...money.map((one) => (isPriced ? cell(sums[one], 'money') : null)),
      ],
    ];
  });
  return {
    name: t('statistics.views.registrations'),
    headings: [
      t('client.number'),
      t('statistics.rows.name'),
      t('statistics.rows.company'),
      t('statistics.rows.status'),
      t('statistics.rows.paymentType'),
      t('statistics.rows.category'),
      t('statistics.rows.form'),
      t('statistics.columns.date'),
      t('statistics.columns.guests'),
      t('statistics.rows.rates'),
      t('statistics.rows.money'),
      ...money.map((one) => t(`statistics.columns.${one}`)),
    ],
    rows,
  };
}
