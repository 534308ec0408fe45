import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleHead } from '#api/bundle.ts';
import { openCouch } from '../../storage/couchdb.ts';
import { killNode, nodeUrl, startNode } from '../../testing/cluster.ts';
import { clientDoc } from '../../testing/documents.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../../testing/storage.ts';

const GUESTS = 6000;
const BATCH = 500;

const url = testCouchUrl(nodeUrl(1));
let server: TestServer;
let dbName: string;
beforeAll(async () => {
  server = await startTestServer({ storage: 'couchdb', couchUrl: url });
  ({ dbName } = await server.event());
});
afterAll(async () => {
  await startNode(1);
  await server.close();
  await emptyCouch(url);
});

/** The guests of a first pull as a device reads it: what is refused or cut off is asked for again. */
async function pull(): Promise<{ guests: number; since: string }> {
  for (;;) {
    const reply = await server.call<string>('GET', `/db/${dbName}/_bundle?mode=full`, { as: server.manager });
    if (reply.status === 503) continue;
    const lines = reply.body.trimEnd().split('\n');
    const [head, ...docs] = lines.map((line) => JSON.parse(line) as { _id?: string; done?: boolean });
    if (docs.at(-1)?.done !== true) continue;
    const guests = docs.filter(({ _id }) => _id?.startsWith('client_')).length;
    return { guests, since: String(bundleHead.parse(head).last_seq) };
  }
}

it('holds every guest, though a node that was away while they were written answers again [SYNC-06]', async () => {
  const other = await openCouch({ url: url.replace(new URL(url).host, new URL(nodeUrl(2)).host) });
  const db = await other.open(dbName);
  await killNode(1);
  for (let start = 0; start < GUESTS; start += BATCH) {
    const docs = Array.from({ length: BATCH }, (_, index) => clientDoc(String(start + index)));
    await db.bulkDocs(docs as never);
  }
  await startNode(1);
  const pulls = await Promise.all([pull(), pull(), pull()]);
  expect(pulls.map(({ guests }) => guests)).toEqual([GUESTS, GUESTS, GUESTS]);
  const path = `/db/${dbName}/_design/main/_view/clients`;
  const views = await server.call<{ total_rows: number }>('GET', path, { as: server.manager });
  expect(views.body.total_rows).toBe(GUESTS);
  await other.close();
});
