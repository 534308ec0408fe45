import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import { isNamed } from './renaming.ts';

/*
 * Messages go to the person of a registration, in that person's language. A guest who is that person says the same: what is
 * corrected of the guest is corrected of the person, or the next ticket goes to the old address.
 */

const FIELDS = ['email', 'phone', 'language'] as const;

/** As far as it decides where messages go. */
export type Contact = Pick<Client, 'forename' | 'surname' | (typeof FIELDS)[number]>;

const isSame = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? '').trim() === (b ?? '').trim();

const isReachedAlike = (a: Contact, b: Contact): boolean =>
  FIELDS.every((field) => isSame(a[field], b[field]));

/** Whether messages of the registration go to this guest. */
export const isPerson = ({ person }: Pick<Consumer, 'person'>, guest: Contact): boolean =>
  person != null &&
  isNamed(person, guest) &&
  isSame(person.email, guest.email) &&
  isSame(person.phone, guest.phone);

/** Whether the registration may have to follow. Of who has another name too nobody knows whether they are the same person: that is asked. */
export const mayBeFollowed = (before: Contact, after: Contact): boolean =>
  isNamed(after, before) && !isReachedAlike(before, after);

/**
 * The registration with what has changed of how its person is reached; the same one where it names somebody else, or is reached
 * otherwise than the guest was.
 */
export function followed(consumer: Consumer, before: Contact, after: Contact): Consumer {
  const { person } = consumer;
  if (person == null || isErased(consumer) || !isNamed(person, before)) return consumer;
  const changed = FIELDS.filter(
    (field) => isSame(person[field], before[field]) && !isSame(before[field], after[field]),
  );
  if (changed.length === 0) return consumer;
  const own = Object.fromEntries(changed.map((field) => [field, after[field]]));
  return { ...consumer, person: { ...person, ...own } };
}
