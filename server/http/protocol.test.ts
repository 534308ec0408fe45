import { afterEach, describe, expect, it } from 'vitest';
import { PROTOCOL, PROTOCOL_HEADER, spoken } from '#api/protocol.ts';
import { DEVICE_HEADER } from '#api/wire.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

describe('protocol versions', () => {
  let server: TestServer;
  afterEach(() => server.close());

  it('are said with each reply of the API and the databases, long polls and refusals too', async () => {
    server = await startTestServer();
    const { dbName } = await server.event();
    const as = server.manager;
    for (const path of [
      '/api/health',
      '/api/user',
      `/db/${dbName}`,
      `/db/${dbName}/_changes?feed=longpoll&timeout=1`,
    ]) {
      for (const options of [{ as }, {}]) {
        const { headers } = await server.call('GET', path, options);
        expect([path, headers.get(PROTOCOL_HEADER)]).toEqual([path, spoken(PROTOCOL)]);
      }
    }
  });

  it('an app that is too old is turned away with the reason; the app itself and scripts are served', async () => {
    server = await startTestServer({ protocol: { oldest: 9, current: 9 } });
    const old: Record<string, string>[] = [
      { [PROTOCOL_HEADER]: '1-8' },
      { [DEVICE_HEADER]: 'of before versions' },
    ];
    for (const headers of old) {
      for (const path of [
        '/api/user',
        '/%61pi/user',
        '/%64b/central',
        '/db/central/_changes',
        '/api/login',
      ]) {
        const { status, body } = await server.call('GET', path, { as: server.manager, headers });
        expect([path, status, body['error']]).toEqual([path, 426, 'update_first']);
      }
      expect((await server.call('GET', '/', { headers: { ...headers, accept: 'text/html' } })).status).toBe(
        503,
      );
    }
    const understood: Record<string, string>[] = [{}, { [PROTOCOL_HEADER]: '9-12' }];
    for (const headers of understood) {
      expect((await server.call('GET', '/api/user', { as: server.manager, headers })).status).toBe(200);
    }
  });

  it('an app that is too new is told that the server is the older one', async () => {
    const logged: string[] = [];
    server = await startTestServer({ log: (line) => logged.push(line) });
    const headers = { [PROTOCOL_HEADER]: '9-9' };
    const { status, body } = await server.call('GET', '/api/user', { as: server.manager, headers });
    expect([status, body['error']]).toEqual([503, 'server_outdated']);
    // Anybody may say so, as often as they like.
    expect(logged).toEqual([]);
  });
});
