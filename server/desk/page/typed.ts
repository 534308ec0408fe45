import type { Submission } from '#domain/desk/submission.ts';

/** What somebody has typed into the page so far: the fields of its form by their names. */
export interface Typed {
  get(name: string): string;
  has(name: string): boolean;
  guests: number;
}

/** Guests that a page shows at most; who brings more registers twice. */
export const MOST_GUESTS = 30;

export function typedOf(fields: URLSearchParams): Typed {
  const guests = Number(fields.get('guests') ?? 1);
  return {
    get: (name) => fields.get(name) ?? '',
    has: (name) => fields.has(name),
    guests: Number.isInteger(guests) ? Math.min(MOST_GUESTS, Math.max(1, guests)) : 1,
  };
}

const PERSON = ['forename', 'surname', 'email', 'phone', 'company'] as const;
const ADDRESS = ['street', 'zip', 'city', 'country'] as const;

export const isMe = (typed: Typed, index: number): boolean => typed.has(`g${index}.me`);

/** The same as a submission, of any shape: whoever takes it judges it. Guests who come to nothing are left in. */
export function submissionOf(
  typed: Typed,
  offered: { sessionIds: readonly string[]; extraIds: readonly string[] },
): Record<string, unknown> {
  const fields = (prefix: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, typed.get(`${prefix}.${name}`).trim()]));
  const filled = (prefix: string) => {
    const address = fields(prefix, ADDRESS);
    return Object.values(address).some((value) => value !== '') ? address : null;
  };
  const person = fields('person', PERSON);
  return {
    submissionId: typed.get('id'),
    formId: typed.get('form') || null,
    language: typed.get('lang') === 'fr' ? 'fr' : 'en',
    person,
    address: filled('address'),
    addressSec: filled('addressSec'),
    paymentType: typed.get('pay') || 'none',
    clients: Array.from({ length: typed.guests }, (_, index) => ({
      ...(isMe(typed, index)
        ? { forename: person['forename'], surname: person['surname'], company: person['company'] }
        : fields(`g${index}`, ['forename', 'surname'])),
      sessions: offered.sessionIds.flatMap((sessionId) => {
        const chosen = typed.get(`g${index}.${sessionId}`);
        const cut = chosen.lastIndexOf(' ');
        return cut < 1 ? [] : [{ sessionId, optionId: chosen.slice(0, cut), kind: chosen.slice(cut + 1) }];
      }),
    })),
    extras: offered.extraIds.flatMap((id) => {
      const count = Number(typed.get(`x.${id}`) || 0);
      return count === 0 ? [] : [{ id, count }];
    }),
    termsAccepted: typed.has('terms'),
  };
}

/** The field of the page that a field of the submission stands in. */
export function fieldOf(typed: Typed, path: string): string {
  const [, index, name] = /^clients\.(\d+)\.(forename|surname)$/.exec(path) ?? [];
  if (index !== undefined && name !== undefined)
    return isMe(typed, Number(index)) ? `person.${name}` : `g${index}.${name}`;
  const session = /^clients\.(\d+)\.sessions/.exec(path)?.[1];
  if (session !== undefined) return `g${session}`;
  return { termsAccepted: 'terms', paymentType: 'pay' }[path] ?? path;
}

export type Wanted = Pick<Submission, 'clients' | 'extras'>;
