import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import type { Audience } from './audience.ts';
import type { NotifAttempt } from './attempts.ts';

/** What became of a notification for one person, as their registration tells it. */
export type PersonState = 'waiting' | 'sent' | 'failed' | 'uncertain' | 'withheld';
export const PERSON_STATES = ['waiting', 'sent', 'failed', 'uncertain', 'withheld'] as const;

export interface PersonOutcome {
  consumerId: string;
  state: PersonState;
  /** The last one; null where there was none yet. */
  attempt: NotifAttempt | null;
  attempts: number;
  /** What nothing has become of yet, as the server said last. */
  underway: Underway | null;
}

/** A message that is still to be sent. */
export interface Underway {
  attempt: number;
  /** Not before (ms). */
  dueAt: number;
  /** It was tried in vain, and why. */
  failed?: { error: string; errorCode: string | number | null } | undefined;
}

/** What the server says when it has not even tried (attempts.ts): nobody was asked to take the message. */
const WITHHELD = new Set([
  ...['disabled', 'misconfigured', 'missing_email', 'missing_template', 'missing_phone'],
  ...['unprintable', 'missing_file', 'no_address', 'no_cards', 'missing_value', 'nothing_open', 'stopped'],
  ...['invoice_taken_back', 'unreadable_template', 'empty_message', 'unknown_variable', 'too_long'],
]);

export function stateOf(attempt: NotifAttempt): Exclude<PersonState, 'waiting'> {
  if (attempt.ok) return 'sent';
  if (attempt.error === 'uncertain') return 'uncertain';
  // Without a reason: by their own wish.
  return attempt.error === null || WITHHELD.has(attempt.error ?? '') ? 'withheld' : 'failed';
}

/** Of what the server said, that which nothing has become of yet: what a registration tells is newer than what was asked before. */
export const stillUnderway = <U extends { consumerId: string; attempt: number }>(
  notifId: string,
  consumers: ReadonlyMap<string, Consumer>,
  said: readonly U[],
): U[] =>
  said.filter(({ consumerId, attempt }) => {
    const consumer = consumers.get(consumerId);
    return consumer !== undefined && attempt > attemptsOf(consumer.notifs, notifId).length;
  });

/**
 * Those who had it, or are to get it now: `due`, of the audience, or in the server's hands, which one that was run is for
 * all who have not had it yet. The others are none of its people.
 */
export function outcomesOf(
  notifId: string,
  consumers: ReadonlyMap<string, Consumer>,
  due: Audience['due'],
  said: readonly (Underway & { consumerId: string })[] = [],
): PersonOutcome[] {
  const inHand = new Map(stillUnderway(notifId, consumers, said).map((one) => [one.consumerId, one]));
  const waiting = new Set(due.map(({ consumerId }) => consumerId));
  const outcomes: PersonOutcome[] = [];
  for (const [consumerId, { notifs }] of consumers) {
    const own = attemptsOf(notifs, notifId);
    const attempt = own.at(-1) ?? null;
    const underway = inHand.get(consumerId) ?? null;
    const person = { consumerId, attempt, attempts: own.length, underway };
    if (underway !== null || waiting.has(consumerId)) outcomes.push({ ...person, state: 'waiting' });
    else if (attempt !== null) outcomes.push({ ...person, state: stateOf(attempt) });
  }
  return outcomes;
}

export function attemptsOf(notifs: Consumer['notifs'], notifId: string): readonly NotifAttempt[] {
  return Object.hasOwn(notifs, notifId) ? (notifs[notifId] ?? []) : [];
}

/**
 * May be sent once more without anybody's getting it twice for sure: whoever has it is asked for one by one, and so is
 * whoever wants no news or owes nothing.
 */
export const mayRetry = ({ state, attempt }: Pick<PersonOutcome, 'state' | 'attempt'>): boolean =>
  state === 'failed' ||
  (state === 'withheld' && attempt?.error !== null && attempt?.error !== 'nothing_open');

/**
 * When a one-time message was last run, and for how many; null where it was not. An automatic one is run whenever somebody comes to fit,
 * and a date without a number is another program's, of whatever it means (readings, 35).
 */
export const lastRunOf = ({
  notifType,
  date,
  count,
}: Pick<Notif, 'notifType' | 'date' | 'count'>): { date: number; count: number } | null =>
  notifType === 'automatic' || date == null || count == null ? null : { date, count };
