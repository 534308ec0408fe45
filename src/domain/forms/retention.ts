import type { Calendar } from '../days.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Form } from '../documents/form.ts';
import type { Session } from '../documents/session.ts';
import { sessionTimes } from '../sessions/sessionTimes.ts';
import { heldBy } from './versions.ts';

/** When the last session ends, ms; null where there is none. */
export function eventEnd(
  sessions: Iterable<Pick<Session, 'date' | 'timeStart' | 'timeEnd'>>,
  calendar: Calendar,
): number | null {
  const ends = [...sessions].map((session) => sessionTimes(session, calendar).end);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** So many months later, at the same time of the day (UTC); the last day of a month that is shorter. */
export function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

/**
 * For how many months after the event the form's registrations are kept: as it was promised on the page that was shown, or less
 * where the version that holds now says less. Null for ever.
 */
export function monthsKept(forms: ReadonlyMap<string, Form>, formId: string): number | null {
  const said = [forms.get(formId), heldBy(forms, formId)].flatMap((form) => form?.keepMonths ?? []);
  return said.length === 0 ? null : Math.min(...said);
}

/** Until when (ms) each registration is kept that is not erased yet; those that are kept for ever are left out. */
export function keptUntil({
  forms,
  consumers,
  end,
}: {
  forms: ReadonlyMap<string, Form>;
  consumers: Iterable<Consumer>;
  end: number | null;
}): Map<string, number> {
  const result = new Map<string, number>();
  if (end === null) return result;
  const months = new Map<string, number | null>();
  for (const { _id, registration, erasedAt } of consumers) {
    const formId = registration?.formId;
    if (formId == null || erasedAt != null) continue;
    let kept = months.get(formId);
    if (kept === undefined) months.set(formId, (kept = monthsKept(forms, formId)));
    if (kept !== null) result.set(_id, monthsAfter(end, kept));
  }
  return result;
}
