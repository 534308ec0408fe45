import type { Consumer } from '../documents/consumer.ts';
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
}

/** What the server says when it has not even tried (attempts.ts): nobody was asked to take the message. */
const WITHHELD = new Set([
  ...['disabled', 'misconfigured', 'missing_email', 'missing_template', 'missing_phone'],
  ...['unprintable', 'missing_file', 'no_address', 'no_cards'],
]);

export function stateOf(attempt: NotifAttempt): Exclude<PersonState, 'waiting'> {
  if (attempt.ok) return 'sent';
  if (attempt.error === 'uncertain') return 'uncertain';
  // Without a reason: by their own wish.
  return attempt.error === null || WITHHELD.has(attempt.error ?? '') ? 'withheld' : 'failed';
}

/** Those who had it, or are to get it now (`due`, of the audience); the others are none of its people. */
export function outcomesOf(
  notifId: string,
  consumers: ReadonlyMap<string, Consumer>,
  due: Audience['due'],
): PersonOutcome[] {
  const waiting = new Set(due.map(({ consumerId }) => consumerId));
  const outcomes: PersonOutcome[] = [];
  for (const [consumerId, { notifs }] of consumers) {
    const own = attemptsOf(notifs, notifId);
    const attempt = own.at(-1) ?? null;
    if (waiting.has(consumerId))
      outcomes.push({ consumerId, state: 'waiting', attempt, attempts: own.length });
    else if (attempt !== null)
      outcomes.push({ consumerId, state: stateOf(attempt), attempt, attempts: own.length });
  }
  return outcomes;
}

export function attemptsOf(notifs: Consumer['notifs'], notifId: string): readonly NotifAttempt[] {
  return Object.hasOwn(notifs, notifId) ? (notifs[notifId] ?? []) : [];
}

/** May be sent once more without anybody's getting it twice for sure: whoever has it is asked for one by one. */
export const mayRetry = ({ state }: Pick<PersonOutcome, 'state'>): boolean =>
  state === 'failed' || state === 'withheld';
