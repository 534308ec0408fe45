import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientDoc, replicated } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/* What no CouchDB takes, or no backup holds, is not taken here either: it could never be moved or put back. */
describe('what could not be moved or backed up', () => {
  let server: TestServer;
  let dbName: string;
  beforeAll(async () => {
    server = await startTestServer({ storage: 'memory' });
    ({ dbName } = await server.event());
  });
  afterAll(() => server.close());

  async function replicate(...docs: object[]): Promise<(string | undefined)[]> {
    const { body } = await server.call<{ reason?: string; detail?: string }[]>(
      'POST',
      `/db/${dbName}/_bulk_docs`,
      {
        as: server.manager,
        body: { docs, new_edits: false },
      },
    );
    return body.map(({ reason, detail }) => (reason === undefined ? 'ok' : detail));
  }

  it('half of a pair of surrogates, in a text or in a name, with the good documents beside it taken', async () => {
    const why = 'has a text that is not Unicode';
    expect(
      await replicate(
        replicated(clientDoc('cut', { notes: 'smile \ud83d' })),
        replicated(clientDoc('deep', { more: [{ text: '\udc00x' }] })),
        replicated(clientDoc('named', { '\ud800': 1 })),
        replicated(clientDoc('whole', { more: 'smile \u{1f600}\u2028' })),
      ),
    ).toEqual([why, why, why, 'ok']);
  });

  it('revisions that are one to CouchDB and two to everybody else', async () => {
    expect(await replicate(replicated(clientDoc('upper'), 'ABCDEFABCDEFABCDEFABCDEFABCDEFAB'))).toEqual([
      'must be a revision',
    ]);
    expect(await replicate(replicated(clientDoc('lower'), 'abcdefabcdefabcdefabcdefabcdefab'))).toEqual([
      'ok',
    ]);
  });

  it('a document longer than CouchDB takes; what is attached does not count', async () => {
    expect(await replicate(replicated(clientDoc('long', { more: 'x'.repeat(8_000_000) })))).toEqual([
      'is too large',
    ]);
    const many = Array.from({ length: 1_400_000 }, () => 1);
    expect(await replicate(replicated(clientDoc('many', { more: many })))).toEqual(['is too large']);
    const _attachments = { 'a.bin': { content_type: 'application/x-any', data: 'AAAA'.repeat(2_500_000) } };
    expect(
      await replicate(replicated(clientDoc('filed', { more: 'x'.repeat(7_900_000), _attachments }))),
    ).toEqual(['ok']);
  });

  it('more files than one text can hold, in one version or in several', { timeout: 120_000 }, async () => {
    const path = `/db/${dbName}/client_heavy`;
    const file = new Uint8Array(43 * 1024 * 1024);
    const { body: made } = await server.call<{ rev: string }>('PUT', path, {
      ...{ as: server.manager, body: clientDoc('heavy') },
    });
    const attach = (name: string, rev: string) =>
      server.call<{ rev: string; message?: string }>('PUT', `${path}/${name}?rev=${rev}`, {
        ...{ as: server.manager, body: file, headers: { 'content-type': 'application/x-any' } },
      });
    const first = await attach('a', made.rev);
    const second = await attach('b', first.body.rev);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await attach('c', second.body.rev)).toMatchObject({
      status: 400,
      body: { message: 'are too large together' },
    });
    // Another version of the document: a merge would have the files of both.
    const data = Buffer.from(file).toString('base64');
    const beside = { c: { content_type: 'application/x-any', data } };
    expect(await replicate(replicated(clientDoc('heavy', { _attachments: beside }), 'b'))).toEqual([
      'are too large together',
    ]);
  });
});
