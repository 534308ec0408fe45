import type { Consumer } from '../documents/consumer.ts';

export interface PersonName {
  forename: string;
  surname: string;
}

type Named = { forename?: string | null | undefined; surname?: string | null | undefined } | null | undefined;

export const isNamed = (one: Named, { forename, surname }: PersonName): boolean =>
  (one?.forename ?? '').trim() === forename.trim() && (one?.surname ?? '').trim() === surname.trim();

/** The registration with its person, and that person's addresses, under another name; the same one where it names somebody else. */
export function renamedIn(consumer: Consumer, from: PersonName, to: PersonName): Consumer {
  const { person, address, addressSec } = consumer;
  if (person == null || !isNamed(person, from)) return consumer;
  const { forename, surname } = to;
  const renamed = (one: typeof address): typeof address =>
    one?.name?.trim() === wholeOf(from) ? { ...one, name: wholeOf(to) } : one;
  return {
    ...{ ...consumer, person: { ...person, forename, surname } },
    ...(address == null ? {} : { address: renamed(address) }),
    ...(addressSec == null ? {} : { addressSec: renamed(addressSec) }),
  };
}

const wholeOf = ({ forename, surname }: PersonName): string => `${forename.trim()} ${surname.trim()}`.trim();
