import { optionNames } from '#domain/checkins/doorFigures.ts';
import { CATEGORIES, CURRENCIES, LANGUAGES, PAYMENT_TYPES } from '#domain/config.ts';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import { productKinds } from '#domain/documents/session.ts';
import { productOfKey, type RowKey } from '#domain/statistics/cells.ts';
import type { StatTable } from '#domain/statistics/tables.ts';
import type { Counted, Words } from './viewTypes.ts';

type WordOf = (key: RowKey, table: StatTable) => string;

/** Reasons why a message did not go that have words; others are shown as the provider calls them. */
const OUTCOMES = [
  ...(['ok', 'disabled', 'misconfigured', 'missing_email', 'missing_phone', 'missing_template'] as const),
  ...([
    'unreadable_template',
    'unprintable',
    'missing_file',
    'no_address',
    'no_cards',
    'missing_value',
    'empty_message',
    'unknown_variable',
    'too_long',
    'nothing_open',
    'stopped',
    'invoice_taken_back',
    'opted_out',
    'too_large',
    'provider_refused',
    'provider_down',
    'undelivered',
    'document_changed',
    'uncertain',
    'failed',
  ] as const),
];

/** What the rows of each table are called. */
export function rowWords({ t, format, rateText }: Words, counted: Omit<Counted, 'figures'>) {
  const { sessions, forms, calendar, doorName } = counted;
  const options = optionNames(forms.values());
  const titleOf = format.titlesAmong(sessions);
  const titles = new Map(sessions.map((session) => [session._id, titleOf(session)]));
  /** A word of a shared list; anything else as it stands. */
  const listed =
    <T extends string>(list: readonly T[], word: (one: T) => string, missing: string): WordOf =>
    (key) => {
      const known = list.find((one) => one === key);
      return known !== undefined ? word(known) : key === '' ? missing : String(key);
    };
  return {
    time: (key, { step }) => {
      if (typeof key !== 'number') return t('statistics.withoutDate');
      if (step === 'month') return format.month(key);
      return step === 'week' ? t('statistics.weekOf', { day: format.day(key) }) : format.day(key);
    },
    status: listed(
      CONSUMER_STATUSES,
      (one) => t(`consumerStatuses.${one}`),
      t('statistics.withoutRegistration'),
    ),
    paymentType: listed(
      PAYMENT_TYPES,
      (one) => t(`paymentTypes.${one}`),
      t('statistics.withoutRegistration'),
    ),
    category: listed(CATEGORIES, (one) => t(`categories.${one}`), t('statistics.none')),
    language: listed(LANGUAGES, (one) => t(`languages.${one}`), t('statistics.none')),
    form: (key) =>
      key === ''
        ? t('statistics.withoutForm')
        : (forms.get(String(key))?.name ?? t('statistics.deletedForm')),
    money: listed(CURRENCIES, (one) => t(`currencies.${one}`), ''),
    rates: (key) => rateText(Number(key)),
    messages: (key) => {
      if (key === '21211') return t('statistics.outcomes.invalid_phone');
      const known = OUTCOMES.find((one) => one === key);
      return known === undefined
        ? t('statistics.outcomes.other', { code: String(key) })
        : t(`statistics.outcomes.${known}`);
    },
    sessions: (key) => titles.get(String(key)) ?? String(key),
    products: (key) => {
      const { kind, optionId } = productOfKey(String(key));
      const known = productKinds.find((one) => one === kind);
      const option = optionId === '' ? null : (options.get(optionId) ?? optionId);
      const words = [option, known === undefined ? null : t(`productKinds.${known}`)];
      return words.filter((word) => word !== null).join(' · ') || t('statistics.anyProduct');
    },
    arrivals: (key, { rows }) => {
      const time = Number(key);
      const minute = calendar.minuteOf(time);
      const two = (value: number): string => String(value).padStart(2, '0');
      const clock = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
      const days = [rows[0], rows.at(-1)].map((row) => calendar.dayOf(Number(row?.key ?? time)));
      return days[0] === days[1] ? clock : `${format.day(calendar.dayOf(time))}, ${clock}`;
    },
    doors: (key) => (key === '' ? t('statistics.notToldDoor') : doorName(String(key)) || String(key)),
  } as const satisfies Record<string, WordOf>;
}

/** A value of a table as people read it. */
export function valueText(
  { format, t }: Pick<Words, 'format' | 't'>,
  value: number | null,
  unit: 'count' | 'money' | 'share',
  currency: Parameters<typeof format.money>[1] | null,
): string {
  if (value === null) return t('common.none');
  if (unit === 'share') return format.percent(value);
  return unit === 'money' && currency !== null ? format.money(value, currency) : format.number(value);
}
