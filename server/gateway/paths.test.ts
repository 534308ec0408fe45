import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientDoc } from '../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

/*
 * Ids and names of files become parts of CouchDB's addresses, which this server asks with an administrator's rights: one
 * called `../../foyer-auth/…` handed out every other database, passwords' hashes among them.
 */
describe('names that lead elsewhere, with couchdb storage', () => {
  let server: TestServer;
  let member: Login;
  let dbName: string;
  const ask = (path: string) => server.call('GET', `/db/${dbName}/${path}`, { as: member });
  beforeAll(async () => {
    server = await startTestServer({ storage: 'couchdb' });
    const event = await server.event();
    ({ dbName } = event);
    member = await server.person('member', 'member', event.eventId);
  });
  afterAll(() => server.close());

  const NAMES = ['..', '.', '../event', '../../central/events', 'x/../../event', 'x//y', '/x', 'x/.'];
  it.each(NAMES)('a file called %s is refused', async (name) => {
    const doc = { ...clientDoc('a'), _attachments: { [name]: { content_type: 'text/plain', data: 'aGk=' } } };
    const { status, body } = await server.call('PUT', `/db/${dbName}/client_a`, { as: member, body: doc });
    expect([status, body['field']]).toEqual([400, `_attachments.${name}`]);
  });

  it('one that lies there all the same leads nowhere', async () => {
    const db = await server.storage.open(dbName);
    const name = '../event';
    await db.put({
      ...clientDoc('b'),
      _attachments: { [name]: { content_type: 'text/plain', data: 'aGk=' } },
    } as never);
    expect((await ask(`client_b/${encodeURIComponent(name)}`)).status).toBe(404);
  });

  it('a document called .. is not there', async () => {
    for (const path of ['..', '.', '%2e%2e', '%2E%2E/..%2fcentral%2fevents']) {
      expect([path, await statusOf(`/db/${dbName}/${path}`)]).toEqual([path, 404]);
    }
  });

  /** `fetch` would resolve the dots on this side already. */
  function statusOf(path: string): Promise<number | undefined> {
    const headers = { authorization: `Bearer ${member.token}` };
    return new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      get({ port, path, headers }, (reply) => resolve(reply.resume().statusCode)).once('error', reject);
    });
  }
});
