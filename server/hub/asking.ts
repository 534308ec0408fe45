import { z } from 'zod';
import { olderSide, PROTOCOL, PROTOCOL_HEADER, protocolOf, spoken } from '#api/protocol.ts';
import { DEVICE_HEADER, SERVER_TIME_HEADER } from '#api/wire.ts';
import { HttpError } from '../base/errors.ts';
import { openConnections } from '../storage/connections.ts';

/** How long a sign of life is waited for, ms. */
const PATIENCE = 60_000;
/** What is sent takes its time on a poor line: so many bytes a ms at least. */
const SLOWEST = 4;
/** What was only asked is answered sooner, or the connection is none. */
export const ANSWER = 20_000;

/** Why an exchange did not go on. `ended`: the hub is nobody there any more. */
type UpstreamTrouble = 'offline' | 'ended' | 'withdrawn' | 'update_first' | 'server_outdated' | 'refused';

export class UpstreamError extends Error {
  readonly trouble: UpstreamTrouble;
  /** What the central server said to whoever asked; null where it said nothing that is for them. */
  readonly answer: HttpError | null;

  constructor(trouble: UpstreamTrouble, message: string, answer: HttpError | null = null) {
    super(message);
    this.name = 'UpstreamError';
    this.trouble = trouble;
    this.answer = answer;
  }
}

const errorReply = z.object({ error: z.string(), message: z.string(), field: z.string().optional() });

interface Asked<T extends z.ZodType> {
  method?: 'GET' | 'POST';
  body?: unknown;
  schema: T;
  signal?: AbortSignal;
  patience?: number;
  /** Until an answer begins, ms. */
  answer?: number;
  anonymous?: boolean;
  headers?: Record<string, string>;
}

type Ask = <T extends z.ZodType>(path: string, asked: Asked<T>) => Promise<z.infer<T>>;

/** Asks the central server, as the hub or as nobody. Throws an UpstreamError. */
export function createAsking(
  address: string,
  who: () => { token: string; userId: string } | null,
  { usual = PATIENCE, onTime = () => undefined }: { usual?: number; onTime?: (there: number) => void } = {},
): Ask {
  const connections = openConnections();
  return async function ask<T extends z.ZodType>(
    path: string,
    {
      method = 'GET',
      body,
      schema,
      signal,
      patience = usual,
      anonymous = false,
      headers = {},
      ...more
    }: Asked<T>,
  ): Promise<z.infer<T>> {
    const self = anonymous ? null : who();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const { answer = method === 'GET' ? ANSWER : patience + (sent?.length ?? 0) / SLOWEST } = more;
    if (signal?.aborted === true) throw new UpstreamError('offline', String(signal.reason));
    const asking = connections.ask(address + path, {
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        [PROTOCOL_HEADER]: spoken(PROTOCOL),
        ...(self === null
          ? {}
          : { authorization: `Bearer ${self.token}`, [DEVICE_HEADER]: `hub-${self.userId}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
      // On a poor line a large answer takes its time.
      heard() {
        clearTimeout(timer);
        if (!isOver) timer = setTimeout(giveUp, patience);
      },
    });
    const giveUp = (): void => asking.end(new Error('no answer'));
    const stop = (): void => asking.end(new Error('not waited for any more'));
    let isOver = false;
    let timer = setTimeout(giveUp, answer);
    signal?.addEventListener('abort', stop, { once: true });
    let response: Response;
    let text: string;
    try {
      response = await asking.answer;
      text = await response.text();
    } catch (error) {
      throw new UpstreamError('offline', String(error));
    } finally {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
    // A login page of the hall's network, or whoever else answers: nothing of ours was read or written.
    const there = response.headers.get(SERVER_TIME_HEADER);
    if (there === null) throw new UpstreamError('offline', 'somebody else answered');
    if (Number.isFinite(Number(there))) onTime(Number(there));
    if (olderSide(PROTOCOL, protocolOf(response.headers.get(PROTOCOL_HEADER))) === 'other')
      throw new UpstreamError('server_outdated', 'the central server is older than this hub');
    if (!response.ok)
      throw new UpstreamError(
        ...[troubleOf(response.status), `${response.status} for ${path}`, answerOf(response, text)],
      );
    const parsed = schema.safeParse(jsonOrNull(text));
    if (!parsed.success) throw new UpstreamError('offline', `unexpected reply to ${path}`);
    return parsed.data;
  };
}

function troubleOf(status: number): UpstreamTrouble {
  if (status === 401) return 'ended';
  if (status === 403 || status === 404) return 'withdrawn';
  if (status === 426) return 'update_first';
  return [400, 413].includes(status) ? 'refused' : 'offline';
}

/** A field that cannot be so, too many tries: for whoever typed it. Anything else says that it could not be asked just now. */
function answerOf({ status, headers }: Response, text: string): HttpError | null {
  const said = status === 400 || status === 429 ? errorReply.safeParse(jsonOrNull(text)).data : undefined;
  if (said === undefined) return null;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds : undefined;
  return new HttpError(status, said.error, said.message, said.field, wait);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
