import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '#api/calls.ts';
import { checkReply } from '../testing/checkReply.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { OTHER_CALLS } from './openApi.ts';

interface Operation {
  operationId: string;
  responses: Record<number, { content: { 'application/json'?: { schema: Schema } } }>;
}
interface Schema {
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

/** 'GET /api/users' of Fastify's drawing of its routes, where each stands below the one whose path it goes on. */
function routesOf(drawing: string): string[] {
  const parents: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    parents[depth] = `${parents[depth - 1] ?? ''}${part}`;
    const path = parents[depth];
    return methods
      .split(', ')
      .flatMap((method) => (['', 'HEAD'].includes(method) ? [] : `${method} ${path}`));
  });
}

describe('the description of the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is served to anybody, and has every call with what it takes and gives', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    expect(answer.status).toBe(200);
    const api = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, never>> };
    expect(api.openapi).toBe('3.1.0');
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const calls = [...Object.values(CALLS), ...OTHER_CALLS].map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.toSorted()).toEqual(calls.toSorted());
    expect(api.paths['/users/{userId}']?.['put']).toMatchObject({
      operationId: 'changeRole',
      security: [{ token: [] }],
      'x-role': 'manager',
      parameters: [{ name: 'userId', in: 'path', required: true }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { properties: { role: { enum: ['disabled', 'host', 'member', 'manager'] } } },
          },
        },
      },
      responses: { 200: {}, 400: {}, 401: {}, 403: {}, 404: {}, 429: {} },
    });
    expect(api.paths['/logout']?.['post']).toMatchObject({ security: [], requestBody: { required: false } });
  });

  it('says of each reply whether it is ok, and which refusals to expect', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    const api = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
    const all = Object.values(api.paths).flatMap((methods) => Object.values(methods));
    const operations = all.filter(
      ({ responses }) => responses[200]?.content['application/json'] !== undefined,
    );
    expect(operations).toHaveLength(Object.keys(CALLS).length);
    const saysOk = ({ operationId, responses }: Operation): boolean => {
      const { oneOf, anyOf, ...schema } = responses[200]?.content['application/json']?.schema ?? {};
      const isToldOf = ({ required }: Schema): boolean => required?.includes('ok') === true;
      return operationId === 'openapi' || (oneOf ?? anyOf ?? [schema]).every(isToldOf);
    };
    expect(operations.filter((one) => !saysOk(one)).map(({ operationId }) => operationId)).toEqual([]);
    const refuses = ({ responses }: Operation): boolean => [400, 413, 429].every((code) => code in responses);
    expect(operations.filter((one) => !refuses(one)).map(({ operationId }) => operationId)).toEqual([]);
    const isFull = ({ responses }: Operation): boolean => 507 in responses;
    const writing = all.filter(
      (one) => refuses(one) && !Object.values(api.paths).some(({ get }) => get === one),
    );
    expect(writing.filter((one) => !isFull(one)).map(({ operationId }) => operationId)).toEqual([]);
    expect(api.paths['/payments/{eventId}/troubles']?.['get']?.responses).toHaveProperty('404');
    expect(api.paths['/payments/webhook/{eventId}']?.['post']?.responses).toHaveProperty('403');
    expect(api.paths['/message-status/{eventId}']?.['post']).toMatchObject({
      requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
      responses: { 403: {} },
    });
  });

  it('says which parameters a call must have', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    const api = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const inQuery = (name: string, required: boolean) =>
      expect.objectContaining({ name, in: 'query', required }) as unknown;
    expect(api.paths['/sent-messages/{eventId}']?.['get']).toMatchObject({
      parameters: expect.arrayContaining(
        ['notif', 'consumer', 'attempt'].map((name) => inQuery(name, true)),
      ) as unknown,
    });
    expect(api.paths['/messages-underway/{eventId}']?.['get']).toMatchObject({
      parameters: expect.arrayContaining(
        ['notif', 'consumer'].map((name) => inQuery(name, false)),
      ) as unknown,
    });
  });

  it('tells of what takes or gives something else than JSON', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    const api = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    for (const kind of ['invitation', 'invoice'])
      expect(api.paths[`/desk/registrations/{token}/${kind}`]?.['get']).toMatchObject({
        security: [],
        parameters: [{ name: 'token', in: 'path', required: true }],
        responses: { 200: { content: { 'application/pdf': {} } }, 404: {}, 429: {} },
      });
    expect(api.paths['/message-received/{eventId}']?.['post']).toMatchObject({
      requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
      responses: { 200: { content: { 'text/xml': {} } }, 403: {}, 415: {} },
    });
  });

  it('answers whether it is ok, of what is open at the card provider too', async () => {
    const { eventId } = await server.event();
    const answer = await server.call('GET', `/api/payments/${eventId}/troubles`, { as: server.manager });
    expect(answer.body).toEqual({ ok: true, open: 0, openUntil: null, troubles: [], lookedAt: [] });
  });

  it('names each route, and each that it names is served', async () => {
    const described = [...Object.values(CALLS), ...OTHER_CALLS].map(
      ({ method, path }) => `${method.toUpperCase()} /api${path}`,
    );
    const served = routesOf(server.app.printRoutes({ commonPrefix: false }));
    expect(described.filter((route) => !served.includes(route))).toEqual([]);
    const ofApi = served.filter((route) => /^\w+ \/api/.test(route));
    // Links in messages lead there: pages and files for people.
    expect(ofApi.filter((route) => !described.includes(route)).sort()).toEqual([
      ...['GET /api/message-files/:eventId', 'GET /api/opt-out/:eventId', 'POST /api/opt-out/:eventId'],
    ]);
    expect((await server.call('GET', '/api/anything', { as: server.manager })).status).toBe(404);
  });

  it('judges replies in tests: what is missing, and what nobody should hear', () => {
    checkReply(CALLS.endOwnLogins, { ok: true, ended: 1 });
    expect(() => checkReply(CALLS.endOwnLogins, { ok: true })).toThrow('answers what it should not');
    expect(() => checkReply(CALLS.health, { ok: true, secret: 1 })).toThrow('answers more than it should');
  });
});
