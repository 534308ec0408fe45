import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { checkinDoc } from '../testing/documents.ts';
import { hubCode } from '../testing/hub.ts';
import { startLine } from '../testing/line.ts';
import { serverProcesses, type ServerProcess } from '../testing/process.ts';
import { driver, PASSWORD, type Login } from '../testing/server.ts';

const processes = serverProcesses();
const PATIENCE = { timeout: 60_000, interval: 100 };

/** Checks in without pause until the hub is gone, or as often as said; the ids that were answered with ok. */
async function hammer(
  url: string,
  as: Login,
  dbName: string,
  times: number,
  each: () => void,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const { call } = driver(url);
  for (let done = 0; done < times; done++) {
    const docs = [checkinDoc(as), checkinDoc(as)];
    try {
      const path = `/db/${dbName}/_bulk_docs`;
      const reply = await call<{ ok?: true; id: string }[]>('POST', path, { as, body: { docs } });
      if (reply.status !== 201) break;
      acknowledged.push(...reply.body.filter(({ ok }) => ok === true).map(({ id }) => id));
    } catch {
      break;
    }
    each();
  }
  return acknowledged;
}

it('either side is killed in the middle of an exchange, and nothing that a hub acknowledged is lost', async () => {
  let central = processes.start();
  const line = await startLine(await central.url);
  const { call, login } = driver(await central.url);
  const manager = await login('chief');
  const created = await call<{ eventId: string; dbName: string }>('PUT', '/api/event', {
    ...{ as: manager, body: { title: 'Gala', date: 1 } },
  });
  const { eventId, dbName } = created.body;
  await call('POST', '/api/user', {
    as: manager,
    body: { username: 'Ada', password: PASSWORD, role: 'host' },
  });
  const ada = await login('Ada');
  await call('PUT', '/api/authorizations', {
    ...{ as: manager, body: { userId: ada.id, authorizations: [[eventId, true]] } },
  });
  const code = await hubCode({ call, manager }, [eventId]);
  const startHub = async (): Promise<ServerProcess> => {
    const hub = processes.start({
      ...{ DATA_DIR: join(processes.dataDir, 'hub'), FOYER_UPSTREAM: line.url, FOYER_UPSTREAM_CODE: code },
    });
    const { call: ask } = driver(await hub.url);
    await vi.waitUntil(async () => (await ask('GET', `/db/${dbName}`, { as: ada })).status === 200, PATIENCE);
    return hub;
  };
  let hub = await startHub();
  const kill = async ({ child, ended }: ServerProcess): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };

  let count = 0;
  const first = await hammer(await hub.url, ada, dbName, 200, () => {
    if (++count === 60) hub.child.kill('SIGKILL');
  });
  expect(first.length).toBeGreaterThan(100);
  await hub.ended;
  hub = await startHub();
  const second = await hammer(await hub.url, ada, dbName, 100, () => {
    if (++count === 110) central.child.kill('SIGKILL');
  });
  expect(second.length, 'a hub works on without the central server').toBe(200);
  await central.ended;
  // While it is away, the hub goes too.
  await kill(hub);
  central = processes.start();
  line.lead(await central.url);
  hub = await startHub();

  const { call: ask } = driver(await central.url);
  await vi.waitFor(async () => {
    const { body } = await ask<{ rows: { id: string }[] }>('GET', `/db/${dbName}/_all_docs`, { as: ada });
    const there = new Set(body.rows.map(({ id }) => id));
    expect([...first, ...second].filter((id) => !there.has(id))).toEqual([]);
  }, PATIENCE);
  await line.close();
}, 300_000);
