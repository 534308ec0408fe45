import type { ClientFields } from '#domain/clients/clients.ts';
import type { Language } from '#domain/config.ts';
import type { Calendar } from '#domain/days.ts';
import type { Session } from '#domain/documents/session.ts';
import { readPlacement, type PlacementCode } from '#domain/sessions/placement.ts';
import type { NewClientInput } from '#domain/commands/createClient.ts';

const emptyFields = (language: Language): ClientFields => ({
  title: null,
  forename: '',
  surname: '',
  number: '',
  company: '',
  category: 'indiv',
  language,
  email: '',
  phone: '',
  notes: '',
  diet: '',
});

/** What is entered for one ticked session. */
export interface FormRegistration {
  table: string;
  seat: string;
  /** 'HH:mm' of today, after midnight also of the evening before, or empty. */
  time: string;
}
export interface NewClientValues {
  fields: ClientFields;
  address: { name: string; street: string; zip: string; city: string; country: string };
  /** By session id; only ticked sessions are there. */
  sessions: Record<string, FormRegistration>;
}

export const emptyRegistration: FormRegistration = { table: '', seat: '', time: '' };

export const emptyValues = (language: Language, ticked: string | null): NewClientValues => ({
  fields: emptyFields(language),
  address: { name: '', street: '', zip: '', city: '', country: '' },
  sessions: ticked === null ? {} : { [ticked]: emptyRegistration },
});

export type RegistrationProblem = PlacementCode | 'time_later';
/** Field name of a session's entry, for errors and focus. */
export const registrationField = (sessionId: string, field: 'table' | 'seat' | 'time'): string =>
  `${field}-${sessionId}`;

/** What the data layer saves, or what is wrong at which field. `sessions` are those that take clients; times are typed by the event's `calendar`. */
export function inputOf(
  values: NewClientValues,
  sessions: readonly Session[],
  now: number,
  calendar: Calendar,
): { input: NewClientInput } | { problems: Record<string, RegistrationProblem> } {
  const problems: Record<string, RegistrationProblem> = {};
  const registrations: NewClientInput['registrations'] = sessions.flatMap((session) => {
    const entered = values.sessions[session._id];
    if (entered === undefined) return [];
    const placement = readPlacement(session, entered);
    if (!placement.ok) problems[registrationField(session._id, placement.error.field)] = placement.error.code;
    const checkInTime = session.status === 'ongoing' ? latestTime(entered.time, now, calendar) : null;
    if (checkInTime !== null && checkInTime > now) {
      problems[registrationField(session._id, 'time')] = 'time_later';
    }
    return placement.ok ? [{ sessionId: session._id, placement: placement.value, checkInTime }] : [];
  });
  if (Object.keys(problems).length > 0) return { problems };
  return { input: { fields: values.fields, address: trimmed(values.address), registrations } };
}

/** Whoever is noted after midnight may have come in the evening before; hours back, so that a time mistyped in the evening is no time of yesterday's. */
const LAST_EVENING_MS = 12 * 3_600_000;

function latestTime(time: string, now: number, { dayOf, timeAt }: Calendar): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return null;
  const minute = hours * 60 + minutes;
  const today = timeAt(dayOf(now), minute);
  if (today <= now) return today;
  const yesterday = timeAt(dayOf(now) - 1, minute);
  return yesterday < now - LAST_EVENING_MS ? today : yesterday;
}

function trimmed<T extends Record<string, string>>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim()])) as T;
}
