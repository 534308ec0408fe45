import { z } from 'zod';
import { LANGUAGES, PAYMENT_TYPES, TITLES } from '../config.ts';
import { idOf, key } from '../documents/common.ts';
import { productKinds } from '../documents/session.ts';
import { isSignature } from './signature.ts';
import { matchesPattern, type PatternName } from '../text/text.ts';
import { asText, isHeap, isSeen, unturned, withoutUnseen } from '../text/unseen.ts';

/** What a registration may hold. */
const DESK_LIMITS = {
  guests: 50,
  sessions: 100,
  extras: 200,
  /** Characters of a signature: a picture as a data URL. */
  signature: 900_000,
} as const;

/** What comes along with a text that was copied from a document, and that nobody sees: with it nothing could be sent. */
function clean(pattern: PatternName): (text: string) => string {
  if (pattern === 'name' || pattern === 'email') return withoutUnseen;
  if (pattern === 'longText') return (text) => asText(unturned(text));
  return (text) => unturned(text).replaceAll(/\p{Cc}+/gu, ' ');
}

/** As a stranger writes it. */
const text = (pattern: PatternName) =>
  z
    .string()
    .overwrite(clean(pattern))
    .refine((value) => matchesPattern(pattern, value) && !isHeap(value), { error: `pattern_${pattern}` });
const optionalText = (pattern: PatternName) => z.union([z.literal(''), text(pattern)]).nullish();
const requiredText = (pattern: PatternName) => text(pattern).refine(isSeen, { error: 'required' });

const name = requiredText('name');
/** Whether a stranger may call somebody so. */
export const isGuestName = (written: string): boolean => name.safeParse(written).success;

const address = z.strictObject({
  name: optionalText('freename'),
  street: optionalText('freename'),
  city: optionalText('freename'),
  zip: optionalText('name'),
  country: optionalText('name'),
});

const guest = z.strictObject({
  title: z.enum(TITLES).nullish(),
  forename: name,
  surname: name,
  email: optionalText('email'),
  company: optionalText('freename'),
  /** Whom to turn to: taken where the event asks for it. */
  adminContact: z.boolean().nullish(),
  sessions: z
    // Whoever is no session's is asked of no database: one that refuses the question would answer none of those who came along.
    .array(
      z.strictObject({
        sessionId: idOf('session'),
        optionId: key,
        kind: z.enum(productKinds).default('adult'),
      }),
    )
    .min(1, { error: 'required' })
    .max(DESK_LIMITS.sessions),
});

/** What somebody sends who registers at the desk; strangers write it, so nothing else is taken. */
export const submission = z.strictObject({
  /** Made by the page that was shown: sent twice it is one registration. */
  submissionId: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'submission_id' }),
  /** The version of the form that was shown; without it the newest is meant. */
  formId: key.nullish(),
  language: z.enum(LANGUAGES),
  person: z.strictObject({
    title: z.enum(TITLES).nullish(),
    forename: name,
    surname: name,
    company: optionalText('freename'),
    email: requiredText('email'),
    /** As somebody wrote it: whether there is such a number, the server says. */
    phone: z.string().max(60).overwrite(withoutUnseen).nullish(),
    language: z.enum(LANGUAGES).nullish(),
  }),
  address: address.nullish(),
  addressSec: address.nullish(),
  paymentType: z.enum(PAYMENT_TYPES),
  clients: z.array(guest).min(1, { error: 'required' }).max(DESK_LIMITS.guests),
  extras: z
    .array(z.strictObject({ id: key, count: z.number().int().min(0).max(1000) }))
    .max(DESK_LIMITS.extras)
    .nullish(),
  termsAccepted: z.boolean().nullish(),
  /** To the form's own questions, by their ids. */
  answers: z.record(key, text('longText')).nullish(),
  /** What the form asks for, where it asks for one. */
  code: optionalText('name'),
  /** What an address over its limit was asked to work out. */
  proof: z.string().max(1000).nullish(),
  signature: z
    .string()
    .max(DESK_LIMITS.signature)
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
    .refine(isSignature)
    .nullish(),
});
export type Submission = z.infer<typeof submission>;
