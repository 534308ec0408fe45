import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TwilioReceived {
  sid: string;
  to: string;
  from: string;
  body: string | null;
  contentSid: string | null;
  /** As it was read from its JSON. */
  contentVariables: Readonly<Record<string, string>> | null;
  statusCallback: string | null;
  date_created: string;
  /** What became of it since. */
  status: string;
  error_code: number | null;
}

/** What becomes of a message: `keepAndStall` has it and never answers, `stall` neither; `cut` takes it in half an answer, and its list is late. */
export type TwilioFault =
  { status: number; code?: number; retryAfter?: number } | 'stall' | 'keepAndStall' | 'cut' | null;

export interface TestTwilio {
  base: string;
  /** Accepted, in order. */
  messages: TwilioReceived[];
  onMessage: (to: string) => TwilioFault;
  /** Breaks the connections of those who wait for an answer that never comes. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Null where Twilio refuses them: no object of strings, or one that is empty, has several lines or too many spaces. */
function variablesOf(json: string): Record<string, string> | null {
  try {
    const found: unknown = JSON.parse(json);
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return null;
    const isFit = ([key, value]: [string, unknown]): boolean =>
      /^\w{1,16}$/.test(key) && typeof value === 'string' && value !== '' && !/[\n\r\t]| {5}/.test(value);
    return Object.entries(found).every(isFit) ? (found as Record<string, string>) : null;
  } catch {
    return null;
  }
}

/** A server on loopback that speaks as much of Twilio's API as is used: sending, and the list of what was sent. */
export async function startTwilio(account: string, token: string): Promise<TestTwilio> {
  let count = 0;
  const basic = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  const result = { messages: [] as TwilioReceived[], onMessage: (() => null) as TestTwilio['onMessage'] };
  const stalled = new Set<ServerResponse>();

  const answer = (response: ServerResponse, status: number, body: object, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname !== `/2010-04-01/Accounts/${account}/Messages.json`)
      return answer(response, 404, { code: 20_404 });
    if (request.headers.authorization !== basic) return answer(response, 401, { code: 20_003 });
    if (request.method === 'GET') {
      const wanted = searchParams.get('To');
      // What is queued was sent on no day yet.
      const byDay = searchParams.has('DateSent>');
      const messages = result.messages.filter(
        ({ to, status }) => (wanted === null || to === wanted) && !(byDay && status === 'queued'),
      );
      // One a page, where all are asked for.
      const at = wanted === null ? Number(searchParams.get('Page') ?? 0) : 0;
      const more = wanted === null && at + 1 < messages.length;
      return answer(response, 200, {
        messages: wanted === null ? messages.slice(at, at + 1) : messages,
        next_page_uri: more ? `${pathname}?Page=${at + 1}` : null,
      });
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const form = new URLSearchParams(text);
    const to = form.get('To') ?? '';
    const contentSid = form.get('ContentSid');
    const told = form.get('ContentVariables');
    const contentVariables = told === null ? null : variablesOf(told);
    if (told !== null && contentSid === null) return answer(response, 400, { code: 21_654 });
    if (contentSid !== null && form.has('Body')) return answer(response, 400, { code: 35_127 });
    if (told !== null && contentVariables === null) return answer(response, 400, { code: 21_656 });
    const fault = result.onMessage(to);
    if (fault === 'stall' || fault === 'keepAndStall') stalled.add(response);
    if (fault === null || fault === 'keepAndStall') {
      const sid = `SM${String(++count).padStart(32, '0')}`;
      result.messages.push({
        ...{
          sid,
          to,
          from: form.get('From') ?? '',
          body: form.get('Body'),
          contentSid,
          contentVariables,
          statusCallback: form.get('StatusCallback'),
        },
        date_created: new Date().toUTCString(),
        ...{ status: fault === null ? 'sent' : 'queued', error_code: null },
      });
      if (fault === null) answer(response, 201, { sid, status: 'queued' });
      return;
    }
    if (fault === 'cut') response.writeHead(201).end('{"sid":"SM00');
    else if (fault !== 'stall') {
      const { status, code, retryAfter } = fault;
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      answer(response, status, { code, message: 'refused' }, headers);
    }
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(result, {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hangUp() {
      for (const response of stalled) response.destroy();
      stalled.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
