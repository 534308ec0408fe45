import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientDoc, replicated } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/* Files are judged by their bytes, whatever they are called, on every way in and on the way out. */
let server: TestServer;
let dbName: string;
beforeAll(async () => {
  server = await startTestServer({ storage: 'leveldb' });
  ({ dbName } = await server.event());
});
afterAll(() => server.close());

const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const PNG = '\u0089PNG\r\n\u001A\n and so on';
const JPEG = '\u00FF\u00D8\u00FF and so on';
const PDF = '%PDF-1.7 and so on';
const PAGE = '<!doctype html><script>alert(1)</script>';
const DISGUISED: [type: string, bytes: string][] = [
  ['image/png', PAGE],
  ['IMAGE/PNG; charset=utf-8', PAGE],
  ['image/jpeg', PNG],
  ['image/webp', `RIFF0000${PAGE}`],
  ['application/pdf', PAGE],
  ['application/pdf', ''],
];
const file = (name: string) => `/db/${dbName}/${name}`;

/** A client of its own, which may carry files; its revision. */
async function holder(id: string): Promise<string> {
  const doc = clientDoc(id);
  const { body } = await server.call('PUT', file(doc._id), { as: server.manager, body: doc });
  return String(body['rev']);
}

const put = (path: string, rev: string, type: string, bytes: string) =>
  server.call('PUT', `${file(path)}?rev=${rev}`, {
    as: server.manager,
    body: latin(bytes),
    headers: { 'content-type': type },
  });

describe('on the way in', () => {
  it.each(DISGUISED)('what is called %s and is something else is refused', async (type, bytes) => {
    const id = `in${DISGUISED.findIndex((one) => one[0] === type && one[1] === bytes)}`;
    const rev = await holder(id);
    const alone = await put(`client_${id}/a`, rev, type, bytes);
    expect([alone.status, alone.body]).toEqual([
      400,
      expect.objectContaining({ ok: false, error: 'invalid_document', field: '_attachments.a' }),
    ]);
    const _attachments = { a: { content_type: type, data: base64(bytes) } };
    const within = { ...clientDoc(id), _rev: rev, _attachments };
    const whole = await server.call('PUT', file(`client_${id}`), { as: server.manager, body: within });
    expect([whole.status, whole.body['field']]).toEqual([400, '_attachments.a']);
    const docs = [replicated({ ...clientDoc(`${id}x`), _attachments }), replicated(clientDoc(`${id}y`))];
    const batch = await server.call<{ ok?: true; field?: string }[]>('POST', file('_bulk_docs'), {
      as: server.manager,
      body: { docs, new_edits: false },
    });
    expect(batch.body.map(({ ok, field }) => field ?? ok)).toEqual(['_attachments.a', true]);
  });

  it('what is what it is called is taken, and comes back as it was', async () => {
    for (const [type, bytes] of [
      ['image/png', PNG],
      ['image/jpeg', JPEG],
      ['application/pdf', PDF],
    ] as const) {
      const id = type.replace('/', '-');
      const stored = await put(`client_${id}/a`, await holder(id), type, bytes);
      expect(stored.status).toBe(201);
      const reply = await fetch(server.url + file(`client_${id}/a`), {
        headers: { authorization: `Bearer ${server.manager.token}` },
      });
      expect(Buffer.from(await reply.arrayBuffer()).toString('latin1')).toBe(bytes);
      expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
        type,
        'inline',
      ]);
    }
  });
});

describe('on the way out', () => {
  it.each(DISGUISED)('what lies there called %s and is something else is a download', async (type, bytes) => {
    const id = `out${DISGUISED.findIndex((one) => one[0] === type && one[1] === bytes)}`;
    const db = await server.storage.open(dbName);
    const _attachments = { a: { content_type: type, data: base64(bytes) } };
    await db.put({ ...clientDoc(id), _attachments } as never);
    const { status, headers } = await server.call('GET', file(`client_${id}/a`), { as: server.manager });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });
});
