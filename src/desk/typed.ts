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

const PERSON = ['title', 'forename', 'surname', 'email', 'phone', 'company'] as const;
const GUEST = ['title', 'forename', 'surname', 'email', 'company'] as const;
const ADDRESS = ['street', 'zip', 'city', 'country'] as const;

export const isMe = (typed: Typed, index: number): boolean => typed.has(`g${index}.me`);

/** What was answered so far. */
export const answersIn = (typed: Typed, questionIds: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    questionIds.flatMap((id) => {
      const answer = typed.get(`q.${id}`);
      return answer === '' ? [] : [[id, answer]];
    }),
  );

/** How many of each extra, of those that somebody wants. */
export const extrasOf = (typed: Typed, extraIds: readonly string[]): { id: string; count: number }[] =>
  extraIds.flatMap((id) => {
    const typedCount = Number(typed.get(`x.${id}`) || 0);
    // What is no number of things is none that anybody takes.
    const count = Number.isSafeInteger(typedCount) ? typedCount : -1;
    return count === 0 ? [] : [{ id, count }];
  });

/** Sessions that were chosen and are not among those that are offered, with the guest: shown once, and taken away since. */
export function chosenBesides(
  fields: URLSearchParams,
  offered: readonly string[],
): { guest: number; sessionId: string }[] {
  const { guests } = typedOf(fields);
  return [...fields].flatMap(([name, choice]) => {
    const [, guest, sessionId] = /^g(\d+)\.(session_.+)$/.exec(name) ?? [];
    if (sessionId === undefined || choice === '' || offered.includes(sessionId)) return [];
    return Number(guest) < guests ? [{ guest: Number(guest), sessionId }] : [];
  });
}

interface Dated {
  id: string;
  date: number;
  timeStart: number | string | null;
  timeEnd: number | string | null;
}
/** In the page: when a session takes place as it was shown. */
export const shownAs = ({ id }: Pick<Dated, 'id'>): string => `at.${id}`;
export const timesOf = ({ date, timeStart, timeEnd }: Dated): string => [date, timeStart, timeEnd].join(' ');

/** Of sessions that somebody chose, those that take place at another time by now than the page said. */
export const movedSince = <S extends Dated>(typed: Typed, sessions: readonly S[]): S[] =>
  sessions.filter((session) => {
    const shown = typed.get(shownAs(session));
    const isChosen = Array.from({ length: typed.guests }, (_, index) => typed.get(`g${index}.${session.id}`));
    return shown !== '' && shown !== timesOf(session) && isChosen.some((choice) => choice !== '');
  });

/** The same as a submission, of any shape: whoever takes it judges it. Guests who come to nothing are left in. */
export function submissionOf(
  typed: Typed,
  offered: {
    sessionIds: readonly string[];
    extraIds: readonly string[];
    questionIds: readonly string[];
  },
): Record<string, unknown> {
  const fields = (prefix: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, typed.get(`${prefix}.${name}`).trim()]));
  const filled = (prefix: string) => {
    const address = fields(prefix, ADDRESS);
    return Object.values(address).some((value) => value !== '') ? address : null;
  };
  const chosen = (named: Record<string, string>) => ({ ...named, title: named['title'] || null });
  const person = chosen(fields('person', PERSON));
  const { phone: _, ...myself } = person as Record<string, string | null>;
  return {
    submissionId: typed.get('id'),
    formId: typed.get('form') || null,
    language: typed.get('lang') === 'fr' ? 'fr' : 'en',
    person,
    address: filled('address'),
    addressSec: filled('addressSec'),
    paymentType: typed.get('pay') || 'none',
    clients: Array.from({ length: typed.guests }, (_, index) => ({
      ...(isMe(typed, index) ? myself : chosen(fields(`g${index}`, GUEST))),
      ...(typed.has(`g${index}.adminContact`) ? { adminContact: true } : {}),
      sessions: offered.sessionIds.flatMap((sessionId) => {
        const choice = typed.get(`g${index}.${sessionId}`);
        const cut = choice.lastIndexOf(' ');
        return cut < 1 ? [] : [{ sessionId, optionId: choice.slice(0, cut), kind: choice.slice(cut + 1) }];
      }),
    })),
    extras: extrasOf(typed, offered.extraIds),
    termsAccepted: typed.has('terms'),
    answers: answersIn(typed, offered.questionIds),
    code: typed.get('code').trim(),
    signature: typed.get('signature') || null,
    proof: typed.get('proof') || null,
  };
}

/** The field of the page that a field of the submission stands in. */
export function fieldOf(typed: Typed, path: string): string {
  const [, index, name] = /^clients\.(\d+)\.(title|forename|surname|email|company)$/.exec(path) ?? [];
  if (index !== undefined && name !== undefined)
    return isMe(typed, Number(index)) ? `person.${name}` : `g${index}.${name}`;
  if (path.startsWith('answers.')) return `q.${path.slice('answers.'.length)}`;
  const session = /^clients\.(\d+)\.sessions/.exec(path)?.[1];
  if (session !== undefined) return `g${session}`;
  return { termsAccepted: 'terms', paymentType: 'pay' }[path] ?? path;
}

export type Wanted = Pick<Submission, 'clients' | 'extras'>;
