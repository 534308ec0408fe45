import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { ServiceSettings } from '../services/services.ts';
import { newsOf } from '../sms/status.ts';
import { statusesSince } from '../sms/statuses.ts';
import { eventOf } from './hear.ts';
import type { Ledger, LedgerRow } from './ledger.ts';

const MINUTE = 60_000;
/** What became of a message is asked so long after it was sent (ms): also where it is told, for that may be lost. */
const ASK_AFTER = [1, 10, 60, 360, 1440].map((minutes) => minutes * MINUTE);
const WAYS = ['sms', 'whatsapp'] as const satisfies NotifMethod[];

export interface AskOptions {
  ledger: Ledger;
  settings: ServiceSettings;
  base: string;
  now: number;
  /** When an account was last asked (ms), by method; kept from one time to the next. Lost, it is asked once more. */
  askedAt: Map<string, number>;
  patience: number;
  askAfter?: readonly number[] | undefined;
}

/**
 * Asks the provider what became of messages that it took, all of them at once, and notes it. Resolves with the people whose
 * messages say something new. Where it does not answer, the next time asks for the same.
 */
export async function askWhatBecame(eventId: string, options: AskOptions): Promise<string[]> {
  const { ledger, settings, base, now, askedAt, patience } = options;
  const people: string[] = [];
  for (const method of WAYS) {
    const account = settings[method];
    const due = open(ledger, method, now).filter((row) => isDue(eventId, row, options));
    if (due.length === 0) continue;
    askedAt.set(`${eventId} ${method}`, now);
    if (account == null) continue;
    const since = Math.min(...due.map(({ at }) => at));
    const known = { base, sid: account.sid ?? '', token: account.token ?? '' };
    const statuses = await statusesSince(known, since, patience);
    for (const row of due) {
      const said = statuses.get(row.providerId ?? '');
      const news = said === undefined ? null : newsOf(said);
      if (news !== null && (await ledger.move(row, eventOf(news))) !== null) people.push(row.consumerId);
    }
  }
  return people;
}

/** When it is to be asked next (ms); Infinity where nothing is left to ask. */
export function nextAsking(
  eventId: string,
  options: Pick<AskOptions, 'ledger' | 'askedAt' | 'askAfter' | 'now'>,
): number {
  const { ledger, askedAt, now, askAfter = ASK_AFTER } = options;
  const times = WAYS.flatMap((method) => {
    const last = askedAt.get(`${eventId} ${method}`) ?? 0;
    return open(ledger, method, now).flatMap(({ at }) =>
      askAfter.map((after) => at + after).filter((time) => time > last),
    );
  });
  return times.reduce((first, time) => Math.min(first, time), Infinity);
}

/** Older ones are let be: what nobody knew after two days, nobody will. */
const LET_BE = 48 * 60 * MINUTE;
const open = (ledger: Ledger, method: NotifMethod, now: number): LedgerRow[] =>
  [...ledger.all()].filter(
    (row) =>
      row.method === method && row.state === 'sent' && row.providerId !== undefined && row.at > now - LET_BE,
  );

function isDue(
  eventId: string,
  { method, at }: LedgerRow,
  { askedAt, now, askAfter = ASK_AFTER }: AskOptions,
): boolean {
  const last = askedAt.get(`${eventId} ${method}`) ?? 0;
  return askAfter.some((after) => at + after > last && at + after <= now);
}
