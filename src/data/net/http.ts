import {
  API_ERRORS,
  DB_BASE,
  DEVICE_HEADER,
  HUB_HEADER,
  SERVER_TIME_HEADER,
  type ApiError,
} from '#api/wire.ts';
import { olderSide, PROTOCOL, PROTOCOL_HEADER, protocolOf, spoken } from '#api/protocol.ts';
import type { Deps } from '../deps.ts';
import { DataFailure } from '../failure.ts';
import type { DataError } from '../types.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** ms until the whole reply must be there; the watchdog of long polls, too. */
  timeout?: number;
  /** Goes without a token, and its 401 is an answer like any other (POST /login). */
  anonymous?: boolean;
  /** The server may take its time: its clock cannot be read from this exchange. */
  waits?: boolean;
  /** For replies with words in them; else the browser says it. */
  language?: string;
  /** Brings a new token itself, so its refusal cannot wait for one. */
  renews?: boolean;
}

export interface Http {
  /** The JSON of a reply with a good status. Throws a DataFailure for any other, and `offline` when there is none. */
  request(path: string, options?: RequestOptions): Promise<unknown>;
  /** The same for a reply that is no JSON as a whole. */
  text(path: string, options?: RequestOptions): Promise<string>;
  /** With the body still to come: `timeout` and `signal` count until the headers, and whoever reads it sees to the rest. */
  stream(path: string, options?: RequestOptions): Promise<Response>;
}

export interface HttpContext {
  token(): string | null;
  /** The server refused this token (LOGIN-07). True when this user has another one by now: worth a second try. */
  onUnauthorized(token: string, renews: boolean): Promise<boolean>;
  /** The time of this door is over: what it did may be brought, and nothing asked. Throws where that has to wait. */
  onDoorOver(token: string): Promise<void>;
  /** The server takes nothing with this token before one-time codes are set up. */
  onCodesFirst(token: string): void;
  deviceId: string;
  /** Server clock minus device clock, ms. */
  onOffset(offset: number): void;
  /** Who answered for a path: a hub, and when that one last met the central server (ms, 0 for never), or null for the central server. */
  onHub?(met: number | null, path: string): void;
}

const REQUEST_TIMEOUT_MS = 60_000;
/** A slow exchange says little about the clock: a sample counts unless it is far slower than the best of late. */
const SAMPLE_LIFE_MS = 5 * 60_000;

/** The one door to the server: token, device, clock, time-outs and the meaning of statuses (specification 1 §7). */
export function createHttp(deps: Deps, context: HttpContext): Http {
  let best = { rtt: Infinity, at: 0 };

  function learnOffset(response: Response, sent: number, waits: boolean): void {
    const serverTime = Number(response.headers.get(SERVER_TIME_HEADER) ?? NaN);
    if (waits || !Number.isFinite(serverTime)) return;
    const received = deps.wall();
    const rtt = received - sent;
    // Less than nothing: the device's clock was set meanwhile.
    if (rtt < 0) return;
    if (rtt > best.rtt * 2 + 50 && received - best.at < SAMPLE_LIFE_MS) return;
    best = { rtt, at: received };
    context.onOffset(serverTime - (sent + received) / 2);
  }

  async function exchange<T>(
    path: string,
    options: RequestOptions,
    read: (response: Response) => Promise<T>,
    again = true,
  ): Promise<T> {
    const token = options.anonymous ? null : context.token();
    try {
      return await exchangeAs(token, path, options, read);
    } catch (error) {
      if (token === null || !(error instanceof DataFailure)) throw error;
      if (error.failure.code === 'codes_first') context.onCodesFirst(token);
      if (error.failure.code === 'door_over') await context.onDoorOver(token);
      if (error.status !== 401 || error.failure.code === 'door_over') throw error;
      // A changed password ends the old token, also for a long poll that is under way.
      const renewed = await context.onUnauthorized(token, options.renews ?? false);
      if (!renewed || !again || options.signal?.aborted) throw error;
      return exchange(path, options, read, false);
    }
  }

  async function exchangeAs<T>(
    token: string | null,
    path: string,
    { method = 'GET', body, signal, timeout, anonymous = false, waits = false, language }: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    if (token === null && !anonymous) throw new DataFailure({ code: 'unauthorized' }, 401);
    const headers: Record<string, string> = {
      [DEVICE_HEADER]: context.deviceId,
      [PROTOCOL_HEADER]: spoken(PROTOCOL),
    };
    if (token !== null) headers['authorization'] = `Bearer ${token}`;
    if (language !== undefined) headers['accept-language'] = language;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const limit = abortAfter(deps, timeout ?? REQUEST_TIMEOUT_MS, signal);
    try {
      const sent = deps.wall();
      const { fetch } = deps;
      const response = await unlessAborted(limit.signal, () =>
        fetch(deps.baseUrl + path, {
          method,
          headers,
          credentials: 'omit',
          // Bytes count at a door: replies say themselves that they are not to be stored.
          referrerPolicy: 'no-referrer',
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: limit.signal,
        }),
      );
      learnOffset(response, sent, waits);
      if (isOurs(response)) context.onHub?.(hubOf(response), path);
      // Before its answer is believed: it may mean something else by it.
      if (isOurs(response) && isTooOld(response)) throw new DataFailure({ code: 'server_outdated' }, 503);
      if (response.ok) {
        // A login page, or what a proxy made up: nothing of ours was read or written.
        if (path.startsWith(DB_BASE) && !isOurs(response)) throw notOurs(response);
        return await unlessAborted(limit.signal, () => read(response));
      }
      throw await unlessAborted(limit.signal, () => failureFrom(response));
    } catch (error) {
      if (error instanceof DataFailure || signal?.aborted) throw error;
      // No answer, or one that broke off.
      throw new DataFailure({ code: 'offline', message: String(error) });
    } finally {
      limit.done();
    }
  }

  return {
    request: (path, options = {}) =>
      exchange(path, options, async (response) => {
        const text = await response.text();
        const json = jsonOrNull(text);
        if (json === null) throw notOurs(response);
        return json;
      }),
    text: (path, options = {}) => exchange(path, options, (response) => response.text()),
    stream: (path, options = {}) => exchange(path, options, (response) => Promise.resolve(response)),
  };
}

/**
 * What `work` gives, or the reason of an abort that comes before: a body that is being read does not end with its request
 * everywhere, and an exchange that waited for it would neither go on nor stop.
 */
function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    void work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A signal that aborts with `outer`, or after `ms`, until `done`. */
function abortAfter(deps: Deps, ms: number, outer?: AbortSignal): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  const timer = deps.timers.set(() => controller.abort(new Error('timeout')), ms);
  return {
    signal: controller.signal,
    done() {
      deps.timers.clear(timer);
      // Signals of a long exchange outlive thousands of requests.
      outer?.removeEventListener('abort', abort);
    },
  };
}

const CODES: Record<number, DataError> = {
  400: 'invalid_document',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'conflict',
  413: 'too_large',
  429: 'too_many_requests',
  // A proxy that reaches nobody: as good as no network.
  502: 'offline',
  503: 'offline',
  504: 'offline',
  507: 'server_full',
};

/** What the server's own codes stand for here; they say more than a status. */
const OF_SERVER: Record<ApiError, DataError> = {
  bad_request: 'invalid_document',
  invalid_field: 'invalid_document',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  conflict: 'conflict',
  too_many: 'too_many',
  too_large: 'too_large',
  too_many_requests: 'too_many_requests',
  busy: 'server_busy',
  not_implemented: 'not_implemented',
  storage_full: 'server_full',
  unavailable: 'server_unavailable',
  cards_unavailable: 'cards_unavailable',
  cards_refused: 'cards_refused',
  services_key: 'services_key',
  pages_open: 'pages_open',
  money_came: 'money_came',
  copy_unconfirmed: 'copy_unconfirmed',
  central_only: 'central_only',
  hub_ended: 'hub_ended',
  hub_unknown: 'hub_unknown',
  codes_first: 'codes_first',
  door_over: 'door_over',
  update_first: 'app_outdated',
  server_outdated: 'server_outdated',
  unknown: 'server_error',
};
const isServerCode = (code: string): code is ApiError => (API_ERRORS as readonly string[]).includes(code);

/** API-02: a failed call fails with the body's message or error code. */
async function failureFrom(response: Response): Promise<DataFailure> {
  const text = await response.text().catch(() => '');
  const parsed = failureIn(jsonOrNull(text));
  // Whoever refuses on the way to the server has no say about logins and rights.
  if (parsed === null && response.status < 500 && !isOurs(response)) return notOurs(response);
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds * 1000 : null;
  const code = CODES[response.status] ?? 'unknown';
  if (parsed === null) return new DataFailure({ code }, response.status, retryAfter);
  const { error, message, field } = parsed;
  const failure = {
    code: isServerCode(error) ? OF_SERVER[error] : code,
    // Of a field it is a code of its own: what is wrong there (`password_common`).
    message: field === undefined ? [error, message].filter(Boolean).join(': ') : message,
    ...(field === undefined ? {} : { field }),
  };
  return new DataFailure(failure, response.status, retryAfter, error);
}

/** What the server says of a failed call (`failureReply` of the API); null where it is something else. */
function failureIn(json: unknown): { error: string; message: string; field?: string | undefined } | null {
  const { ok, error, message, field } = (json ?? {}) as Record<string, unknown>;
  if (ok !== false || typeof error !== 'string' || typeof message !== 'string') return null;
  return typeof field === 'string' ? { error, message, field } : { error, message };
}

/** The server says its time with each reply; portals and proxies that answer in its stead do not. */
const isOurs = (response: Response): boolean => response.headers.has(SERVER_TIME_HEADER);

function hubOf({ headers }: Response): number | null {
  const said = headers.get(HUB_HEADER);
  return said === null ? null : Number(said) || 0;
}

const isTooOld = ({ headers }: Response): boolean =>
  olderSide(PROTOCOL, protocolOf(headers.get(PROTOCOL_HEADER))) === 'other';

const notOurs = ({ status }: Response): DataFailure =>
  new DataFailure({ code: 'offline', message: `somebody else answered with ${status}` });

export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
