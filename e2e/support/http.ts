import { z } from 'zod';
import { createUserReply, loginReply } from '#api/accountSchemas.ts';
import { createEventReply } from '#api/schemas.ts';
import type { OpenLogin } from '#domain/documents/user.ts';
import type { Role } from '#domain/rights/roles.ts';

/** Requests as a script would make them, outside of any browser. */
export interface Api {
  readonly token: string;
  readonly userId: string;
  /** What a browser would keep of this login. */
  readonly session: OpenLogin;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

export async function login(url: string, username: string, password: string): Promise<Api> {
  const answer = await request(url, 'POST', '/api/login', { username, password, request: 'tests' });
  const reply = loginReply.parse(answer.body);
  if (!reply.success) throw new Error(`login refused: ${reply.reason}`);
  const { token, expires, user } = reply;
  return {
    token,
    userId: user._id,
    session: { token, expires, user },
    call: (method, path, body) => request(url, method, path, body, token),
  };
}

export async function createUser(api: Api, username: string, password: string, role: Role): Promise<string> {
  const answer = await api.call('POST', '/api/user', { username, password, role });
  if (answer.status !== 200) throw new Error(`no user: ${JSON.stringify(answer.body)}`);
  const reply = createUserReply.parse(answer.body);
  if (!reply.success) throw new Error(reply.reason);
  return reply.id;
}

export async function createEvent(api: Api, title: string, date: number) {
  const answer = await api.call('PUT', '/api/event', { title, date });
  return createEventReply.parse(answer.body);
}

/** Writes documents through the gateway; throws when one is refused. */
export async function writeDocs(api: Api, dbName: string, docs: readonly object[]): Promise<void> {
  const answer = await api.call('POST', `/db/${dbName}/_bulk_docs`, { docs });
  const rows = z.array(z.looseObject({ error: z.unknown().optional() })).parse(answer.body);
  const refused = rows.find((row) => row.error !== undefined);
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
}

export async function request(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'accept-language': 'en',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Not JSON: the text itself.
  }
  return { status: answer.status, body: parsed };
}
