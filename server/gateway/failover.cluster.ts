import { afterAll, beforeAll, expect, it } from 'vitest';
import { killNode, nodeUrl, startNode } from '../testing/cluster.ts';
import { checkinDoc, replicated } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../testing/storage.ts';

/* A server that knows all three nodes. */
const url = `${testCouchUrl(nodeUrl(1))} ${nodeUrl(2)} ${nodeUrl(3)}`;
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

/** A device that waits for a document: positions of a node that is gone may begin further back. */
async function heard(id: string): Promise<void> {
  let since = String((await server.call('GET', `/db/${dbName}`, { as: host })).body['update_seq']);
  for (;;) {
    const path = `/db/${dbName}/_changes?feed=longpoll&timeout=20000&since=${encodeURIComponent(since)}`;
    const { status, body } = await server.call('GET', path, { as: host });
    if (status !== 200) continue;
    if ((body['results'] as { id: string }[]).some((row) => row.id === id)) return;
    since = String(body['last_seq']);
  }
}

it.each([1, 2, 3])('work goes on while node %i is gone, and who waits hears of it', async (node) => {
  const checkin = checkinDoc(host);
  const push = async (): Promise<number> => {
    const body = { new_edits: false, docs: [replicated(checkin)] };
    return (await server.call('POST', `/db/${dbName}/_bulk_docs`, { as: host, body })).status;
  };
  const waiting = heard(checkin._id);
  await killNode(node);
  try {
    // What was under way in that moment may fail; nothing does a second time.
    await expect.poll(push, { timeout: 20_000 }).toBe(201);
    expect(await push()).toBe(201);
    await waiting;
  } finally {
    await startNode(node);
  }
});
