import { describe, expect, it } from 'vitest';
import { startHall } from '../testing/hall.ts';

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
