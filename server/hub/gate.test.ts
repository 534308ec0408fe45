import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Login } from '../testing/server.ts';
import { startHall } from '../testing/hall.ts';

/** What `fetch` would put right before it is sent. */
async function asWritten(url: string, path: string, { token }: Login): Promise<unknown> {
  const asked = request(url, { path, headers: { authorization: `Bearer ${token}` } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return json(answer);
}

describe('what a hub refuses', () => {
  it('is refused however its address is written, also once the hub was ended', async () => {
    const hall = await startHall();
    try {
      const { central, hub, ada, dbName } = hall;
      const refused = async (method: string, path: string): Promise<unknown> =>
        (await hub.call(method, path, { as: ada })).body['error'];
      for (const path of ['/%64esk/abc', '/db/%75sers/_all_docs', '/%64b/users/_all_docs', '/%61pi/hubs'])
        expect([path, await refused('GET', path)]).toEqual([path, 'central_only']);
      expect(await refused('POST', '/%64esk/abc')).toBe('central_only');
      // With a host before the path, as a proxy is asked; and with a fragment, which the router cuts off.
      for (const path of [
        'http://x/api/users',
        'HTTPS://x/%61pi/hubs',
        '/api/users#x',
        '/db/users#/_all_docs',
      ])
        expect([path, await asWritten(hub.url, path, ada)]).toMatchObject([path, { error: 'central_only' }]);
      expect(await asWritten(hub.url, '/db#/users/_all_docs', ada)).toMatchObject({ couchdb: 'Welcome' });
      const { hubs } = (
        await central.call<{ hubs: { id: string }[] }>('GET', '/api/hubs', { as: central.manager })
      ).body;
      await central.call('DELETE', `/api/hubs/${hubs[0]?.id ?? ''}`, { as: central.manager });
      await hub.link?.look();
      for (const path of [`/%64b/${dbName}`, `/%64b/${dbName}/client_a`, '/%61pi/user'])
        expect([path, await refused('GET', path)]).toEqual([path, 'hub_ended']);
    } finally {
      await hall.close();
    }
  });
});
