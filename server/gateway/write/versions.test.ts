import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_HEADER } from '#api/protocol.ts';
import { DEVICE_HEADER } from '#api/wire.ts';
import { raise } from '#domain/documents/testing/raised.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

describe('documents of several versions at the gateway', () => {
  let server: TestServer;
  let path = '';
  let lower = (): void => undefined;
  let serial = 0;
  beforeAll(async () => {
    server = await startTestServer();
    path = `/db/${(await server.event()).dbName}`;
  });
  afterEach(() => lower());
  afterAll(() => server.close());

  const guest = (fields: object) => ({ type: 'client', forename: 'Ada', surname: 'Lovelace', ...fields });
  /** Writes as a script does, or as an app. */
  const put = (id: string, doc: object, headers: Record<string, string> = {}) =>
    server.call<{ error?: string; rev?: string }>('PUT', `${path}/${id}`, {
      ...{ as: server.manager, headers, body: guest(doc) },
    });
  const APP = { [DEVICE_HEADER]: 'laptop', [PROTOCOL_HEADER]: '1-2' };
  /** Of before apps said what they speak. */
  const OLD_APP = { [DEVICE_HEADER]: 'laptop' };

  /** A document that is stored in version 2, by a server that knows it. */
  async function stored(): Promise<{ id: string; _rev: string }> {
    lower = raise('client', (doc) => ({ ...doc, migrated: true }));
    const id = `client_later${++serial}`;
    const { status, body } = await put(id, { schemaVersion: 2 }, APP);
    expect(status).toBe(201);
    return { id, _rev: body.rev ?? '' };
  }

  it('an app that is too old is told to update first, and keeps its change', async () => {
    const { id, _rev } = await stored();
    for (const headers of [APP, OLD_APP]) {
      const alone = await put(id, { _rev, notes: 'old' }, headers);
      expect([alone.status, alone.body.error]).toEqual([426, 'update_first']);
      const docs = [
        { ...guest({ notes: 'old' }), _id: id, _rev: '2-a', _revisions: { start: 2, ids: ['a', 'b'] } },
      ];
      const body = { docs: [...docs, { ...guest({}), _id: `${id}x`, _rev: '1-a' }], new_edits: false };
      const many = await server.call('POST', `${path}/_bulk_docs`, { as: server.manager, headers, body });
      // By that name apps of any age keep a document and send it again.
      expect(many.body).toMatchObject([
        { id, rev: '2-a', error: 'unavailable', reason: 'update_first' },
        { ok: true },
      ]);
    }
    expect((await put(id, { _rev, schemaVersion: 2 }, APP)).status).toBe(201);
  });

  it('an app that merges sessions in the former way is told to update first; what else it does is taken', async () => {
    const dinner = (fields: object) => ({ type: 'session', title: 'Dinner', date: 1, ...fields });
    const as = server.manager;
    for (const headers of [APP, OLD_APP]) {
      const alone = await server.call<{ error?: string }>('PUT', `${path}/session_d`, {
        ...{ as, headers, body: dinner({}) },
      });
      expect([alone.status, alone.body.error]).toEqual([426, 'update_first']);
      const docs = [
        { ...dinner({}), _id: 'session_d', _rev: '1-a', _revisions: { start: 1, ids: ['a'] } },
        { _id: 'session_d', _rev: '2-b', _deleted: true, _revisions: { start: 2, ids: ['b', 'a'] } },
        { ...guest({}), _id: `client_old${++serial}`, _rev: '1-a', _revisions: { start: 1, ids: ['a'] } },
      ];
      const many = await server.call('POST', `${path}/_bulk_docs`, {
        ...{ as, headers, body: { docs, new_edits: false } },
      });
      expect(many.body).toMatchObject([
        { id: 'session_d', error: 'unavailable', reason: 'update_first' },
        { id: 'session_d', error: 'unavailable', reason: 'update_first' },
        { ok: true },
      ]);
    }
    const updated = { [DEVICE_HEADER]: 'laptop', [PROTOCOL_HEADER]: '1-3' };
    const body = dinner({});
    expect((await server.call('PUT', `${path}/session_d`, { as, headers: updated, body })).status).toBe(201);
    expect((await server.call('PUT', `${path}/session_e`, { as, body })).status).toBe(201);
  });

  it('a script that only knows the contract is served as ever', async () => {
    const { id, _rev } = await stored();
    expect((await put(id, { _rev, notes: 'by hand' })).status).toBe(201);
    const { body } = await server.call('GET', `${path}/${id}`, { as: server.manager });
    expect(body).toMatchObject({ notes: 'by hand' });
  });

  it('what is newer than the server is to be sent again, and what it holds of it stays as it is', async () => {
    const { id, _rev } = await stored();
    lower();
    for (const headers of [APP, {}]) {
      const fresh = await put(`client_fresh${++serial}`, { schemaVersion: 2 }, headers);
      expect([fresh.status, fresh.body.error]).toEqual([503, 'newer_document']);
      expect((await put(id, { _rev, notes: 'x' }, headers)).status).toBe(503);
      const gone = await server.call('DELETE', `${path}/${id}?rev=${_rev}`, { as: server.manager, headers });
      expect(gone.status).toBe(503);
    }
    const { body } = await server.call('GET', `${path}/${id}`, { as: server.manager });
    expect(body).toMatchObject({ ...guest({}), schemaVersion: 2, _rev });
  });

  it('the same goes for users and services', async () => {
    const as = server.manager;
    for (const address of [`/db/users/${as.id}`, '/db/services/e1']) {
      const { body } = await server.call('GET', address, { as });
      const { ok: _ok, error: _error, message: _message, reason: _reason, ...doc } = body;
      const put = await server.call('PUT', address, { as, body: { ...doc, schemaVersion: 2 } });
      expect([address, put.status, put.body['error']]).toEqual([address, 503, 'newer_document']);
    }
  });

  it('a version that is no whole number is refused by its name', async () => {
    for (const schemaVersion of ['2', 0, 1.5, null]) {
      const { status, body } = await put(`client_odd${++serial}`, { schemaVersion });
      expect([status, (body as { field?: string }).field]).toEqual([400, 'schemaVersion']);
    }
  });
});
