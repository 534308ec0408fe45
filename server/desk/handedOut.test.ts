import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../storage/types.ts';
import { idleReader, leave } from '../testing/idleReader.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
/** More than the system keeps of an answer that nobody takes. */
const SIZE = 15_000_000;
const terms = (last: string) => Buffer.from(`%PDF-1.4\n${last.repeat(SIZE)}`);

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
  const { dbName } = await server.event();
  db = await server.storage.openExisting(dbName);
  await db.put(form('a'));
  await server.worker?.idle();
});
afterAll(() => server.close());

const form = (last: string) =>
  ({
    ...{ _id: 'form_f', type: 'form', accessId: 'handed01', name: 'All', language: 'en', enabled: true },
    ...{ currency: 'chf', vat: 0, options: [], amounts: {}, metadata: META },
    _attachments: { terms: { content_type: 'application/pdf', data: terms(last).toString('base64') } },
  }) as never;

const lastByte = async (): Promise<string> => {
  const answer = await fetch(`${server.url}/desk/handed01/terms`);
  return Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .slice(-1);
};

it('many who ask for the terms and take nothing share one copy, and nobody gets what was replaced', async () => {
  const reads = vi.spyOn(db, 'getAttachment');
  try {
    const readers = await Promise.all(
      Array.from({ length: 6 }, () => idleReader(server, '/desk/handed01/terms')),
    );
    expect(reads).toHaveBeenCalledTimes(1);
    expect(await lastByte()).toBe('a');
    expect(reads).toHaveBeenCalledTimes(1);
    await db.put({ ...(form('b') as object), _rev: (await db.get('form_f'))._rev } as never);
    expect(await lastByte()).toBe('b');
    await leave(readers);
  } finally {
    reads.mockRestore();
  }
});
