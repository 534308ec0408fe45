import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { ServiceSettings } from '../services/services.ts';
import { newsOf } from '../sms/status.ts';
import { statusesSince } from '../sms/statuses.ts';
import { findMessage, type TwilioAccount } from '../sms/twilio.ts';
import { frozenOf } from './ledger/frozen.ts';
import { eventOf } from './hear.ts';
import type { Ledger, LedgerRow } from './ledger/ledger.ts';
import { numbered } from './channels/twilioChannel.ts';

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
 * Asks the provider what became of messages that it took, all of them at once, and of those that it may have taken, and notes it. Resolves with the people whose
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
    const known = { base, sid: account.sid ?? '', token: account.token ?? '' };
    for (const row of due.filter(isUnknown)) {
      if (await isFound(ledger, row, known, patience)) people.push(row.consumerId);
    }
    const taken = due.filter((row) => !isUnknown(row));
    if (taken.length === 0) continue;
    const since = Math.min(...taken.map(({ at }) => at));
    const statuses = await statusesSince(known, since, patience);
    for (const row of taken) {
      const said = statuses.get(row.providerId ?? '');
      const news = said === undefined ? null : newsOf(said);
      if (news !== null && (await ledger.move(row, eventOf(news))) !== null) people.push(row.consumerId);
    }
  }
  return people;
}

/** Its request had no answer: the provider has it, or has not. */
const isUnknown = ({ state }: LedgerRow): boolean => state === 'uncertain';

/** Finds a message that nobody knew of in the provider's list: it came there, if late. That it is not there says nothing yet. */
async function isFound(
  ledger: Ledger,
  row: LedgerRow,
  account: TwilioAccount,
  patience: number,
): Promise<boolean> {
  const frozen = await frozenOf(ledger.db, row._id);
  if (frozen === null || frozen.method === 'email') return false;
  const { method, text: body, contentSid, date } = frozen;
  // What another row has is another message.
  const take = (sid: string): boolean => [...ledger.all()].every(({ providerId }) => providerId !== sid);
  const message = { to: numbered(method, frozen.to), body, contentSid };
  const found = await findMessage(account, message, date, { patience, take });
  if (found.kind !== 'sent') return false;
  return (await ledger.move(row, { kind: 'accept', providerId: found.sid })) !== null;
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
      row.method === method &&
      (row.state === 'sent'
        ? row.providerId !== undefined
        : isUnknown(row) && row.frozen !== undefined && row.providerId === undefined) &&
      row.at > now - LET_BE,
  );

function isDue(
  eventId: string,
  { method, at }: LedgerRow,
  { askedAt, now, askAfter = ASK_AFTER }: AskOptions,
): boolean {
  const last = askedAt.get(`${eventId} ${method}`) ?? 0;
  return askAfter.some((after) => at + after > last && at + after <= now);
}
