import {
  DEFAULT_CURRENCY,
  DEFAULT_MAX_CLIENTS_PER_SESSION,
  PAYMENT_TYPES,
  type Currency,
  type Language,
  type PaymentType,
} from '#domain/config.ts';
import type { Calendar } from '#domain/days.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import {
  DEFAULT_EXTRA_MAX_COUNT,
  DEFAULT_KEEP_MONTHS,
  type Form,
  type Question,
} from '#domain/documents/form.ts';
import type { Session } from '#domain/documents/session.ts';
import type { Kind } from '#domain/forms/amounts.ts';
import { mergedList, type FormFields } from '#domain/forms/fields.ts';
import { hundredthsText, MAX_VAT_BASIS_POINTS, parseHundredths } from '#domain/money/money.ts';
import { newId } from '#data/newId.ts';
import { momentOf, NO_MOMENT, timeOf, type Moment } from './openValues.ts';
import { amountsFrom, extraPriceFrom, pricesOf, typedPrice, type PriceTexts } from './priceValues.ts';

export interface OptionRow {
  id: string;
  name: string;
  clientCount: string;
}
export interface ExtraRow {
  id: string;
  name: string;
  price: string;
  enabled: boolean;
  maxCount: string;
}
export interface AlertRow {
  id: string;
  value: string;
  enabled: boolean;
  /** What is being typed; null while nobody does. */
  typed: string | null;
}

export interface QuestionRow {
  id: string;
  label: string;
  kind: Question['kind'];
  /** One in each line. */
  choices: string;
  mandatory: boolean;
  showIf: { questionId: string; is: string } | null;
}

export const ASKS = ['info', 'addr', 'addrSec', 'account'] as const;
/** What guests may do on their own page. */
export const GUEST_ACTS = ['cancel', 'names'] as const;
export const MUSTS = ['addr', 'addrSec'] as const;
export const LONG_TEXTS = ['information', 'information2', 'helpInfo', 'helpAdminContact'] as const;

/** What is typed into the editor. */
export interface FormValues extends PriceTexts {
  name: string;
  language: Language;
  currency: Currency;
  vat: string;
  maxClients: string;
  counterpartId: string | null;
  children: boolean;
  notes: string;
  texts: Record<(typeof LONG_TEXTS)[number], string>;
  messages: Record<PaymentType, string>;
  asks: Record<(typeof ASKS)[number], boolean>;
  musts: Record<(typeof MUSTS)[number], boolean>;
  guestsMay: Record<(typeof GUEST_ACTS)[number], boolean>;
  opens: Moment;
  closes: Moment;
  code: string;
  /** Empty: for ever. */
  keepMonths: string;
  noticeUrl: string;
  alerts: AlertRow[];
  options: OptionRow[];
  extras: ExtraRow[];
  questions: QuestionRow[];
}

export const newOption = (): OptionRow => ({ id: newId(), name: '', clientCount: '1' });
export const newExtra = (): ExtraRow => ({
  ...{ id: newId(), name: '', price: '', enabled: true },
  maxCount: String(DEFAULT_EXTRA_MAX_COUNT),
});
export const newQuestion = (): QuestionRow => ({
  ...{ id: newId(), label: '', kind: 'text', choices: '', mandatory: false, showIf: null },
});
/** What is typed as choices, each once. */
export const choicesOf = ({ choices }: Pick<QuestionRow, 'choices'>): string[] => [
  ...new Set(choices.split('\n').flatMap((line) => line.trim() || [])),
];
/** Somebody who adds one wants to type. */
export const newAlert = (): AlertRow => ({ id: newId(), value: '', enabled: true, typed: '' });

const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

/** What a new form begins with: the language of who makes it, and currency and VAT of the event's newest. */
export function newValues(sessions: readonly Session[], language: Language, known: Form | null): FormValues {
  return {
    ...{ name: '', language, currency: known?.currency ?? DEFAULT_CURRENCY },
    vat: known === null ? '' : hundredthsText(known.vat),
    maxClients: String(DEFAULT_MAX_CLIENTS_PER_SESSION),
    ...{ counterpartId: null, children: false, notes: '' },
    texts: recordOf(LONG_TEXTS, () => ''),
    messages: recordOf(PAYMENT_TYPES, () => ''),
    asks: recordOf(ASKS, () => false),
    musts: recordOf(MUSTS, () => false),
    guestsMay: recordOf(GUEST_ACTS, () => false),
    ...{ opens: NO_MOMENT, closes: NO_MOMENT, code: '' },
    ...{ keepMonths: String(known?.keepMonths ?? DEFAULT_KEEP_MONTHS), noticeUrl: known?.noticeUrl ?? '' },
    ...{ alerts: [], options: [newOption()], extras: [], questions: [] },
    ...{ withVat: true, prices: {} },
    offered: Object.fromEntries(sessions.map(({ _id, status }) => [_id, status !== 'archived'])),
  };
}

export function valuesOf(
  form: Form,
  sessions: readonly Session[],
  counterpartId: string | null,
  calendar: Calendar,
): FormValues {
  const prices = pricesOf(form, sessions);
  return {
    name: form.name,
    language: form.language,
    currency: form.currency,
    vat: hundredthsText(form.vat),
    maxClients: String(form.maxClientCountPerSession ?? DEFAULT_MAX_CLIENTS_PER_SESSION),
    counterpartId,
    children: form.children === true,
    notes: form.notes ?? '',
    texts: recordOf(LONG_TEXTS, (name) => form[name] ?? ''),
    messages: recordOf(PAYMENT_TYPES, (type) => form.messages?.[type] ?? ''),
    asks: recordOf(ASKS, (name) => form.required?.[name] === true),
    musts: recordOf(MUSTS, (name) => form.mandatory?.[name] === true),
    guestsMay: recordOf(GUEST_ACTS, (name) => form.guestsMay?.[name] === true),
    opens: momentOf(form.opensAt, 'begin', calendar),
    closes: momentOf(form.closesAt, 'end', calendar),
    code: form.code ?? '',
    keepMonths: form.keepMonths == null ? '' : String(form.keepMonths),
    noticeUrl: form.noticeUrl ?? '',
    alerts: (form.alerts ?? []).map(({ value, enabled }, index) => ({
      ...{ id: String(index), value, enabled, typed: null },
    })),
    options: form.options.map(({ id, name, clientCount }) => ({
      ...{ id, name, clientCount: String(clientCount) },
    })),
    extras: form.extras.map((extra) => ({
      ...{ id: extra.id, name: extra.name, enabled: extra.enabled, maxCount: String(extra.maxCount) },
      price: typedPrice(extra, form.vat, prices.withVat),
    })),
    questions: (form.questions ?? []).map(({ id, label, kind, choices, mandatory, showIf }) => ({
      ...{ id, label, kind, choices: (choices ?? []).join('\n'), mandatory, showIf: showIf ?? null },
    })),
    ...prices,
  };
}

/** What was typed over `begun`, laid over what the form is by now: options and extras one by one. */
export const carried = (begun: FormValues, typed: FormValues, now: FormValues): FormValues => ({
  ...rebase(begun, typed, now),
  options: mergedList(begun.options, typed.options, now.options),
  extras: mergedList(begun.extras, typed.extras, now.extras),
  questions: mergedList(begun.questions, typed.questions, now.questions),
});

/** VAT in basis points; 0 while what is typed is no number. */
export const vatOf = ({ vat }: Pick<FormValues, 'vat'>): number =>
  parseHundredths(vat, MAX_VAT_BASIS_POINTS, 'percent') ?? 0;

/**
 * What is saved. `begun`: the form and what it showed, so that what nobody touched stays as it is stored. `calendar`: the event's.
 */
export function fieldsFrom(
  values: FormValues,
  begun: { form: Form | null; values: FormValues },
  kinds: readonly Kind[],
  calendar: Calendar,
): FormFields {
  const { form } = begun;
  const vat = vatOf(values);
  const extras = new Map(form?.extras.map((extra) => [extra.id, extra]));
  const options = new Map(form?.options.map((option) => [option.id, option]));
  const questions = new Map(form?.questions?.map((question) => [question.id, question]));
  const before = new Map(begun.values.extras.map((extra) => [extra.id, extra]));
  return {
    name: values.name.trim(),
    language: values.language,
    currency: values.currency,
    vat,
    maxClientCountPerSession: Number(values.maxClients),
    counterpartId: values.counterpartId,
    children: values.children,
    notes: values.notes.trim(),
    ...recordOf(LONG_TEXTS, (name) => values.texts[name].trim()),
    messages: { ...form?.messages, ...recordOf(PAYMENT_TYPES, (type) => values.messages[type].trim()) },
    required: { ...form?.required, ...values.asks },
    mandatory: { ...form?.mandatory, ...values.musts },
    guestsMay: { ...form?.guestsMay, ...values.guestsMay },
    opensAt: timeOf(values.opens, 'begin', calendar),
    closesAt: timeOf(values.closes, 'end', calendar),
    code: values.code.trim(),
    keepMonths: values.keepMonths.trim() === '' ? null : Number(values.keepMonths),
    noticeUrl: values.noticeUrl.trim(),
    alerts: values.alerts.flatMap((alert) => {
      const value = (alert.typed?.trim() || alert.value).trim();
      return value === '' ? [] : [{ value, enabled: alert.enabled }];
    }),
    options: values.options.map(({ id, name, clientCount }) => ({
      ...options.get(id),
      ...{ id, name: name.trim(), clientCount: Number(clientCount) },
    })),
    extras: values.extras.map(({ id, name, price, enabled, maxCount }) => ({
      ...extras.get(id),
      ...{ id, name: name.trim(), enabled, maxCount: Number(maxCount) },
      ...extraPriceFrom(price, values, {
        stored: extras.get(id),
        same: before.get(id)?.price === price && begun.values.withVat === values.withVat && form?.vat === vat,
        vat,
      }),
    })),
    questions: values.questions.map((row) => ({
      ...questions.get(row.id),
      ...{ id: row.id, label: row.label.trim(), kind: row.kind, mandatory: row.mandatory },
      choices: row.kind === 'choice' ? choicesOf(row) : null,
      showIf: row.showIf,
    })),
    amounts: amountsFrom(values, { form, values: begun.values }, kinds, vat),
  };
}
