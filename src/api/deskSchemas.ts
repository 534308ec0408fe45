import { z } from 'zod';
import { CURRENCIES, LANGUAGES, PAYMENT_TYPES } from '#domain/config.ts';
import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import { QUESTION_KINDS } from '#domain/documents/form.ts';
import { productKinds } from '#domain/documents/session.ts';

/* The public desk: what anybody may know of a form, and what a guest hears of the own registration. */

const text = z.string().nullable();
const price = z.object({ amount: z.number(), amountGross: z.number().optional() });
const when = {
  title: z.string(),
  titleFrench: text,
  date: z.number(),
  timeStart: z.union([z.number(), z.string()]).nullable(),
  timeEnd: z.union([z.number(), z.string()]).nullable(),
};

const publicEvent = z.object({
  ...{ title: z.string(), titleFrench: text, company: text, location: text, contact: text },
  /** By whose clocks `date` is a day, and `timeStart` and `timeEnd` are hours. */
  timeZone: z.string(),
  /** At `/desk/<accessId>/picture`: pixels, and what changes with it. */
  picture: z.object({ width: z.number(), height: z.number(), version: z.string() }).nullable(),
});

export const deskReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  event: publicEvent,
  form: z.object({
    formId: z.string(),
    accessId: z.string(),
    /** The address of the same form in the other language. */
    counterpart: text,
    language: z.enum(LANGUAGES),
    information: text,
    information2: text,
    helpInfo: text,
    /** When it opens and closes, in ms; null where nothing limits. */
    opensAt: z.number().nullable(),
    closesAt: z.number().nullable(),
    /** Whether a registration needs the code that the organiser has told. */
    asksCode: z.boolean(),
    /** The organiser's own; `showIf`: asked only where an earlier one was answered so. */
    questions: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(QUESTION_KINDS),
        label: z.string(),
        choices: z.array(z.string()),
        mandatory: z.boolean(),
        showIf: z.object({ questionId: z.string(), is: z.string() }).nullable(),
      }),
    ),
    helpAdminContact: text,
    /** Whether a guest may be named as the administrative contact. */
    adminContact: z.boolean(),
    children: z.boolean(),
    alerts: z.array(z.string()),
    /** `account`: an account of the e-mail address comes with the registration. */
    required: z.object({ info: z.boolean(), addr: z.boolean(), addrSec: z.boolean(), account: z.boolean() }),
    mandatory: z.object({ addr: z.boolean(), addrSec: z.boolean() }),
    options: z.array(z.object({ id: z.string(), name: z.string(), clientCount: z.number() })),
    extras: z.array(price.extend({ id: z.string(), name: z.string(), maxCount: z.number() })),
    /** By session, option and kind: what is not offered is not there. Without VAT, and with it where that is the round price. */
    amounts: z.record(z.string(), z.record(z.string(), z.partialRecord(z.enum(productKinds), price))),
    hasTerms: z.boolean(),
    /** For how many months after the event registrations are kept; null where nothing is said. */
    keepMonths: z.number().nullable(),
    /** The organiser's notice on data protection. */
    noticeUrl: text,
    paymentTypes: z.array(z.enum(PAYMENT_TYPES)),
    messages: z.partialRecord(z.enum(PAYMENT_TYPES), z.string()),
  }),
  sessions: z.array(
    z.object({
      id: z.string(),
      ...when,
      /** Places; null without a limit. */
      left: z.number().nullable(),
    }),
  ),
  currency: z.enum(CURRENCIES),
  /** Basis points. */
  vat: z.number(),
});
export type DeskReply = z.infer<typeof deskReply>;

/** Whole cents: `amount` without VAT. */
const money = { amount: z.number(), amountVat: z.number(), currency: z.enum(CURRENCIES) };

export const deskSubmissionReply = z.discriminatedUnion('success', [
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    consumerId: z.string(),
    numbers: z.array(z.string()),
    ...money,
    /** Opens the registration for whoever has it. */
    token: z.string(),
    /** Where it is paid by card. */
    paymentUrl: z.string().optional(),
    /** Something else was registered with this `submissionId` before: the answer tells of that, nothing of this was taken. */
    notTaken: z.literal(true).optional(),
  }),
  z.object({
    ok: z.literal(true),
    success: z.literal(false),
    reason: z.enum(['full', 'changed', 'closed', 'invalid']),
    field: z.string().optional(),
    /** Places of the session that `field` names. */
    left: z.number().optional(),
  }),
]);

export const deskRegistrationReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  consumerId: z.string(),
  status: z.enum(CONSUMER_STATUSES),
  paymentType: z.enum(PAYMENT_TYPES),
  language: z.enum(LANGUAGES),
  event: publicEvent,
  ...money,
  /** What the guest may do now. */
  may: z.object({ cancel: z.boolean(), names: z.boolean() }),
  /** Its form asks that an account comes with it. */
  account: z.boolean(),
  /** Documents that there are. */
  papers: z.object({ invitation: z.boolean(), invoice: z.boolean() }),
  guests: z.array(
    z.object({
      number: z.string(),
      forename: z.string(),
      surname: z.string(),
      sessions: z.array(
        z.object({ id: z.string(), ...when, option: text, kind: z.enum(productKinds).nullable() }),
      ),
    }),
  ),
});
export type DeskRegistrationReply = z.infer<typeof deskRegistrationReply>;

const credential = z.string().max(200);
export const deskLoginBody = z.strictObject({ email: credential, password: credential });
const ownAccount = {
  email: z.string(),
  /** False: only the registration is shown that made the account. */
  isProven: z.boolean(),
  /** Newest first. `token` opens the registration. */
  registrations: z.array(
    deskRegistrationReply.omit({ ok: true, success: true }).extend({ token: z.string() }),
  ),
};
export const deskAccountReply = z.object({ ok: z.literal(true), ...ownAccount });
export const deskLoginReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true), token: z.string(), ...ownAccount }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('invalid_credentials') }),
]);

export const guestLinkReply = z.object({
  ok: z.literal(true),
  path: z.string(),
  url: z.string().nullable(),
  /** Whether it can be paid by card there. */
  takesCards: z.boolean(),
});

export const deskCancelReply = z.discriminatedUnion('success', [
  z.object({ ok: z.literal(true), success: z.literal(true) }),
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.literal('not_allowed') }),
]);
