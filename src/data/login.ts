import type { OpenLogin, OwnUser } from '#domain/documents/user.ts';
import { ok } from '#domain/result.ts';
import { ROLES } from '#domain/rights/roles.ts';
import type { Deps } from './deps.ts';
import { jsonOrNull } from './net/http.ts';
import type { Api } from './net/api.ts';
import { createLogouts } from './logouts.ts';
import { createCell } from './signal.ts';
import type { EndedLogin, LoginStore } from './types.ts';

export const LOGIN_KEY = 'foyer-session';
/** There while the server, not the person, ended the last login, and whose it was: the page is loaded anew, and says so afterwards. */
const ENDED_KEY = 'foyer-login-ended';
/** How often a login is tried again while too many come at once, and after how long at least. */
const BUSY_TRIES = 5;
const BUSY_PAUSE_MS = 2000;

export interface LoginKeeper extends LoginStore {
  /** What the server now says of the user; the session's token stays. */
  refreshUser(user: OwnUser): void;
  /** A new token for the session that has `old`; another session is left alone. */
  renew(old: string, token: string, expires: number): void;
  /** Deletes the stored session if it still has this token (LOGIN-05); true when it did. */
  drop(token: string): boolean;
  /** The same, because the server does not know the token any more. `isDelivered`: of a door, everything that it did is there. */
  end(token: string, isDelivered?: boolean): boolean;
  /** The server takes nothing with this token before one-time codes are set up. */
  askForCodes(token: string): void;
  /** Follows the logins and logouts of other tabs; returns its stop. */
  start(): () => void;
}

/**
 * Who is logged in, in localStorage (LOGIN-04). A session whose `expires` has passed stays: a door without network
 * goes on working, and the server's 401 ends it when there is one to ask.
 */
export function createLoginStore(deps: Deps, api: () => Api): LoginKeeper {
  const cell = createCell<OpenLogin | null>(stored(deps), deps.report);
  const logouts = createLogouts(deps, (login) => api().endLogin(login));

  const ended = createCell(whoseEnd(), deps.report);
  function whoseEnd(): EndedLogin | null {
    const kept = deps.storage.getItem(ENDED_KEY);
    return kept === null || kept === 'door' || kept === 'doorDelivered' ? kept : 'login';
  }

  const asked = createCell(false, deps.report);
  const codesFirst = createCell<'always' | 'asked' | null>(null, deps.report);
  function tellCodes(): void {
    codesFirst.set(cell.get()?.codesFirst === true ? 'always' : asked.get() ? 'asked' : null);
  }
  tellCodes();
  cell.subscribe(tellCodes);
  asked.subscribe(tellCodes);

  function save(session: OpenLogin): void {
    deps.storage.removeItem(ENDED_KEY);
    ended.set(null);
    deps.storage.setItem(LOGIN_KEY, JSON.stringify(session));
    cell.set(session);
  }

  function drop(token: string): boolean {
    // Another tab may have logged in as someone else meanwhile: that session is not ours to delete.
    const matches = stored(deps)?.token === token;
    if (matches) deps.storage.removeItem(LOGIN_KEY);
    if (cell.get()?.token === token) cell.set(matches ? null : stored(deps));
    return matches;
  }

  return {
    get: cell.get,
    subscribe: cell.subscribe,
    unheard: logouts.unheard,
    ended: { get: ended.get, subscribe: ended.subscribe },
    codesFirst: { get: codesFirst.get, subscribe: codesFirst.subscribe },
    askForCodes(token) {
      if (cell.get()?.token === token) asked.set(true);
    },
    proven() {
      const session = cell.get();
      asked.set(false);
      if (session?.codesFirst === true) save({ ...session, codesFirst: undefined });
    },
    codesLater: () => asked.set(false),
    async login(username, password, more = {}) {
      for (let attempt = 1; ; attempt++) {
        const result = await api().login({ username, password, ...more }, deps.userAgent);
        if (result.ok) asked.set(false);
        if (result.ok) save(result.value);
        if (result.ok) return ok(result.value.user);
        if (result.error.code !== 'busy' || attempt === BUSY_TRIES) return result;
        // Not all at once again.
        const pause = BUSY_PAUSE_MS * (1 + deps.random());
        await new Promise<void>((resolve) => deps.timers.set(resolve, pause));
      }
    },
    async pair(code) {
      const result = await api().pair(code);
      if (!result.ok) return result;
      save(result.value);
      return ok(result.value.user);
    },
    logout() {
      const session = cell.get();
      if (session !== null) {
        drop(session.token);
        cell.set(null);
        asked.set(false);
        // Nobody waits for the network to be logged out here.
        void logouts.add(session.token);
      }
      return Promise.resolve();
    },
    refreshUser(user) {
      const session = cell.get();
      if (session?.user._id !== user._id) return;
      // Another tab may have logged in as someone else, or out: the answer comes too late.
      if (stored(deps)?.token !== session.token) return;
      // `lastLogin` belongs to this login; a later answer must not move it.
      const next = { ...session, user: { ...user, lastLogin: session.user.lastLogin ?? user.lastLogin } };
      if (JSON.stringify(next) !== JSON.stringify(session)) save(next);
    },
    renew(old, token, expires) {
      const session = cell.get();
      if (session?.token === old) save({ ...session, token, expires });
    },
    drop,
    end(token, isDelivered = false) {
      const session = stored(deps);
      const whose: EndedLogin = session?.user.door == null ? 'login' : isDelivered ? 'doorDelivered' : 'door';
      if (session?.token === token) deps.storage.setItem(ENDED_KEY, whose);
      ended.set(whoseEnd());
      return drop(token);
    },
    start() {
      const stopLogouts = logouts.start();
      const stopStorage = deps.onStorage((key) => {
        if (key !== null && key !== LOGIN_KEY) return;
        ended.set(whoseEnd());
        const next = stored(deps);
        if (JSON.stringify(next) !== JSON.stringify(cell.get())) cell.set(next);
      });
      return () => {
        stopLogouts();
        stopStorage();
      };
    },
  };
}

function stored(deps: Deps): OpenLogin | null {
  const text = deps.storage.getItem(LOGIN_KEY);
  if (text === null) return null;
  const value = jsonOrNull(text);
  return isOpenLogin(value) ? value : null;
}

/** By hand: the schemas are loaded with the first call, and this is read before anything else. */
function isOpenLogin(value: unknown): value is OpenLogin {
  const { token, expires, user } = (value ?? {}) as Record<string, unknown>;
  const { _id, username, role } = (user ?? {}) as Record<string, unknown>;
  const isText = (part: unknown): boolean => typeof part === 'string' && part !== '';
  return (
    [token, _id, username].every(isText) &&
    typeof expires === 'number' &&
    (ROLES as readonly unknown[]).includes(role)
  );
}
