import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doubleEntries } from '#domain/checkins/doubleEntries.ts';
import { parseDocument } from '#domain/documents/index.ts';
import type { Form } from '#domain/documents/form.ts';
import type { Session } from '#domain/documents/session.ts';
import { validateWrite } from '#domain/judging/validateWrite.ts';
import { attemptOf, type NotifAttempt } from '#domain/notifications/attempts.ts';
import { Accounts } from '../server/auth/accounts.ts';
import { Logins } from '../server/auth/logins.ts';
import { read } from '../server/storage/documents.ts';
import { openStorage } from '../server/storage/factory.ts';
import { DATABASES, historyDatabase, outboxDatabase, type AnyDoc } from '../server/storage/types.ts';
import { GALA_ID, makeGala, makeTalk, TALK_ID } from './events.ts';
import { makeEvent } from '../server/sample/generate.ts';
import { rowsOf } from './outbox.ts';
import { tinyPdf } from './pdf.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PEOPLE, seedDemo } from './seed.ts';

const NOW = new Date('2026-06-20T16:30:00').getTime();

const wrong = (documents: readonly ({ _id: string } & AnyDoc)[]) =>
  documents.flatMap((doc) => {
    const manager = { id: DEMO_PEOPLE.manager.id, role: 'manager' as const, name: 'manager' };
    const results = [
      parseDocument(doc),
      validateWrite(doc, null, manager, { now: Date.now(), archivedSince: null }),
    ];
    return results.filter(({ ok }) => !ok).map((result) => [doc._id, result]);
  });

describe('the demo’s documents', () => {
  test('all pass the rules that hold for every write', () => {
    expect(wrong(makeGala(NOW, DEMO_PEOPLE).documents)).toEqual([]);
    expect(wrong(makeTalk(NOW, DEMO_PEOPLE).documents)).toEqual([]);
  });

  test('are the same every time', () => {
    expect(makeGala(NOW, DEMO_PEOPLE)).toEqual(makeGala(NOW, DEMO_PEOPLE));
    const later = makeGala(NOW + 86_400_000, DEMO_PEOPLE);
    expect(later.clients.map(({ _id }) => _id)).toEqual(
      makeGala(NOW, DEMO_PEOPLE).clients.map(({ _id }) => _id),
    );
  });

  test('make the gala that contract.md promises', () => {
    const { clients, consumers, sessions, checkins } = makeGala(NOW, DEMO_PEOPLE);
    expect([clients.length, consumers.length]).toEqual([600, 420]);
    expect(new Set(clients.map(({ number }) => number)).size).toBe(600);
    expect(sessions.map(({ status }) => status)).toEqual(['archived', 'ongoing', 'upcoming']);
    for (const session of sessions) {
      expect(session.clients.length).toBeGreaterThanOrEqual(280);
      const tables = session.plan?.state.tables ?? {};
      expect(Object.keys(tables)).toHaveLength(60);
      const seats = session.clients.flatMap(({ placement }) =>
        placement ? [`${placement.tableId}/${placement.seatIndex}`] : [],
      );
      expect(new Set(seats).size).toBe(seats.length);
      for (const { position } of Object.values(tables)) {
        expect(position.x).toBeGreaterThan(0);
        expect(position.x).toBeLessThan(160);
        expect(position.y).toBeLessThan(100);
      }
    }
    expect(checkins.every(({ time }) => time < NOW)).toBe(true);
    expect(checkins.length).toBeGreaterThan(500);
    const canceled = new Set(consumers.filter(({ status }) => status === 'canceled').map(({ _id }) => _id));
    const away = new Set(clients.filter((one) => canceled.has(one.consumerId ?? '')).map(({ _id }) => _id));
    expect(away.size).toBeGreaterThan(0);
    expect(checkins.filter(({ clientId }) => away.has(clientId))).toEqual([]);
    for (const { _id } of sessions) {
      expect(doubleEntries(checkins.filter(({ sessionId }) => sessionId === _id))).toEqual([]);
    }
  });

  test('tell of messages what the server keeps of them', () => {
    const { consumers } = makeGala(NOW, DEMO_PEOPLE);
    const rows = rowsOf(consumers, (id) => (id.endsWith('2') ? 'sms' : 'email'));
    expect(rows.length).toBeGreaterThan(420);
    for (const { _id, notifs } of consumers) {
      const told = new Map<string, (NotifAttempt | null)[]>();
      for (const row of rows.filter(({ consumerId }) => consumerId === _id))
        told.set(row.notifId, [...(told.get(row.notifId) ?? []), attemptOf(row, null, null)]);
      expect(Object.fromEntries(told)).toEqual(notifs);
    }
  });

  test('leave places on the public page: who tries it can register', () => {
    const { clients, consumers, sessions, documents } = makeGala(NOW, DEMO_PEOPLE);
    const registrations = new Map(consumers.map((one) => [one._id, one]));
    const goes = new Set(
      clients.flatMap(({ _id, consumerId }) =>
        registrations.get(consumerId ?? '')?.status === 'canceled' ? [] : _id,
      ),
    );
    const form = documents.find(({ type }) => type === 'form') as unknown as Form;
    const sizes = new Map(form.options.map(({ id, clientCount }) => [id, clientCount]));
    for (const { clients: entries, capacity, status } of sessions) {
      if (status === 'archived') continue;
      const taken = entries
        .filter(({ clientId }) => goes.has(clientId))
        .reduce((sum, { product }) => sum + (sizes.get(product?.optionId ?? '') ?? 1), 0);
      expect(taken).toBeLessThan(Math.min(capacity ?? Infinity, form.maxClientCountPerSession ?? Infinity));
    }
  });

  test('a tiny PDF has the right offsets', () => {
    const text = Buffer.from(tinyPdf(['Été (1)'])).toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]));
    offsets.forEach((offset, index) =>
      expect(text.slice(offset).startsWith(`${index + 1} 0 obj`)).toBe(true),
    );
  });

  test('large events for benchmarks are as large as asked for', () => {
    const large = makeEvent({ clients: 10_000, sessions: 2, entriesPerSession: 5000, seed: 1 });
    expect(large.clients).toHaveLength(10_000);
    expect(large.sessions.map(({ clients }) => clients.length)).toEqual([5000, 5000]);
    expect(wrong(large.documents.slice(-3))).toEqual([]);
  });
});

describe('seedDemo', () => {
  test('fills LevelDB: logins, events, check-ins folded, history told', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'foyer-seed-'));
    const storage = await openStorage({ couchUrl: null, dataDir });
    await seedDemo(storage, { now: NOW });
    const accounts = new Accounts(storage, new Logins(storage, 60));
    for (const login of DEMO_LOGINS) {
      expect(await accounts.authenticate(login, DEMO_PASSWORD)).toMatchObject({ user: { role: login } });
    }
    const central = await read(await storage.open(DATABASES.central), 'events');
    const events = central?.['events'] as {
      id: string;
      authorized: string[];
      status: string;
      sessions: { id: string }[];
    }[];
    expect(events.map(({ id, status }) => [id, status])).toEqual([
      [GALA_ID, 'ongoing'],
      [TALK_ID, 'upcoming'],
    ]);
    expect(events[1]?.authorized).not.toContain(DEMO_PEOPLE.host.id);
    const ongoing = events[0]?.sessions[1]?.id ?? '';
    const session = (await read(await storage.open(`event-${GALA_ID}`), ongoing)) as unknown as Session;
    expect(session.clients.filter(({ checkInTime }) => checkInTime !== null)).toHaveLength(225);
    const outbox = await storage.open(outboxDatabase(GALA_ID));
    expect((await outbox.allDocs()).rows.length).toBeGreaterThan(420);
    const history = await (
      await storage.open(historyDatabase(GALA_ID))
    ).allDocs({ startkey: 'h_', endkey: 'h_\ufff0' });
    expect(history.rows.length).toBeGreaterThan(1000);
    await storage.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
