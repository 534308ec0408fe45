import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCouch } from '../storage/couchdb.ts';
import { killNode, nodeUrl, startNode } from '../testing/cluster.ts';
import { checkinDoc, replicated } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../testing/storage.ts';

const url = testCouchUrl(nodeUrl(1));
const REV = `1-${'a'.repeat(32)}`;
let server: TestServer;
let host: Login;
let dbName: string;
beforeAll(async () => {
  server = await startTestServer({ storage: 'couchdb', couchUrl: url });
  const event = await server.event();
  ({ dbName } = event);
  host = await server.person('host', 'host', event.eventId);
});
afterAll(async () => {
  for (const node of [1, 2, 3]) await startNode(node);
  await server.close();
  await emptyCouch(url);
});

it('what one node of three has is not acknowledged, neither at once nor when it is asked for again', async () => {
  const checkin = checkinDoc(host);
  const push = () =>
    server.call('POST', `/db/${dbName}/_bulk_docs`, {
      as: host,
      body: { new_edits: false, docs: [replicated(checkin)] },
    });
  /** What the server answers to a device that asks whether it has the check-in. */
  const ask = async (): Promise<'there' | 'missing' | 'unavailable'> => {
    const body = { [checkin._id]: [REV] };
    const reply = await server.call('POST', `/db/${dbName}/_revs_diff`, { as: host, body });
    if (reply.status === 503) return 'unavailable';
    return checkin._id in reply.body ? 'missing' : 'there';
  };
  await Promise.all([killNode(2), killNode(3)]);
  expect(await push()).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  expect(await ask()).not.toBe('there');
  expect((await push()).status).toBe(503);
  expect(await ask()).not.toBe('there');

  await startNode(2);
  await expect.poll(async () => (await push()).status).toBe(201);
  expect(await ask()).toBe('there');
  // Without the node that had it first.
  await killNode(1);
  await startNode(3);
  const other = await openCouch({ url: url.replace(new URL(url).host, new URL(nodeUrl(2)).host) });
  const db = await other.open(dbName);
  await expect.poll(() => db.get(checkin._id).then(({ _rev }) => _rev)).toBe(REV);
  await other.close();
});

it('with the node that the server asks gone, requests are answered with 503, and go on when it is back', async () => {
  await startNode(1);
  await startNode(3);
  const read = async (): Promise<number> =>
    (await server.call('GET', `/db/${dbName}/event`, { as: server.manager })).status;
  await expect.poll(read).toBe(200);
  await killNode(1);
  const answers = await Promise.all([
    read(),
    server
      .call('PUT', `/db/${dbName}/client_x`, { as: server.manager, body: {} })
      .then((reply) => reply.status),
    server.call('GET', `/db/${dbName}/_bundle`, { as: server.manager }).then((reply) => reply.status),
    server.call('GET', `/db/${dbName}/_changes`, { as: server.manager }).then((reply) => reply.status),
    server.call('GET', '/api/user', { as: server.manager }).then((reply) => reply.status),
  ]);
  expect(answers).toEqual([503, 503, 503, 503, 503]);
  await startNode(1);
  await expect.poll(read).toBe(200);
});
