import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '#domain/commands/run.ts';
import { takeMoney, withdrawSaid } from '#domain/commands/takeMoney.ts';
import { bookTransfers, takeBackTransfer } from '#domain/commands/transfers.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { bankPaymentId } from '#domain/ids.ts';
import { entryOf } from '#domain/documents/bankEntry.ts';
import { bookedOf } from '#domain/money/booked.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { err } from '#domain/result.ts';
import { consumer, openCommandScene, type CommandScene } from '../testing/commandScene.ts';
import { caller, SIDES } from '../testing/commandSides.ts';

const ADA = 'consumer_ada';
const part = { consumerId: ADA, id: 'T1', day: '2027-05-03', amount: 10_000 };
const noted = (bankId: string, cents: number, step = 0): string =>
  bankPaymentId(ADA, { entry: entryOf(bankId), cents, step });

describe.each(SIDES)('payments of a bank statement on %s', (kind) => {
  let scene: CommandScene;
  beforeEach(async () => {
    scene = await openCommandScene(kind);
  });
  afterEach(() => scene.close());

  const ada = async (): Promise<Consumer> => (await scene.read(ADA)) as unknown as Consumer;
  const note = async (id: string): Promise<Payment | null> =>
    (await scene.read(id)) as unknown as Payment | null;
  /** She owes 108.10, and whatever else is said of her. */
  const owes = async (more: Partial<Consumer> = {}): Promise<void> => {
    const registration = { amount: 10_000, currency: 'chf', rate: 100, vat: 810 };
    await scene.put([{ ...(await ada()), status: 'invoice_sent', registration, ...more }]);
  };
  const money = async (): Promise<[paid: number, open: number, status: string]> => {
    const now = await ada();
    const { paid, open } = settlementOf(now);
    return [paid, open, now.status];
  };

  it('are notes of their own, each once, and who has paid all is paid', async () => {
    await owes();
    expect(await scene.valueOf(bookTransfers, [part, part])).toEqual({ booked: 1 });
    expect(await scene.call(bookTransfers, [part])).toEqual(err({ code: 'nothing_to_do' }));
    expect(await money()).toEqual([10_000, 810, 'invoice_sent']);
    expect(await scene.valueOf(bookTransfers, [{ ...part, id: 'T2', amount: 810 }])).toEqual({ booked: 1 });
    expect(await money()).toEqual([10_810, 0, 'invoice_paid']);
    expect(await note(noted('T1', 10_000))).toMatchObject({
      ...{ type: 'payment', schemaVersion: 3, kind: 'transfer', amount: 10_000, currency: 'chf' },
      ...{ consumerId: ADA, day: '2027-05-03', author: { name: 'mia' }, device: { name: 'Desk' } },
    });
    // The registration is not where they are kept.
    expect(await ada()).not.toHaveProperty('transfers');
    // Euros pay nothing of what is owed in francs.
    expect(await scene.call(bookTransfers, [{ ...part, id: 'T3', currency: 'eur' }])).toEqual(
      err({ code: 'nothing_to_do' }),
    );
    expect(await scene.valueOf(bookTransfers, [{ ...part, id: 'T3', currency: 'chf' }])).toEqual({
      booked: 1,
    });
  });

  it('are taken back by a note, and can be noted anew, as often as somebody errs', async () => {
    await owes();
    for (const step of [0, 2, 4]) {
      expect(await scene.valueOf(bookTransfers, [{ ...part, amount: 10_810 }])).toEqual({ booked: 1 });
      expect(await money()).toEqual([10_810, 0, 'invoice_paid']);
      const noteId = noted('T1', 10_810, step);
      expect(bookedOf(await ada())).toMatchObject([{ noteId }]);
      await scene.valueOf(takeBackTransfer, { consumerId: ADA, noteId });
      expect(await note(noted('T1', 10_810, step + 1))).toMatchObject({ amount: -10_810, cancels: noteId });
      expect(await money()).toEqual([0, 10_810, 'invoice_sent']);
      expect(await scene.call(takeBackTransfer, { consumerId: ADA, noteId })).toEqual(
        err({ code: 'nothing_to_do' }),
      );
    }
  });

  const former = {
    settlement: { paid: 10_000, refunded: 0 },
    transfers: [{ id: 'T1', day: '2027-05-03', amount: 10_000 }],
  };

  it('of before there were such notes count, are not noted once more, and are taken back by a note', async () => {
    await owes(former);
    expect(await money()).toEqual([10_000, 810, 'invoice_sent']);
    expect(await scene.call(bookTransfers, [part])).toEqual(err({ code: 'nothing_to_do' }));
    expect(await scene.valueOf(bookTransfers, [{ ...part, id: 'T2', amount: 810 }])).toEqual({ booked: 1 });
    expect(await money()).toEqual([10_810, 0, 'invoice_paid']);
    expect(await ada()).toMatchObject(former);
    const noteId = noted('T1', 10_000);
    await scene.valueOf(takeBackTransfer, { consumerId: ADA, noteId });
    expect(await money()).toEqual([810, 10_000, 'invoice_sent']);
    // What the registration told stays as it was: it is overtaken, not edited.
    expect(await ada()).toMatchObject(former);
    await scene.valueOf(bookTransfers, [part]);
    expect(await money()).toEqual([10_810, 0, 'invoice_paid']);
    expect(await note(noted('T1', 10_000, 2))).toMatchObject({ amount: 10_000 });
    // Nothing of it was only said.
    expect(await scene.call(withdrawSaid, { consumerId: ADA })).toEqual(err({ code: 'nothing_to_do' }));
  });

  it('on top of what was said to be paid, both count', async () => {
    await owes({ status: 'invoice_paid' });
    await scene.valueOf(bookTransfers, [part]);
    expect(await money()).toEqual([20_810, 0, 'invoice_paid']);
    await scene.valueOf(withdrawSaid, { consumerId: ADA });
    expect(await money()).toEqual([10_000, 810, 'registered']);
  });

  it('lose no edit that came in between, and are not lost by it', async () => {
    await owes();
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([{ ...(await ada()), address: { city: 'Basel' } }]);
    });
    const done = await run(documents, bookTransfers, [part], caller());
    expect(done).toMatchObject({ ok: true, value: { value: { booked: 1 } } });
    // The note first, once, and the registration again.
    expect(writes).toEqual([[noted('T1', 10_000)], [ADA], [ADA]]);
    expect(await ada()).toMatchObject({ address: { city: 'Basel' } });
    expect(await money()).toEqual([10_000, 810, 'invoice_sent']);
  });

  it('that are noted, but not told by the registration, are told, and not noted twice', async () => {
    await owes();
    const bare = await ada();
    await scene.valueOf(bookTransfers, [part]);
    const known = (await scene.read(noted('T1', 10_000)))?.['_rev'];
    // An edit of another device has won, which knew nothing of it.
    const lose = async (): Promise<void> =>
      scene.put([{ ...bare, _rev: (await ada())._rev, address: { city: 'Basel' } } as never]);
    await lose();
    expect(await money()).toEqual([0, 10_810, 'invoice_sent']);
    expect(await scene.valueOf(bookTransfers, [part])).toEqual({ booked: 1 });
    expect(await money()).toEqual([10_000, 810, 'invoice_sent']);
    expect((await scene.read(noted('T1', 10_000)))?.['_rev']).toBe(known);
    await scene.valueOf(takeBackTransfer, { consumerId: ADA, noteId: noted('T1', 10_000) });
    await lose();
    expect(await scene.valueOf(bookTransfers, [part])).toEqual({ booked: 1 });
    expect(bookedOf(await ada())).toMatchObject([{ noteId: noted('T1', 10_000, 2) }]);
    expect(await money()).toEqual([10_000, 810, 'invoice_sent']);
  });

  it('by the hundred are noted in two writes, and each of them once where that is done again halfway', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `c${index}`);
    const paid = many.map((id, at) => ({ consumerId: `consumer_${id}`, id: `T${at}`, day: '', amount: 5 }));
    await scene.put(many.map((id) => ({ ...consumer(id) })));
    const { documents, writes } = scene.overtaken(() => Promise.resolve());
    const done = await run(documents, bookTransfers, paid, caller());
    expect(done).toMatchObject({ ok: true, value: { value: { booked: 300 } } });
    expect(writes.map(({ length }) => length)).toEqual([300, 300]);
    // As if it had ended after the first write.
    const stored = await Promise.all(many.map((id) => scene.read(`consumer_${id}`)));
    await scene.put(stored.map((doc) => ({ ...doc, taken: [], status: 'registered' })));
    expect(await scene.valueOf(bookTransfers, paid)).toEqual({ booked: 300 });
    for (const id of many.slice(0, 3))
      expect((await scene.read(`consumer_${id}`))?.['taken']).toMatchObject([{ amount: 5 }]);
  });

  it('and cash beside them, in any order, are the registration’s as its notes say', async () => {
    await owes();
    await scene.valueOf(bookTransfers, [{ ...part, amount: 2000 }]);
    const cash = await scene.valueOf(takeMoney, { consumerId: ADA, kind: 'cash', amount: 8810 });
    expect(await money()).toEqual([10_810, 0, 'invoice_paid']);
    expect((await ada()).taken?.map(({ id }) => id)).toEqual([noted('T1', 2000), cash._id]);
  });
});
