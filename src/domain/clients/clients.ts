import { DEFAULT_CURRENCY, RATES, type Category, type Language, type Title } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Metadata } from '../documents/common.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { productKinds, type Session, type SessionEntry } from '../documents/session.ts';
import { err, ok, type Result } from '../result.ts';

/** What the forms of a client hold (specification 1 §2, Client update). Texts are trimmed when saved. */
export interface ClientFields {
  title: Title | null;
  forename: string;
  surname: string;
  number: string;
  company: string;
  category: Category;
  language: Language;
  email: string;
  phone: string;
  notes: string;
  diet?: string;
}

/** A client's fields as forms hold them. */
export const fieldsOf = (client: Client): ClientFields => ({
  title: client.title ?? null,
  forename: client.forename,
  surname: client.surname,
  number: client.number ?? '',
  company: client.company ?? '',
  category: client.category,
  language: client.language,
  email: client.email ?? '',
  phone: client.phone ?? '',
  notes: client.notes ?? '',
  diet: client.diet ?? '',
});

/** What a form changed of the fields that it began with. */
export const changedFields = (before: ClientFields, after: ClientFields): Partial<ClientFields> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof ClientFields] !== value),
  );

export function trimmedFields(fields: ClientFields): ClientFields {
  const { forename, surname, number, company, email, phone, notes, diet } = fields;
  const texts = { forename, surname, number, company, email, phone, notes, ...(diet ? { diet } : {}) };
  const trimmed = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value.trim()]));
  return { ...fields, ...trimmed };
}

/** "Main client of a consumer: one having an e-mail and a number containing -01" (specification 1 §2). */
export const isMainClient = (client: Pick<Client, 'email' | 'number' | 'consumerId'>): boolean =>
  Boolean(client.consumerId) && Boolean(client.email) && (client.number ?? '').includes('-01');

export type GuestError = 'add_guest_number_error' | 'add_guest_type_error' | 'add_guest_option_error';
export interface GuestEntry {
  count: string;
  kind: string;
  optionId: string;
}

/**
 * How many guests of which product: the number a whole one above 0, a type when the main client's product has a kind,
 * an option when the form has options (specification 1 §5, Add guest).
 */
export function readGuests(
  entry: GuestEntry,
  needs: { kind: boolean; option: boolean },
): Result<{ count: number; product: SessionEntry['product'] }, readonly GuestError[]> {
  const errors: GuestError[] = [];
  const count = /^\d{1,3}$/.test(entry.count.trim()) ? Number(entry.count) : 0;
  const kind = productKinds.find((one) => one === entry.kind) ?? null;
  if (count < 1) errors.push('add_guest_number_error');
  if (needs.kind && kind === null) errors.push('add_guest_type_error');
  if (needs.option && entry.optionId === '') errors.push('add_guest_option_error');
  if (errors.length > 0) return err(errors);
  const optionId = entry.optionId === '' ? null : entry.optionId;
  return ok({ count, product: kind === null && optionId === null ? null : { kind, optionId } });
}

/** A consumer as creation, copy and import begin it: registered, full rate, no payment (specification 1 §4, §9). */
export function newConsumer(
  _id: string,
  about: Pick<Consumer, 'person' | 'address' | 'addressSec' | 'orderCode'>,
  metadata: Metadata & { createdAt: number },
): Consumer {
  return newDocument('consumer', {
    _id,
    date: metadata.createdAt,
    ...about,
    registration: {
      amount: 0,
      currency: DEFAULT_CURRENCY,
      date: metadata.createdAt,
      extras: {},
      formId: null,
      rate: RATES[0],
      rateName: null,
      vat: 0,
    },
    metadata,
  });
}

/** The billing person that a client's own details make. */
export const personOf = (
  fields: Omit<ClientFields, 'number' | 'notes' | 'diet' | 'category'>,
): Consumer['person'] => ({
  title: fields.title,
  forename: fields.forename,
  surname: fields.surname,
  company: fields.company,
  email: fields.email,
  phone: fields.phone,
  language: fields.language,
});

/** Sessions that take new clients: archived ones do not (specification 1 §4). */
export const openSessions = (sessions: readonly Session[]): Session[] =>
  sessions.filter(({ status }) => status !== 'archived');
