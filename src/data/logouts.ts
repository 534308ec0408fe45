import type { Deps } from './deps.ts';
import { jsonOrNull } from './net/http.ts';
import { createCell } from './signal.ts';
import type { Outcome, Readable } from './types.ts';

const LOGOUTS_KEY = 'foyer-logouts';
/** Between two tries to tell the server, ms. */
const AGAIN_AFTER = 30_000;

/**
 * Logins that ended on this device and that the server must hear of. What is kept is not the token but the login's
 * name: it ends the login and serves for nothing else.
 */
export interface Logouts {
  /** How many the server could not be told of yet. */
  readonly unheard: Readable<number>;
  /** Resolves when the server has heard of it, or could not be reached. */
  add(token: string): Promise<void>;
  /** Tells the server again whenever there may be one; returns its stop. */
  start(): () => void;
}

export function createLogouts(deps: Deps, end: (login: string) => Outcome<null>): Logouts {
  const unheard = createCell(0, deps.report);
  let sending: Promise<void> = Promise.resolve();
  let timer: unknown = null;
  let started = false;

  const kept = (): string[] => {
    const parsed = jsonOrNull(deps.storage.getItem(LOGOUTS_KEY) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : [];
  };
  function keep(logins: readonly string[]): void {
    if (logins.length === 0) deps.storage.removeItem(LOGOUTS_KEY);
    else deps.storage.setItem(LOGOUTS_KEY, JSON.stringify(logins));
  }

  async function sendAll(): Promise<void> {
    for (const login of kept()) {
      const done = await end(login);
      // What the server does not understand it will not understand later.
      if (!done.ok && done.error.code !== 'invalid_document') break;
      // Another tab may have changed the list.
      keep(kept().filter((other) => other !== login));
    }
    const left = kept().length;
    unheard.set(left);
    deps.timers.clear(timer);
    if (left > 0 && started) timer = deps.timers.set(() => void send(), AGAIN_AFTER);
  }
  function send(): Promise<void> {
    sending = sending.then(sendAll).catch(deps.report);
    return sending;
  }

  return {
    unheard: { get: unheard.get, subscribe: unheard.subscribe },
    add(token) {
      const login = loginOf(token);
      if (login === null) return Promise.resolve();
      keep([...kept().filter((other) => other !== login), login]);
      return send();
    },
    start() {
      started = true;
      const stop = deps.page.subscribe(() => {
        if (deps.page.online() && kept().length > 0) void send();
      });
      if (kept().length > 0) void send();
      return () => {
        started = false;
        stop();
        deps.timers.clear(timer);
      };
    },
  };
}

/** `<user id>.<login id>` of a token, or null when it says neither. */
function loginOf(token: string): string | null {
  const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    const { sub, jti } = (jsonOrNull(atob(body)) ?? {}) as { sub?: unknown; jti?: unknown };
    return typeof sub === 'string' && typeof jti === 'string' ? `${sub}.${jti}` : null;
  } catch {
    return null;
  }
}
