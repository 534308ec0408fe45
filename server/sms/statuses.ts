import { readJsonOf } from '../base/readAll.ts';
import type { TwilioAccount } from './twilio.ts';

interface Listed {
  sid: string;
  status: string;
  error_code: number | null;
}
interface Page {
  messages?: Listed[];
  next_page_uri?: string | null;
}

/** Of one answer; what is beyond so many is asked next time. */
const PAGE = 1000;
const PAGES = 20;
const DAY = 86_400_000;

/** What an account's list says of its messages since then, by their ids, as a callback would; empty where it does not answer. */
export async function statusesSince(
  { base, sid, token }: TwilioAccount,
  since: number,
  patience: number,
): Promise<Map<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  const account = `/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`;
  // Its list goes by whole days, of UTC.
  const day = new Date(since - DAY).toISOString().slice(0, 10);
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  let next: string | null =
    `${account}?${new URLSearchParams({ 'DateSent>': day, PageSize: String(PAGE) }).toString()}`;
  try {
    for (let page = 0; page < PAGES && next?.startsWith(account) === true; page++) {
      const signal = AbortSignal.timeout(patience);
      const response: Response = await fetch(`${base}${next}`, {
        headers: { authorization },
        signal,
        redirect: 'error',
      });
      if (!response.ok) break;
      const { messages = [], next_page_uri } = (await readJsonOf(response, signal)) as Page;
      for (const { sid: id, status, error_code: code } of messages) {
        found.set(id, {
          MessageSid: id,
          MessageStatus: status,
          ...(code == null ? {} : { ErrorCode: String(code) }),
        });
      }
      next = next_page_uri ?? null;
    }
  } catch {
    // What came so far counts; the rest is asked next time.
  }
  return found;
}
