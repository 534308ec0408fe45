import type { Author } from '#domain/documents/common.ts';
import type { Client } from '#domain/documents/client.ts';
import { CONSUMER_STATUSES, type Consumer } from '#domain/documents/consumer.ts';
import { docId } from '#domain/ids.ts';
import { makeAddress, makePerson, type Person } from './people.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface RegistrationOptions {
  clients: number;
  consumerCount: number;
  now: number;
  author: Author;
  formId?: string;
}

/** Registrations, each with a main client (number …-01) and as many guests as are left to share out. */
export function makeRegistrations(
  random: Random,
  options: RegistrationOptions,
): { clients: Client[]; consumers: Consumer[] } {
  const { consumerCount, now, author } = options;
  const sizes = Array.from({ length: consumerCount }, () => 1);
  for (let rest = options.clients - consumerCount; rest > 0; rest--) {
    const lucky = random.int(0, consumerCount - 1);
    sizes[lucky] = (sizes[lucky] ?? 0) + 1;
  }
  const clients: Client[] = [];
  const consumers = sizes.map((size, index): Consumer => {
    const registeredAt = now - random.int(2, 60) * DAY - random.int(0, 600) * MINUTE;
    const metadata = { author, createdAt: registeredAt, updatedAt: registeredAt };
    const consumerId = docId('consumer', random.id());
    const main = makePerson(random);
    for (let guest = 1; guest <= size; guest++) {
      const person = guest === 1 ? main : companion(random, main);
      const number = `G${String(index + 1).padStart(4, '0')}-${String(guest).padStart(2, '0')}`;
      clients.push(makeClient(docId('client', random.id()), person, { number, consumerId, metadata }));
    }
    return makeConsumer(random, consumerId, main, { size, metadata, formId: options.formId });
  });
  return { clients, consumers };
}

/** A guest often shares the name or the company of whom they come with. */
function companion(random: Random, main: Person): Person {
  const person = makePerson(random);
  return {
    ...person,
    surname: random.chance(0.5) ? main.surname : person.surname,
    company: main.company,
    category: main.category,
    language: main.language,
    email: random.chance(0.4) ? person.email : null,
  };
}

function makeClient(
  _id: string,
  person: Person,
  more: Pick<Client, 'number' | 'consumerId' | 'metadata'>,
): Client {
  return { _id, type: 'client', ...person, notes: null, covid: false, ...more };
}

interface ConsumerOptions {
  size: number;
  metadata: Consumer['metadata'];
  formId: string | undefined;
}

const PRICE = 18_000;

function makeConsumer(random: Random, _id: string, person: Person, options: ConsumerOptions): Consumer {
  const paymentType = random.weighted({ card: 45, transfer: 35, cash: 8, none: 12, other: 0 });
  const rate = random.weighted({ 100: 80, 75: 6, 50: 8, 25: 1, 0: 5 });
  const address = makeAddress(random, person.company ?? `${person.forename} ${person.surname}`);
  return {
    _id,
    type: 'consumer',
    date: options.metadata.createdAt ?? null,
    notifs: {},
    notifMethod: person.email === null ? 'sms' : 'email',
    paymentType,
    status: random.chance(0.55) ? 'registered' : random.pick(CONSUMER_STATUSES),
    address,
    addressSec: random.chance(0.15) ? makeAddress(random, address.name) : null,
    person: {
      title: person.title,
      forename: person.forename,
      surname: person.surname,
      company: person.company,
      email: person.email,
      phone: person.phone,
      language: person.language,
    },
    registration: {
      amount: Math.round((options.size * PRICE * Number(rate)) / 100),
      currency: 'chf',
      date: options.metadata.createdAt ?? null,
      extras: {},
      formId: options.formId ?? null,
      rate: Number(rate),
      rateName: rate === '100' ? null : rate === '0' ? 'Invitation' : 'Partenaire',
      vat: 810,
    },
    metadata: options.metadata,
  };
}
