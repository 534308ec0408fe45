import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { databaseName, idRange } from '#domain/ids.ts';
import { bookedOf } from '#domain/money/booked.ts';
import { moneyRows } from '#domain/money/moneyList.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { until, type Tab } from './testing/device.ts';
import { createScene, eventWith, type Scene } from './testing/scene.ts';
import type { OpenEvent, Outcome } from './types.ts';

/* Money of one bank statement, noted on devices that are apart: nothing is lost, and nothing counts twice. */

describe('payments of a bank statement on two devices', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  /** As the form saves it: what stands there, in this town. */
  function inTown({ store, repository }: OpenEvent, consumerId: string, city: string) {
    const base = store.consumers().get(consumerId);
    if (base === undefined) throw new Error('no registration');
    const input: ConsumerInput = {
      person: {
        ...{ title: null, forename: 'Ada', surname: 'King', company: '', language: 'en' },
        ...{ email: '', phone: '' },
      },
      address: { name: '', street: '', zip: '', city, country: '' },
      ...{ addressSec: null, date: 1, paymentType: 'transfer', amount: 10_000, vat: 0, rate: 100 },
      ...{ currency: 'chf', status: city === '' ? 'invoice_sent' : base.status },
    };
    return valueOf(repository.saveConsumer(consumerId, input, base));
  }

  /** An event with two registrations that owe 100.00, on two devices without network; `before`: what is done where all is joined. */
  async function apart(before: (event: OpenEvent, ids: readonly string[]) => Promise<unknown> = noop) {
    const { eventId, event } = await eventWith(scene.desk, 'Ada\tKing\nBob\tTest');
    const ids = [...event.store.consumers().keys()].sort();
    for (const id of ids) await inTown(event, id, '');
    await before(event, ids);
    const settled = (tab: Tab, at: OpenEvent): Promise<void> =>
      until([tab.data.sync, at.sync], () => at.sync.get().state === 'synced' && at.sync.get().waiting === 0);
    await scene.desk.data.sync.syncNow(eventId);
    await settled(scene.desk, event);
    await scene.server.built.worker?.idle();
    const open = async () => {
      const device = scene.device();
      const tab = scene.tab(device);
      await tab.login('manager');
      const at = await tab.open(eventId);
      await until(at.store, () => ids.every((id) => at.store.consumers().has(id)));
      device.online(false);
      return { device, tab, at };
    };
    const [a, b] = [await open(), await open()];
    const db = await scene.server.built.storage.open(databaseName(eventId));
    const revs = (list: Iterable<{ _id: string; _rev?: string | undefined }>): string =>
      [...list]
        .map(({ _id, _rev }) => `${_id} ${_rev}`)
        .sort()
        .join('\n');
    /** Both have the network again, and all hold the same; what the registrations say then. */
    async function joined(): Promise<Consumer[]> {
      for (const { device } of [a, b]) device.online(true);
      for (const { tab, at } of [a, b]) {
        await tab.data.sync.syncNow(eventId);
        await settled(tab, at);
      }
      await scene.server.built.worker?.idle();
      const { rows } = await db.allDocs({ conflicts: true, include_docs: true });
      const docs = rows.map(({ doc }) => doc as unknown as Consumer & { _conflicts?: string[] });
      expect(docs.filter(({ _conflicts }) => _conflicts !== undefined)).toEqual([]);
      const beginning = (type: string) => docs.filter(({ _id }) => _id.startsWith(type));
      for (const { at } of [a, b, { at: event }]) {
        await until(at.store, () => revs(at.store.consumers().values()) === revs(beginning('consumer_')));
        await until(
          at.store,
          () => revs(at.store.documents('payment').values()) === revs(beginning('payment_')),
        );
        expect(at.sync.get().refused).toEqual([]);
      }
      for (const { device } of [a, b]) expect(device.errors).toEqual([]);
      for (const { device } of [a, b]) device.online(false);
      return beginning('consumer_');
    }
    return { ids, a: a.at, b: b.at, joined, db };
  }
  const of = (consumerId: string, id = 'T1', amount = 10_000) => ({
    consumerId,
    id,
    day: '2027-05-03',
    amount,
  });
  const told = (consumer: Consumer | undefined) => {
    if (consumer === undefined) throw new Error('no registration');
    const { paid, open } = settlementOf(consumer);
    return { paid, open, status: consumer.status, city: consumer.address?.city ?? '' };
  };
  const noteOf = (consumer: Consumer | undefined): string =>
    (consumer === undefined ? undefined : bookedOf(consumer)[0]?.noteId) ?? '';

  it.each(['before', 'after'])(
    'noted on one %s the address is edited on the other: both stay',
    async (when) => {
      const { ids, a, b, joined } = await apart();
      const [ada = ''] = ids;
      const book = () => valueOf(a.repository.bookTransfers([of(ada)]));
      if (when === 'before') await book();
      await inTown(b, ada, 'Basel');
      if (when === 'after') await book();
      const [now] = await joined();
      expect(told(now)).toEqual({ paid: 10_000, open: 0, status: 'invoice_paid', city: 'Basel' });
    },
  );

  it.each(['before', 'after'])('as well cash that is noted %s it', async (when) => {
    const { ids, a, b, joined } = await apart();
    const [ada = ''] = ids;
    const take = () => valueOf(a.repository.takeMoney({ consumerId: ada, kind: 'cash', amount: 10_000 }));
    if (when === 'before') await take();
    await inTown(b, ada, 'Basel');
    if (when === 'after') await take();
    const [now] = await joined();
    expect(told(now)).toEqual({ paid: 10_000, open: 0, status: 'invoice_paid', city: 'Basel' });
  });

  it('noted on both, it is one payment, of whoever was first', async () => {
    const { ids, a, b, joined, db } = await apart();
    const [ada = ''] = ids;
    expect(await valueOf(a.repository.bookTransfers([of(ada), of(ada, 'T2', 50)]))).toEqual({ booked: 2 });
    expect(await valueOf(b.repository.bookTransfers([of(ada)]))).toEqual({ booked: 1 });
    // By their clocks, of which one may be some milliseconds behind.
    const noted = [a, b].flatMap(({ store }) => [...store.documents('payment').values()]);
    const first = new Map<string, Payment>();
    for (const note of noted.toSorted((one, other) => other.time - one.time)) first.set(note._id, note);
    const [now] = await joined();
    expect(told(now)).toMatchObject({ paid: 10_050, status: 'invoice_paid' });
    const { rows } = await db.allDocs({ ...idRange('payment_'), include_docs: true });
    const byTime = (list: readonly unknown[]) =>
      (list as Payment[]).map(({ _id, amount, time, device }) => ({ _id, amount, time, device }));
    expect(byTime(rows.map(({ doc }) => doc))).toEqual(
      byTime([...first.values()].toSorted((x, y) => (x._id < y._id ? -1 : 1))),
    );
  });

  it('noted on both for two registrations, it is told at both, and taken back at one', async () => {
    const { ids, a, b, joined } = await apart();
    const [ada = '', bob = ''] = ids;
    await valueOf(a.repository.bookTransfers([of(ada)]));
    await valueOf(b.repository.bookTransfers([of(bob)]));
    const now = await joined();
    expect(now.map(told)).toMatchObject([{ paid: 10_000 }, { paid: 10_000 }]);
    const flags = () => moneyRows(a.store.consumers().values(), []).map((row) => row.flags);
    expect(flags()).toEqual([['twice'], ['twice']]);
    await valueOf(a.repository.takeBackTransfer(bob, noteOf(now[1])));
    expect((await joined()).map(told)).toMatchObject([
      { paid: 10_000, status: 'invoice_paid' },
      { paid: 0, status: 'invoice_sent' },
    ]);
    expect(flags()).toEqual([[], []]);
  });

  it('taken back on one while the address is edited on the other, it stays so, and can be noted anew', async () => {
    const { ids, a, b, joined } = await apart(({ repository }, [ada = '']) =>
      valueOf(repository.bookTransfers([of(ada)])),
    );
    const [ada = ''] = ids;
    await valueOf(a.repository.takeBackTransfer(ada, noteOf(a.store.consumers().get(ada))));
    await inTown(b, ada, 'Basel');
    const [now] = await joined();
    expect(told(now)).toEqual({ paid: 0, open: 10_000, status: 'invoice_sent', city: 'Basel' });
    // Both, once more.
    await valueOf(a.repository.bookTransfers([of(ada)]));
    await valueOf(b.repository.bookTransfers([of(ada)]));
    const [anew] = await joined();
    expect(told(anew)).toEqual({ paid: 10_000, open: 0, status: 'invoice_paid', city: 'Basel' });
  });

  it('noted on one, and on the other taken back and noted anew, or taken back by both: what was done last counts', async () => {
    const { ids, a, b, joined } = await apart(({ repository }, [ada = '']) =>
      valueOf(repository.bookTransfers([of(ada)])),
    );
    const [ada = ''] = ids;
    const standing = ({ store }: OpenEvent): string => noteOf(store.consumers().get(ada));
    await valueOf(a.repository.takeBackTransfer(ada, standing(a)));
    await valueOf(b.repository.takeBackTransfer(ada, standing(b)));
    await valueOf(b.repository.bookTransfers([of(ada)]));
    expect(told((await joined())[0])).toMatchObject({ paid: 10_000, status: 'invoice_paid' });
    await valueOf(a.repository.takeBackTransfer(ada, standing(a)));
    await valueOf(b.repository.takeBackTransfer(ada, standing(b)));
    expect(told((await joined())[0])).toMatchObject({ paid: 0, open: 10_000, status: 'invoice_sent' });
  });

  it('of before there were notes of them: it counts, is not noted again, and an edit elsewhere brings back none that was taken back', async () => {
    const former = {
      ...{ status: 'invoice_paid', statusBefore: 'invoice_sent', settlement: { paid: 10_000, refunded: 0 } },
      transfers: [{ id: 'T1', day: '2027-05-03', amount: 10_000 }],
    };
    const { ids, a, b, joined } = await apart(async ({ store }, [ada = '']) => {
      const path = `/db/${databaseName(store.eventId)}/${ada}`;
      await scene.desk.data.sync.syncNow(store.eventId);
      await scene.server.built.worker?.idle();
      await scene.server.call('PUT', path, { ...(await scene.server.call('GET', path)), ...former });
    });
    const [ada = ''] = ids;
    await until(a.store, () => a.store.consumers().get(ada)?.transfers != null);
    expect(told(a.store.consumers().get(ada))).toMatchObject({ paid: 10_000, status: 'invoice_paid' });
    expect(await a.repository.bookTransfers([of(ada)])).toMatchObject({ error: { code: 'nothing_to_do' } });
    await valueOf(a.repository.takeBackTransfer(ada, noteOf(a.store.consumers().get(ada))));
    await inTown(b, ada, 'Basel');
    const [now] = await joined();
    expect(told(now)).toEqual({ paid: 0, open: 10_000, status: 'invoice_sent', city: 'Basel' });
    await valueOf(b.repository.bookTransfers([of(ada)]));
    expect(told((await joined())[0])).toMatchObject({ paid: 10_000, open: 0, status: 'invoice_paid' });
  });
});

const noop = (): Promise<void> => Promise.resolve();
async function valueOf<V>(outcome: Outcome<V>): Promise<V> {
  const done = await outcome;
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}
