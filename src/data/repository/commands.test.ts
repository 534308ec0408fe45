import { afterEach, describe, expect, it } from 'vitest';
import { admit, cancelAdmission, markDouble, undoCancellation } from '#domain/commands/checkIn.ts';
import { stampAfter, type Command } from '#domain/commands/command.ts';
import { applyRate, saveConsumer, undoRate } from '#domain/commands/consumers.ts';
import type { Documents } from '#domain/commands/documents.ts';
import { run } from '#domain/commands/run.ts';
import { together } from '#domain/commands/together.ts';
import { resolveConflict } from '#domain/conflicts/conflict.ts';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import { newDocument } from '#domain/documents/new.ts';
import { docId } from '#domain/ids.ts';
import { err, ok } from '#domain/result.ts';
import type { AnyDoc } from '../deps.ts';
import { caller, openSide, SIDES, type CommandSide } from '../testing/commandSides.ts';

/* The same commands on every side: what holds here a caller may rely on, wherever it runs. */

const metadata = { createdAt: 1, updatedAt: 1 };
const event = newDocument('event', {
  ...{ _id: 'event', id: 'gala', dbName: 'event-gala', title: 'Gala', metadata },
});
const session = newDocument('session', {
  ...{ _id: 'session_s', title: 'Dinner', date: 1, status: 'ongoing', metadata },
  clients: ['ada', 'bob', 'cora'].map((id) => ({
    ...{ clientId: `client_${id}`, checkInTime: null, placement: null, product: null, updatedTime: 1 },
  })),
});
const client = (id: string, more: object = {}) =>
  newDocument('client', {
    ...{ _id: `client_${id}`, forename: id, surname: 'Guest', category: 'indiv', language: 'en' },
    ...{ number: id, consumerId: `consumer_${id}`, metadata },
    ...more,
  });
const consumer = (id: string, more: Partial<Consumer> = {}) =>
  newDocument('consumer', {
    ...{ _id: `consumer_${id}`, date: 1, metadata, registration: { rate: 100, amount: 5 } },
    ...more,
  } as never);
const docs = (): AnyDoc[] =>
  [
    ...[event, session, client('ada'), client('bob'), client('cora'), client('dan')],
    ...[consumer('ada'), consumer('bob'), consumer('cora', { status: 'canceled' })],
  ].map((doc) => ({ ...doc }));

const ada = { sessionId: 'session_s', clientId: 'client_ada' };
const list = { method: 'list' as const };
const input = (more: Partial<ConsumerInput>): ConsumerInput => ({
  person: {
    ...{ title: null, forename: 'Ada', surname: '', company: '', language: 'en', email: '', phone: '' },
  },
  ...{ address: { name: '', street: '', zip: '', city: '', country: '' }, addressSec: null, date: 1 },
  ...{ paymentType: 'none', amount: 5, currency: 'chf', vat: 0, rate: 100, status: 'registered' },
  ...more,
});

describe.each(SIDES)('commands on %s', (kind) => {
  let side: CommandSide;
  const open = async (): Promise<CommandSide> => (side = await openSide(kind, docs()));
  afterEach(() => side.close());
  const call = <I, V>(command: Command<I, V>, given: I, by = caller()) =>
    run(side.documents, command, given, by);
  const valueOf = async <I, V>(command: Command<I, V>, given: I): Promise<V> => {
    const done = await call(command, given);
    if (!done.ok) throw new Error(done.error.code);
    return done.value.value;
  };

  /** Somebody else is faster by one write, before the first of this run. */
  function overtaken(by: () => Promise<void>): { documents: Documents; writes: string[][] } {
    const writes: string[][] = [];
    return {
      writes,
      documents: {
        view: () => side.documents.view(),
        async write(all) {
          if (writes.length === 0) await by();
          writes.push(all.map(({ _id }) => _id));
          return side.documents.write(all);
        },
      },
    };
  }

  it('a check-in is one document, and each act is decided on those before it', async () => {
    await open();
    const first = await call(admit, { ...ada, ...list });
    const admission = first.ok ? first.value.value : null;
    expect([...(first.ok ? first.value.revs : [])]).toEqual([[admission?._id, expect.stringMatching(/^1-/)]]);
    expect(await side.read(admission?._id ?? '')).toMatchObject({
      ...{ type: 'checkin', action: 'in', author: { name: 'mia' }, device: { name: 'Desk' } },
    });
    expect(await call(admit, { ...ada, ...list })).toEqual(err({ code: 'already_checked_in' }));
    const out = await valueOf(cancelAdmission, { ...ada, ...list });
    expect(out.cancels).toBe(admission?._id);
    const back = await valueOf(undoCancellation, { ...ada, cancellation: out._id });
    expect(back).toMatchObject({ action: 'in', cancels: out._id });
    expect(await valueOf(markDouble, { ...ada, double: back._id })).toMatchObject({ action: 'seen' });
    expect(await call(admit, { ...ada, clientId: 'client_dan', ...list })).toEqual(
      err({ code: 'not_registered' }),
    );
    expect(await call(admit, { ...ada, clientId: 'client_cora', ...list })).toEqual(
      err({ code: 'registration_canceled' }),
    );
  });

  it('who may not write one of its documents writes none of them', async () => {
    await open();
    const host = { ...caller('host') };
    expect(await call(admit, { ...ada, ...list }, host)).toMatchObject({ ok: true });
    const rate = { consumerIds: ['consumer_ada', 'consumer_bob'], choice: { rate: 50, rateName: null } };
    expect(await call(applyRate, rate, host)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await call(applyRate, { ...rate, choice: { rate: 1e9, rateName: null } })).toMatchObject({
      error: { code: 'invalid_document' },
    });
    expect(await side.read('consumer_ada')).toMatchObject({ registration: { rate: 100 } });
  });

  it('an edit is decided again on what somebody else saved meanwhile', async () => {
    await open();
    const base = consumer('ada');
    const { documents, writes } = overtaken(async () => {
      const now = (await side.read(base._id)) as AnyDoc & { registration: object };
      await side.put([{ ...now, status: 'invoice_paid', metadata: { updatedAt: 2 } }]);
    });
    const changed = { consumerId: base._id, input: input({ amount: 70 }), base };
    const done = await run(documents, saveConsumer, changed, caller());
    expect(done).toMatchObject({ ok: true, value: { value: { status: 'invoice_paid' } } });
    expect(writes).toEqual([[base._id], [base._id]]);
    expect(await side.read(base._id)).toMatchObject({ status: 'invoice_paid', registration: { amount: 70 } });
  });

  it('of many documents only those are decided again that somebody else changed', async () => {
    await open();
    const { documents, writes } = overtaken(async () => {
      await side.put([
        { ...(await side.read('consumer_bob')), notifMethod: 'sms', metadata: { updatedAt: 2 } },
      ]);
    });
    const consumerIds = ['consumer_ada', 'consumer_bob', 'consumer_none'];
    const choice = { rate: 50, rateName: 'Friends' };
    const done = await run(documents, applyRate, { consumerIds, choice }, caller());
    const change = done.ok ? done.value.value : null;
    expect(change?.before).toEqual([
      { consumerId: 'consumer_ada', rate: 100, rateName: null },
      { consumerId: 'consumer_bob', rate: 100, rateName: null },
    ]);
    expect(writes).toEqual([['consumer_ada', 'consumer_bob'], ['consumer_bob']]);
    expect(await side.read('consumer_bob')).toMatchObject({ notifMethod: 'sms', registration: choice });
    expect(change && (await valueOf(undoRate, change))).toEqual({ restored: 2 });
    expect(await call(undoRate, change as NonNullable<typeof change>)).toMatchObject({
      value: { value: { restored: 0 }, revs: new Map() },
    });
  });

  /** A client that the event's document names, as one that must not be there without it. */
  const enlist: Command<{ name: string }, string> = (view, { name }, by) => {
    const before = view.stored('event', 'event');
    if (before === null) return err({ code: 'not_found' });
    const _id = docId('client', by.newId());
    const number = String(view.clients().size + 1);
    if ([...view.clients().values()].some((one) => one.number === number))
      return err({ code: 'number_exists' });
    const made = client(name, { _id, number });
    const stamp = stampAfter(by, before);
    const named: EventDoc = {
      ...{ ...before, company: `${before.company ?? ''}${number}`, title: before.title },
      metadata: { ...before.metadata, author: by.author, updatedAt: stamp.time },
    };
    return ok({ value: _id, write: [[made], [named]] });
  };

  it('a step that is durable is not written twice when a later one lost a race', async () => {
    await open();
    const { documents, writes } = overtaken(async () => {
      await side.put([{ ...(await side.read('event')), title: 'Ball', metadata: { updatedAt: 2 } }]);
    });
    const done = await run(documents, enlist, { name: 'eve' }, caller());
    const id = done.ok ? done.value.value : '';
    expect(writes).toEqual([[id], ['event'], ['event']]);
    expect(await side.read(id)).toMatchObject({ forename: 'eve', number: '5' });
    expect(await side.read('event')).toMatchObject({ title: 'Ball', company: '5' });
  });

  it('many calls are one write, each decided on those before it; a refused one keeps none back', async () => {
    await open();
    const { documents, writes } = overtaken(async () => {
      await side.put([{ ...(await side.read('event')), title: 'Ball', metadata: { updatedAt: 2 } }]);
    });
    const names = ['eve', 'fay'].map((name) => ({ name }));
    const done = await run(documents, together(enlist), names, caller());
    const ids = done.ok ? done.value.value.map((one) => (one.ok ? one.value : '')) : [];
    expect(writes).toEqual([ids, ['event'], ['event']]);
    expect(await side.read('event')).toMatchObject({ title: 'Ball', company: '56' });
    const guests = ['ada', 'ada', 'bob', 'dan'].map((id) => ({ ...ada, clientId: `client_${id}`, ...list }));
    const admitted = await run(side.documents, together(admit), guests, caller());
    expect(admitted.ok && admitted.value.value.map((one) => (one.ok ? 'in' : one.error.code))).toEqual([
      ...['in', 'already_checked_in', 'in', 'not_registered'],
    ]);
    expect(admitted.ok && admitted.value.revs.size).toBe(2);
  });

  it('what is in conflict is edited as it reads when merged', async () => {
    await open();
    const now = (await side.read('consumer_ada')) as AnyDoc & { _rev: string };
    const [first = ''] = now._rev.split('-').slice(1);
    const beside = (hash: string, more: object): AnyDoc => ({
      ...{ ...now, ...more, _rev: `2-${hash.repeat(32)}` },
      _revisions: { start: 2, ids: [hash.repeat(32), first] },
    });
    const versions = [
      beside('f', { paymentType: 'card', metadata: { updatedAt: 3 } }),
      beside('a', { paymentType: 'none', status: 'invoice_paid', metadata: { updatedAt: 9 } }),
    ];
    await side.put(versions, { new_edits: false });
    const rate = { consumerIds: ['consumer_ada'], choice: { rate: 50, rateName: null } };
    expect(await call(applyRate, rate)).toMatchObject({ ok: true });
    expect(await side.read('consumer_ada')).toMatchObject({
      ...{ paymentType: 'none', status: 'invoice_paid', registration: { rate: 50 } },
    });
    // On the server the worker closes the other version, and tells the history what was overruled.
    const leaves = await side.leaves('consumer_ada');
    expect(leaves.length).toBe(kind === 'browser' ? 1 : 2);
    const [only] = leaves;
    expect(leaves.length === 1 ? only : resolveConflict(leaves).merged).toMatchObject({
      ...{ paymentType: 'none', status: 'invoice_paid', registration: { rate: 50 } },
    });
  });

  it('a command that reads one document after the other is told so', async () => {
    await open();
    const ids = Array.from({ length: 40 }, (_, index) => `client_${index}`);
    const one: Command<null, number> = (view) =>
      ok({ value: ids.filter((id) => view.stored('client', id) !== null).length, write: [] });
    const many: Command<null, number> = (view) => ok({ value: view.storedOf('client', ids).size, write: [] });
    await expect(call(one, null)).rejects.toThrow('storedOf');
    expect(await valueOf(many, null)).toBe(0);
  });
});
