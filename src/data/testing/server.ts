import type { Protocol } from '#api/protocol.ts';
import type { Storage } from '../../../server/storage/types.ts';
import { anyStorage, openTestStorage } from '../../../server/testing/storage.ts';
import { buildServer, type BuiltServer } from '../../../server/app.ts';
import { readConfig } from '../../../server/base/config.ts';
import { checkReply } from '../../../server/testing/checkReply.ts';

export const PASSWORD = 'Foyer2026';

export interface TestServer {
  url: string;
  built: BuiltServer;
  /** A JSON call as the first manager; throws when the reply is not ok. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Creates a user and gives it the events. */
  addUser(username: string, role: string, eventIds?: readonly string[]): Promise<string>;
  authorize(userId: string, eventId: string, may: boolean): Promise<void>;
  /** Ends all of a user's tokens. */
  revokeTokens(userId: string): Promise<void>;
  close(): Promise<void>;
}

/** The real server with storage in memory, or in the CouchDB of COUCHDB_URL, on a free port, with a manager `manager`. */
export async function startTestServer(
  options: { worker?: boolean; couchUrl?: string; storage?: Storage; protocol?: Protocol } = {},
): Promise<TestServer> {
  const built = await buildServer({
    config: readConfig({
      SERVICES_KEY: 'a-key-for-tests-that-is-long-enough-0123456789',
      TOKEN_SECRET: 'a-secret-for-tests-that-is-long-enough-0123456789',
      ADMIN_USERNAME: 'manager',
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'silent',
      PORT: '0',
    }),
    storage: options.storage ?? (await openTestStorage(anyStorage, options.couchUrl)),
    worker: options.worker ?? true,
    logger: false,
    checkReply,
    protocol: options.protocol,
  });
  const url = await built.app.listen({ port: 0, host: '127.0.0.1' });
  let token = '';

  async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
    return reply;
  }

  const login = await call('POST', '/api/login', { username: 'manager', password: PASSWORD });
  token = String(login['token']);

  const authorize = async (userId: string, eventId: string, may: boolean): Promise<void> => {
    await call('PUT', '/api/authorizations', { userId, authorizations: [[eventId, may]] });
  };

  return {
    url,
    built,
    call,
    authorize,
    async addUser(username, role, eventIds = []) {
      const { id } = await call('POST', '/api/user', { username, password: PASSWORD, role });
      for (const eventId of eventIds) await authorize(String(id), eventId, true);
      return String(id);
    },
    async revokeTokens(userId) {
      // A changed password ends all older tokens, as when a person's phone was lost.
      const user = (await call('GET', `/db/users/${userId}`)) as { username: string };
      const own = (await (
        await fetch(`${url}/api/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: user.username, password: PASSWORD }),
        })
      ).json()) as { token: string };
      for (const [current, updated] of [
        [PASSWORD, `${PASSWORD}x`],
        [`${PASSWORD}x`, PASSWORD],
      ]) {
        const response = await fetch(`${url}/api/user`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${own.token}` },
          body: JSON.stringify({ password: { current, updated } }),
        });
        const reply = (await response.json()) as { success?: boolean; token?: string };
        if (reply.success !== true) throw new Error('the password was not changed');
        own.token = reply.token ?? own.token;
      }
    },
    async close() {
      const closing = built.close();
      // Sockets that the tests' own fetch keeps open for later.
      const timer = setInterval(() => built.app.server.closeAllConnections(), 50);
      await closing.finally(() => clearInterval(timer));
    },
  };
}
