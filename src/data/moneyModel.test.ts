import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { writing, stampAfter, type Command as EventCommand } from '#domain/commands/command.ts';
import { takeMoney } from '#domain/commands/takeMoney.ts';
import { bookTransfers, takeBackTransfer } from '#domain/commands/transfers.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { newDocument } from '#domain/documents/new.ts';
import type { OpenLogin } from '#domain/documents/user.ts';
import { bankPaymentId, bankStepOf } from '#domain/ids.ts';
import { entryOf } from '#domain/documents/bankEntry.ts';
import { bookedOf } from '#domain/money/booked.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { changedBy } from '#domain/money/standIn.ts';
import { err } from '#domain/result.ts';
import { startTestHub, type TestHub } from '../../server/testing/hub.ts';
import { memoryStorage } from '../../server/testing/memoryStorage.ts';
import { callForDocument, callForValue } from './repository/call.ts';
import { ModelDevice, type Network } from './testing/modelDevice.ts';
import { PASSWORD, startTestServer, type TestServer } from './testing/server.ts';

/*
 * Devices note payments of one bank statement, take them back, and edit the registrations, in any order and mostly apart. At rest
 * all hold the same: each payment that somebody noted last is paid, once, whoever else noted it, and the newest address stands.
 */

const DEVICES = 3;
const PRICE = 500;
const entries: readonly number[] = [200, 300, 500];
const consumerIds = ['consumer_ada', 'consumer_bob'] as const;

const on = { device: fc.nat(DEVICES - 1), of: fc.nat(1) };
const entry = fc.nat(entries.length - 1);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('book' as const), ...on, entry }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('back' as const), ...on, entry }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cash' as const), ...on }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), ...on }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sync' as const), ...on }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ do: fc.constant('network' as const), ...on },
      network: fc.constantFrom<Network>('up', 'down', 'answers lost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), ...on }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const move: EventCommand<{ consumerId: string; city: string }, Consumer> = (
  view,
  { consumerId, city },
  caller,
) => {
  const consumer = view.stored('consumer', consumerId);
  if (consumer === null) return err({ code: 'not_found' });
  const saved = changedBy(stampAfter(caller, consumer), { ...consumer, address: { city } });
  return writing(saved, saved);
};

/** What was acknowledged of a registration. */
interface Book {
  /** The last step with each payment. */
  steps: Map<string, number>;
  cash: number;
  moved: { city: string; at: number }[];
}

async function perform(step: Step, one: ModelDevice, books: Map<string, Book>): Promise<void> {
  const consumerId = consumerIds[step.of] as string;
  const book = books.get(consumerId) as Book;
  const told = (): Consumer => one.store.consumers().get(consumerId) as Consumer;
  switch (step.do) {
    case 'book': {
      const amount = entries[step.entry] ?? 0;
      const paid = { consumerId, id: `T${step.entry}`, day: '2027-05-03', amount };
      if (!(await callForValue(one.context, bookTransfers, [paid])).ok) return;
      const noteId = bookedOf(told()).find(({ entry: named }) => named === entryOf(paid.id))?.noteId;
      const made = bankStepOf(noteId ?? '')?.step ?? NaN;
      expect(noteId).toBe(bankPaymentId(consumerId, { entry: entryOf(paid.id), cents: amount, step: made }));
      book.steps.set(paid.id, Math.max(made, book.steps.get(paid.id) ?? 0));
      return;
    }
    case 'back': {
      const id = `T${step.entry}`;
      const noteId = bookedOf(told()).find(({ entry: named }) => named === entryOf(id))?.noteId ?? '';
      if (!(await callForDocument(one.context, takeBackTransfer, { consumerId, noteId })).ok) return;
      book.steps.set(id, Math.max((bankStepOf(noteId)?.step ?? NaN) + 1, book.steps.get(id) ?? 0));
      return;
    }
    case 'cash':
      if ((await callForValue(one.context, takeMoney, { consumerId, kind: 'cash', amount: 7 })).ok)
        book.cash += 7;
      return;
    case 'move': {
      const city = `Town ${book.moved.length}`;
      const done = await callForDocument(one.context, move, { consumerId, city });
      if (done.ok) book.moved.push({ city, at: done.value.metadata.updatedAt ?? 0 });
      return;
    }
    case 'sync':
      await one.round();
      return;
    case 'network':
      one.network = step.network;
      return;
    case 'crash':
      await one.start();
  }
}

async function revsOf(db: { allDocs(options: object): Promise<{ rows: unknown[] }> }): Promise<string> {
  const { rows } = await db.allDocs({ conflicts: true, include_docs: true });
  return (rows as { doc: { _id: string; _rev: string; _conflicts?: string[] } }[])
    .map(({ doc }) => [doc._id, doc._rev, ...(doc._conflicts ?? [])].join(' '))
    .join('\n');
}

async function rest(server: TestServer, hub: TestHub | null, devices: readonly ModelDevice[], name: string) {
  for (const one of devices) one.network = 'up';
  const db = await server.built.storage.open(name);
  for (let round = 0; round < 12; round++) {
    const before = await revsOf(db);
    for (const one of devices) if (!(await one.round())) throw one.lastFailure;
    if (hub !== null)
      await vi.waitFor(
        async () => {
          await hub.worker?.idle();
          await server.built.worker?.idle();
          expect(await revsOf(await hub.storage.open(name))).toBe(await revsOf(db));
        },
        { timeout: 30_000, interval: 20 },
      );
    await server.built.worker?.idle();
    const now = await revsOf(db);
    const held = await Promise.all(devices.map((one) => one.db.use((pouch) => revsOf(pouch as never))));
    if (now === before && held.every((here) => here === now)) return db;
  }
  throw new Error('the devices never come to rest');
}

async function prove(
  server: TestServer,
  { token, user }: OpenLogin,
  steps: readonly Step[],
  inHall: boolean,
) {
  const { eventId } = (await server.call('PUT', '/api/event', { date: Date.now(), title: 'Gala' })) as {
    eventId: string;
  };
  const name = `event-${eventId}`;
  const event = await server.built.storage.open(name);
  await event.bulkDocs(
    consumerIds.map((_id) =>
      newDocument('consumer', {
        ...{ _id, status: 'invoice_sent', date: 1, metadata: { createdAt: 1, updatedAt: 1 } },
        registration: { amount: PRICE, vat: 0, currency: 'chf', rate: 100 },
      }),
    ) as never,
  );
  let hub: TestHub | null = null;
  if (inHall) {
    const body = { name: 'Hall', eventIds: [eventId], until: Date.now() + 3_600_000 };
    const { code } = (await server.call('POST', '/api/hubs', body)) as { code: string };
    const upstream = server.url;
    hub = await startTestHub({ upstream, code, storage: memoryStorage() });
    await vi.waitUntil(() => (hub?.link?.met() ?? 0) > 0, { timeout: 30_000, interval: 10 });
  }
  const devices: ModelDevice[] = [];
  for (let index = 0; index < DEVICES; index++) {
    const app = () => (index === 0 && hub !== null ? hub.app : server.built.app);
    const one = new ModelDevice({ app, token, user, eventId, name: `${name}-${index}`, random: Math.random });
    await one.start();
    await one.round();
    devices.push(one);
  }
  const books = new Map(
    consumerIds.map((id): [string, Book] => [id, { steps: new Map(), cash: 0, moved: [] }]),
  );
  for (const one of steps) await perform(one, devices[one.device] as ModelDevice, books);
  const db = await rest(server, hub, devices, name);
  for (const [id, { steps: made, cash, moved }] of books) {
    const now = (await db.get(id)) as unknown as Consumer;
    const bank = [...made].map(([bankId, last]) =>
      last % 2 === 0 ? (entries[Number(bankId.slice(1))] ?? 0) : 0,
    );
    const paid = cash + bank.reduce((sum, cents) => sum + cents, 0);
    expect([id, settlementOf(now).paid]).toEqual([id, paid]);
    expect([id, paid, now.status]).toEqual([id, paid, paid >= PRICE ? 'invoice_paid' : 'invoice_sent']);
    const newest = Math.max(...moved.map(({ at }) => at));
    const towns = moved.filter(({ at }) => at === newest).map(({ city }) => city);
    expect(towns.length === 0 ? [undefined] : towns).toContain(now.address?.city);
    const { rows } = await db.allDocs({ include_docs: true });
    const notes = rows.flatMap((row) => (row.id.startsWith(`payment_${id.slice(9)}_`) ? row.id : []));
    expect(now.taken?.map((told) => told.id).toSorted() ?? []).toEqual(notes);
    const count = [...made.values()].reduce((sum, last) => sum + last + 1, 0);
    expect(notes.filter((note) => bankStepOf(note) !== null)).toHaveLength(count);
  }
  for (const one of devices) {
    expect(one.sync.status.get().refused).toEqual([]);
    expect(one.errors).toEqual([]);
    await one.db.close();
  }
  await hub?.close();
}

it.each([
  ['among devices', false, 25],
  ['with one of them at a hub', true, 5],
] as const)(
  'a payment of a bank statement counts once, as somebody left it last, and no edit is lost by it, %s [SYNC-10]',
  { timeout: 180_000 },
  async (_title, inHall, usualRuns) => {
    const server = await startTestServer({ storage: memoryStorage() });
    let proved = 0;
    const { FOYER_MODEL_SEED: seed, FOYER_MODEL_PATH: path, FOYER_MODEL_RUNS: numRuns } = process.env;
    try {
      const login = await server.call('POST', '/api/login', { username: 'manager', password: PASSWORD });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), async (steps) => {
          await prove(server, login as unknown as OpenLogin, steps, inHall);
          proved++;
        }),
        {
          numRuns: Number(numRuns ?? usualRuns),
          endOnFailure: true,
          ...{ plugins: [fc.interruptAfterTimeLimit(120_000)] },
          ...(seed === undefined ? {} : { seed: Number(seed) }),
          ...(path === undefined ? {} : { path }),
        },
      );
      expect(proved).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  },
);
