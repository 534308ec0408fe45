import { setTimeout as delay } from 'node:timers/promises';
import { readJsonOf } from '../base/readAll.ts';

export const TWILIO_API = 'https://api.twilio.com';
/** How long an answer is waited for (ms). */
export const PATIENCE = 30_000;

export interface TwilioAccount {
  /** Where its API is; without a slash at the end. */
  base: string;
  sid: string;
  token: string;
}

export interface TwilioMessage {
  /** Numbers, with `whatsapp:` before them where it goes that way. */
  from: string;
  to: string;
  body: string;
  /** Content that WhatsApp approved, instead of a text. */
  contentSid: string | null;
  /** What stands for its placeholders; the provider takes one that is not named for its own sample. */
  variables?: Readonly<Record<string, string>> | undefined;
  /** Where it tells what became of it. */
  statusUrl: string | null;
}

export type TwilioOutcome =
  | { kind: 'sent'; sid: string }
  /** `code`: Twilio's own; null where it told none. `after`: it asks to be left alone for so long (ms). */
  | { kind: 'refused'; code: number | null; permanent: boolean; after?: number }
  /** It says that it cannot do anything now, and does not have the message. */
  | { kind: 'faulty'; after?: number }
  /** The account is not known there, or its token is wrong. */
  | { kind: 'login_refused' }
  /** Nothing was sent: it cannot be reached. */
  | { kind: 'unreachable' }
  /** `stalled`: no answer came in time. */
  | { kind: 'unknown'; stalled?: true };

export interface TwilioOptions {
  /** ms that an answer may take. */
  patience: number;
  /** Takes a message of its list for the one that is looked for; false where it is another's: two people may get the same text at one number. */
  take(sid: string): boolean;
  /** ms before its list is asked, so that what is under way is in it. */
  settling: number;
}

/** Errors that come before anything was said: there is no connection, or somebody else is at its end. */
const UNREACHABLE =
  /^E(CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$|CONNECT_TIMEOUT$|CERT|ISSUER|LEAF_SIGNATURE|VERSION|HANDSHAKE/;
/** The clocks of the two may differ by so much (ms). */
const CLOCKS = 10_000;

/**
 * Sends a message. Twilio has no key against repeats: where its answer does not come, or says nothing, its list of messages to that
 * number is asked whether it has it. That the list lacks it means something only after an answer: a request whose answer did not
 * come may still be under way, and its message come into the list later.
 */
export async function sendByTwilio(
  account: TwilioAccount,
  message: TwilioMessage,
  options: TwilioOptions,
): Promise<TwilioOutcome> {
  const began = Date.now();
  const form = new URLSearchParams({ To: message.to, From: message.from });
  if (message.contentSid === null) form.set('Body', message.body);
  else {
    form.set('ContentSid', message.contentSid);
    if (message.variables !== undefined) form.set('ContentVariables', JSON.stringify(message.variables));
  }
  if (message.statusUrl !== null) form.set('StatusCallback', message.statusUrl);
  let status: number;
  let after: { after?: number };
  let answer: Answer;
  try {
    const signal = AbortSignal.timeout(options.patience);
    const response = await ask(account, '', { method: 'POST', body: form, signal });
    ({ status } = response);
    after = askedToWait(response, Date.now());
    answer = (await readJsonOf(response, signal).catch(() => ({}))) as Answer;
  } catch (error) {
    if (isUnsaid(error)) return { kind: 'unreachable' };
    const found = await look(account, message, began, options);
    const isLate = (error as Error).name === 'TimeoutError';
    return found.kind === 'sent' ? found : { kind: 'unknown', ...(isLate ? { stalled: true as const } : {}) };
  }
  if (status === 429) return { kind: 'refused', code: answer.code ?? 20_429, permanent: false, ...after };
  // Whoever leads elsewhere is not its API, and has taken nothing.
  if (status >= 300 && status < 400) return { kind: 'unreachable' };
  if (status === 401 || status === 403) return { kind: 'login_refused' };
  if (status >= 400 && status < 500) return { kind: 'refused', code: answer.code ?? null, permanent: true };
  if (status < 300 && typeof answer.sid === 'string') {
    options.take(answer.sid);
    return { kind: 'sent', sid: answer.sid };
  }
  const found = await look(account, message, began, options);
  if (found.kind !== 'absent') return found;
  // It said that it took it, in words that came in pieces, and its list may be late.
  return status < 300 ? { kind: 'unknown' } : { kind: 'faulty', ...after };
}

interface Answer {
  sid?: string;
  code?: number;
}
interface Listed {
  sid: string;
  body: string | null;
  date_created: string;
}

type Found = { kind: 'sent'; sid: string } | { kind: 'absent' } | { kind: 'unknown' };

/** Whether it has the message after all. */
async function look(
  account: TwilioAccount,
  message: TwilioMessage,
  began: number,
  { settling, ...options }: TwilioOptions,
): Promise<Found> {
  await delay(settling);
  return findMessage(account, message, began, options);
}

/** Looks for a message that was begun then in the account's list. */
export async function findMessage(
  account: TwilioAccount,
  message: Pick<TwilioMessage, 'to' | 'body' | 'contentSid'>,
  began: number,
  { patience, take }: Pick<TwilioOptions, 'patience' | 'take'>,
): Promise<Found> {
  // Not by the day on which it was sent: one that waits for its turn there has none yet.
  const query = new URLSearchParams({ To: message.to, PageSize: '1000' });
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await ask(account, `?${query.toString()}`, { signal });
    if (!response.ok) return { kind: 'unknown' };
    const { messages } = (await readJsonOf(response, signal)) as { messages?: Listed[] };
    if (!Array.isArray(messages)) return { kind: 'unknown' };
    const found = messages.find(
      ({ sid, body, date_created: at }) =>
        (message.contentSid !== null || body === message.body) &&
        Date.parse(at) >= began - CLOCKS &&
        // The last: it is this one's from here on.
        take(sid),
    );
    return found === undefined ? { kind: 'absent' } : { kind: 'sent', sid: found.sid };
  } catch {
    return { kind: 'unknown' };
  }
}

function ask({ base, sid, token }: TwilioAccount, query: string, init: RequestInit): Promise<Response> {
  const basic = Buffer.from(`${sid}:${token}`).toString('base64');
  return fetch(`${base}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json${query}`, {
    ...init,
    headers: { authorization: `Basic ${basic}` },
    redirect: 'manual',
  });
}

/** Nobody is left waiting for longer, whatever is asked for (ms). */
const LONGEST_WAIT = 24 * 3_600_000;

/** In seconds, or until when. */
function askedToWait({ headers }: Response, now: number): { after?: number } {
  const said = headers.get('retry-after') ?? '';
  const after = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now;
  return after > 0 ? { after: Math.min(after, LONGEST_WAIT) } : {};
}

function isUnsaid(error: unknown): boolean {
  const { code = '', message = '' } = (error as { cause?: { code?: string; message?: string } }).cause ?? {};
  return UNREACHABLE.test(code) || /before secure TLS connection/.test(message);
}
