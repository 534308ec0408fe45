import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_HEADER } from '#api/protocol.ts';
import { DEVICE_HEADER } from '#api/wire.ts';
import { bundleHead } from '#api/bundle.ts';
import { entryChangeId } from '#domain/ids.ts';
import { clientDoc, replicated, sessionDoc } from '../../testing/documents.ts';
import { startTestServer, type Login, type TestServer } from '../../testing/server.ts';
import { storages } from '../../testing/storage.ts';

type Line = Record<string, unknown> & { _id?: string; _rev?: string };

describe.each(storages('leveldb', 'couchdb'))('bundle with %s storage', (storage) => {
  let server: TestServer;
  let host: Login;
  let dbName: string;
  beforeAll(async () => {
    server = await startTestServer({ storage });
    const event = await server.event();
    dbName = event.dbName;
    host = await server.person('host', 'host', event.eventId);
    const remote = server.remote(dbName, server.manager);
    await remote.bulkDocs(
      Array.from({ length: 1200 }, (_, i) => clientDoc(String(i).padStart(5, '0'))) as never,
    );
    await remote.bulkDocs(
      [
        replicated(clientDoc('conflict', { company: 'one' }), 'a'.repeat(32)),
        replicated(clientDoc('conflict', { company: 'two' }), 'b'.repeat(32)),
        replicated({
          _id: 'file_f',
          type: 'file',
          name: 'F',
          _attachments: { pdf: { content_type: 'application/pdf', data: 'JVBERi0=' } },
        }),
      ] as never,
      { new_edits: false },
    );
    const { rev } = await remote.put(clientDoc('gone') as never);
    await remote.remove('client_gone', rev);
    const changed = await remote.get('client_00000');
    await remote.put({ ...changed, company: 'Changed' });
  });
  afterAll(() => server.close());

  const read = async (query: string): Promise<Line[]> => {
    const reply = await server.call<string>('GET', `/db/${dbName}/_bundle?${query}`, { as: host });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    expect(reply.headers.get('content-type')).toContain('application/x-ndjson');
    return reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  };

  it('holds every leaf once, in the order of ids, and hands over to the changes without gap [SYNC-06]', async () => {
    const [head, ...lines] = await read('mode=full');
    const { last_seq, total } = bundleHead.parse(head);
    expect(lines.at(-1)).toEqual({ done: true });
    const docs = lines.slice(0, -1);
    expect(docs).toHaveLength(total + 1);
    const ids = docs.map(({ _id }) => _id ?? '');
    expect(ids).toEqual([...ids].sort());

    const device = server.local();
    await device.bulkDocs(docs as never, { new_edits: false });
    expect((await device.get('client_conflict', { conflicts: true }))._conflicts).toHaveLength(1);
    expect(Buffer.from((await device.getAttachment('file_f', 'pdf')) as Buffer).toString()).toBe('%PDF-');
    expect((await device.get('client_00000', { revs: true }))._revisions?.ids).toHaveLength(2);
    const rest = await device.replicate.from(server.remote(dbName, host), { since: last_seq });
    expect(rest.docs_read).toBe(0);
    // And the replicator finds that nothing is missing.
    expect((await device.replicate.from(server.remote(dbName, host), { checkpoint: false })).docs_read).toBe(
      1,
    );
    await expect(device.get('client_gone')).rejects.toMatchObject({ status: 404 });
  });

  it('brings the acts of those who share a seat, so that a new device can say who gave it [PLAN-25]', async () => {
    const event = await server.event();
    const remote = server.remote(event.dbName, server.manager);
    const seat = (seatIndex: number) => ({ tableId: 't', seatIndex, onTable: false });
    const entry = (name: string, seatIndex: number, updatedTime: number) => ({
      ...{ clientId: `client_${name}`, placement: seat(seatIndex), updatedTime },
    });
    const act = (time: number, rows: object[]) => ({
      ...{ _id: entryChangeId('session_d', time, `d${time}`), type: 'entrychange', sessionId: 'session_d' },
      ...{ time, rows, device: { id: 'd', name: 'Desk' } },
      author: { id: server.manager.id, name: server.manager.username },
    });
    const table = { type: 'circle', number: 1, seats: 3, position: { x: 9, y: 9 }, rotation: 0, scale: 1 };
    const plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: table } } };
    const acts = [
      act(10, [{ clientId: 'client_a', in: true, placement: seat(1) }]),
      act(11, [{ clientId: 'client_a', placement: seat(0) }]),
      act(12, [{ clientId: 'client_a', product: null }]),
      act(13, [{ clientId: 'client_c', in: true, placement: seat(1) }]),
      act(14, [{ clientId: 'client_b', in: true, placement: seat(0) }]),
    ];
    const [a, b, c] = [
      { ...entry('a', 0, 12), at: { in: 10, placement: 11, product: 12 } },
      entry('b', 0, 14),
      entry('c', 1, 13),
    ];
    await remote.bulkDocs([sessionDoc('d', { plan, clients: [a, b, c] }), ...acts] as never);
    const brought = async (): Promise<string[]> => {
      const { body } = await server.call<string>('GET', `/db/${event.dbName}/_bundle?mode=light`, {
        ...{ as: server.manager, headers: { [DEVICE_HEADER]: 'laptop', [PROTOCOL_HEADER]: '1-3' } },
      });
      const lines = body.trimEnd().split('\n');
      const ids = lines.map((line) => (JSON.parse(line) as Line)._id ?? '');
      return ids.filter((id) => id.startsWith('entrychange_'));
    };
    expect(await brought()).toEqual([acts[0], acts[1], acts[4]].map((doc) => doc?._id));
    // Somebody decided who stays: nobody asks any more.
    const stored = await remote.get('session_d');
    const moved = { ...b, placement: seat(2), updatedTime: 15 };
    await remote.put({ ...stored, clients: [a, moved, c] } as never);
    expect(await brought()).toEqual([]);
  });

  it('leaves out the entry changes that a session says already, for apps that know of it', async () => {
    const event = await server.event();
    const remote = server.remote(event.dbName, server.manager);
    const entry = { clientId: 'client_a', placement: { tableId: 't' }, updatedTime: 20 };
    const act = (time: number, rows: object[]) => ({
      ...{
        _id: entryChangeId('session_d', time, `d${time}`),
        type: 'entrychange',
        sessionId: 'session_d',
        time,
      },
      ...{
        device: { id: 'd', name: 'Desk' },
        author: { id: server.manager.id, name: server.manager.username },
      },
      rows,
    });
    const docs = [
      sessionDoc('d', { clients: [entry], removedClients: { client_b: 12 } }),
      act(10, [{ clientId: 'client_a', in: true }]),
      act(11, [
        { clientId: 'client_a', placement: { tableId: 'u' } },
        { clientId: 'client_b', in: true },
      ]),
      act(12, [{ clientId: 'client_b', in: false }]),
      // One row of it is news.
      act(13, [
        { clientId: 'client_a', in: true },
        { clientId: 'client_c', in: true },
      ]),
      act(15, [{ clientId: 'client_b', placement: { tableId: 't' } }]),
      act(18, [{ clientId: 'client_a', placement: null }]),
      {
        ...act(19, [{ clientId: 'client_a', in: true }]),
        _id: 'entrychange_z_000000019-x',
        sessionId: 'session_z',
      },
    ];
    await remote.bulkDocs(docs as never);
    const bundleOf = async (headers: Record<string, string>) => {
      const { body } = await server.call<string>('GET', `/db/${event.dbName}/_bundle?mode=light`, {
        ...{ as: server.manager, headers },
      });
      const [head, ...lines] = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
      return { total: bundleHead.parse(head).total, lines: lines.slice(0, -1) };
    };
    const app = { [DEVICE_HEADER]: 'laptop', [PROTOCOL_HEADER]: '1-3' };
    const { total, lines } = await bundleOf(app);
    const ids = (of: Line[]) =>
      of.flatMap(({ _id }) => (_id?.startsWith('entrychange_') === true ? [_id] : []));
    expect(ids(lines)).toEqual([docs[4], docs[5], docs[7]].map((doc) => doc?._id));
    const leftOut = lines.filter((line) => 'leftOut' in line);
    expect(leftOut).toEqual([
      { leftOut: 3, last: docs[3]?._id },
      { leftOut: 1, last: docs[6]?._id },
    ]);
    // They count as brought.
    expect(lines.length - leftOut.length + 4).toBe(total);
    for (const headers of [{}, { ...app, [PROTOCOL_HEADER]: '1-2' }]) {
      expect(ids((await bundleOf(headers as Record<string, string>)).lines)).toHaveLength(7);
    }
  });

  it('leaves heavy documents out of the light mode [SYNC-09]', async () => {
    const [head, ...lines] = await read('mode=light');
    const ids = lines.flatMap(({ _id }) => _id ?? []);
    expect(ids).not.toContain('file_f');
    expect(ids).toContain('client_conflict');
    // The device compares it with what it holds: "612 of 612".
    expect(bundleHead.parse(head).total).toBe(new Set(ids).size);
  });

  it('goes on after a document that a device has', async () => {
    const ids = (await read('after=client_01190')).flatMap(({ _id }) => _id ?? []);
    expect(ids[0]).toBe('client_01191');
    expect(ids).toContain('event');
  });

  it('refuses an unknown mode', async () => {
    const reply = await server.call('GET', `/db/${dbName}/_bundle?mode=half`, { as: host });
    expect(reply).toMatchObject({ status: 400, body: { field: 'mode' } });
  });
});
