import { z } from 'zod';
import { CURRENCIES, LANGUAGES, PAYMENT_TYPES } from '../config.ts';
import { isUrl } from '../text/webAddress.ts';
import { couchFields, key, metadata, requiredText, text, time, wire } from './common.ts';
import { defineDocument } from './definition.ts';
import { productKinds } from './session.ts';

/** The attachment of a form: its terms, a PDF. */
export const TERMS_ATTACHMENT = 'terms';

/** What a form's numbers may be (specification 1 §5). */
export const FORM_LIMITS = {
  maxClientCountPerSession: { min: 1, max: 1000 },
  clientCount: { min: 1, max: 100 },
  maxCount: { min: 1, max: 1000 },
  keepMonths: { min: 1, max: 120 },
  optionLines: 2,
  /** More of them nobody fills in, or reads on a phone. */
  rows: 200,
  questions: 50,
  choices: 100,
} as const;
/** How many of an extra a registration may take, unless somebody says otherwise. */
export const DEFAULT_EXTRA_MAX_COUNT = 10;

/** An address that a browser opens, and nothing that it runs. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && isUrl(text);
/** What a new form says. */
export const DEFAULT_KEEP_MONTHS = 12;

/** A whole number within bounds; the code says what is wrong with another one. */
const whole = (min: number, max: number) =>
  z
    .number({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
    .int({ error: 'step' })
    .min(min, { error: 'range' })
    .max(max, { error: 'range' });
const amount = whole(0, Number.MAX_SAFE_INTEGER);
/** One of a list, which must be said. */
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: ({ input }) => (input === undefined ? 'required' : 'unknown_choice') });

const flag = z.boolean().nullish();
const longText = text('longText').nullish();
export const linesOf = (value: string): number => value.trim().split(/\r\n|[\r\n]/).length;
const hasOwnIds = (rows: readonly { id: string }[]): boolean =>
  new Set(rows.map(({ id }) => id)).size === rows.length;

/** Net, and the gross price where that is the round one (readings, no. 38). Not `enabled`: it is not offered. */
const price = wire({ amount, amountGross: amount.nullish(), enabled: z.boolean() });
export type Price = z.infer<typeof price>;

const option = wire({
  id: key,
  name: requiredText('text').refine((name) => linesOf(name) <= FORM_LIMITS.optionLines, { error: 'lines' }),
  /** Guests that one price covers, and places that it takes (readings, no. 45). */
  clientCount: whole(FORM_LIMITS.clientCount.min, FORM_LIMITS.clientCount.max),
});

const extra = wire({
  id: key,
  name: requiredText('text'),
  amount,
  amountGross: amount.nullish(),
  enabled: z.boolean().default(true),
  maxCount: whole(FORM_LIMITS.maxCount.min, FORM_LIMITS.maxCount.max).default(DEFAULT_EXTRA_MAX_COUNT),
});

export const QUESTION_KINDS = ['text', 'longText', 'choice', 'date', 'consent'] as const;
/** A question of the organiser's own, once for each registration. */
const question = wire({
  id: key,
  kind: z.enum(QUESTION_KINDS),
  label: requiredText('text'),
  /** Of a choice; told apart by their texts. */
  choices: z.array(requiredText('text')).max(FORM_LIMITS.choices).nullish(),
  mandatory: z.boolean().default(false),
  /** Asked only where an earlier question was answered so (`domain/desk/answers.ts`). */
  showIf: wire({ questionId: key, is: text('text') }).nullish(),
});
export type Question = z.infer<typeof question>;

const form = wire({
  ...couchFields,
  type: z.literal('form'),
  /** Names it in public addresses; an earlier version has given it to the one that replaced it. */
  accessId: z
    .string()
    .regex(/^[A-Za-z0-9]{8}$/, { error: 'access_id' })
    .nullish(),
  /** The address that it gave away: it is shown there until the version that took it has come. */
  hadAccessId: z.string().max(100).nullish(),
  /** The same form in the other language, which names this one. */
  counterpartId: key.nullish(),
  /** The earlier version that this one takes the place of. */
  replaces: key.nullish(),
  /** Another one that it takes the place of: two devices replaced the same version, and both were joined here. */
  joins: key.nullish(),
  name: requiredText('text'),
  language: oneOf(LANGUAGES),
  currency: oneOf(CURRENCIES),
  enabled: z.boolean().default(false),
  /** Basis points. */
  vat: whole(0, 20_000),
  notes: longText,
  information: longText,
  information2: longText,
  helpInfo: longText,
  helpAdminContact: longText,
  messages: z.partialRecord(z.enum(PAYMENT_TYPES), longText).nullish(),
  mandatory: wire({ addr: flag, addrSec: flag }).nullish(),
  required: wire({ info: flag, addr: flag, addrSec: flag, account: flag }).nullish(),
  children: flag,
  /** What guests may do on their own page until their first session begins. */
  guestsMay: wire({ cancel: flag, names: flag }).nullish(),
  /** From when and until when guests may register, in ms; what is missing does not limit. */
  opensAt: time.nullish(),
  closesAt: time.nullish(),
  /** What the page asks for before it registers anybody; letters in either case. */
  code: text('name').nullish(),
  alerts: z
    .array(wire({ value: requiredText('longText'), enabled: z.boolean() }))
    .max(FORM_LIMITS.rows)
    .nullish(),
  options: z.array(option).max(FORM_LIMITS.rows).refine(hasOwnIds, { error: 'duplicate' }).default([]),
  extras: z.array(extra).max(FORM_LIMITS.rows).refine(hasOwnIds, { error: 'duplicate' }).default([]),
  questions: z.array(question).max(FORM_LIMITS.questions).refine(hasOwnIds, { error: 'duplicate' }).nullish(),
  /** By session, option and product kind. What is missing is not offered. */
  amounts: z
    .record(z.string(), z.record(z.string(), z.partialRecord(z.enum(productKinds), price)))
    .default({}),
  maxClientCountPerSession: whole(
    FORM_LIMITS.maxClientCountPerSession.min,
    FORM_LIMITS.maxClientCountPerSession.max,
  ).nullish(),
  /** For how many months after the event its registrations are kept; then they are erased, except what accounting needs. */
  keepMonths: whole(FORM_LIMITS.keepMonths.min, FORM_LIMITS.keepMonths.max).nullish(),
  /** Where the organiser's own notice on data protection stands. */
  noticeUrl: z.union([z.literal(''), text('text').refine(isWebAddress, { error: 'web' })]).nullish(),
  /** The earlier version whose terms still hold: a new version does not carry the PDF once more. */
  termsOf: key.nullish(),
  metadata: metadata.default({}),
});
export type Form = z.infer<typeof form>;
export const formDocument = defineDocument({ schema: form, version: 1, migrations: [] });

/** The id of the version that has the PDF of the form's terms, or null where there are none. */
export const termsHolder = (form: Pick<Form, '_id' | '_attachments' | 'termsOf'>): string | null =>
  form._attachments?.[TERMS_ATTACHMENT] === undefined ? (form.termsOf ?? null) : form._id;
