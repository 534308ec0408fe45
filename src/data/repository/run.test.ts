import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admit } from '#domain/commands/checkIn.ts';
import { stampAfter, type Command } from '#domain/commands/command.ts';
import { applyRate, saveConsumer, undoRate } from '#domain/commands/consumers.ts';
import { run } from '#domain/commands/run.ts';
import { together } from '#domain/commands/together.ts';
import { resolveConflict } from '#domain/conflicts/conflict.ts';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import { docId } from '#domain/ids.ts';
import { err, ok } from '#domain/result.ts';
import type { AnyDoc } from '../deps.ts';
import { client, consumer, openCommandScene, type CommandScene } from '../testing/commandScene.ts';
import { caller, SIDES } from '../testing/commandSides.ts';

/* What a run promises to commands and to their callers, on every side. */

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

describe.each(SIDES)('a run on %s', (kind) => {
  let scene: CommandScene;
  beforeEach(async () => {
    scene = await openCommandScene(kind);
  });
  afterEach(() => scene.close());

  it('who may not write one of its documents writes none of them', async () => {
    const host = { ...caller('host') };
    expect(await scene.call(admit, { ...ada, ...list }, host)).toMatchObject({ ok: true });
    const rate = { consumerIds: ['consumer_ada', 'consumer_bob'], choice: { rate: 50, rateName: null } };
    expect(await scene.call(applyRate, rate, host)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await scene.call(applyRate, { ...rate, choice: { rate: 1e9, rateName: null } })).toMatchObject({
      error: { code: 'invalid_document' },
    });
    expect(await scene.read('consumer_ada')).toMatchObject({ registration: { rate: 100 } });
  });

  it('an edit is decided again on what somebody else saved meanwhile', async () => {
    const base = consumer('ada');
    const { documents, writes } = scene.overtaken(async () => {
      const now = (await scene.read(base._id)) as AnyDoc & { registration: object };
      await scene.put([{ ...now, status: 'invoice_paid', metadata: { updatedAt: 2 } }]);
    });
    const changed = { consumerId: base._id, input: input({ amount: 70 }), base };
    const done = await run(documents, saveConsumer, changed, caller());
    expect(done).toMatchObject({ ok: true, value: { value: { status: 'invoice_paid' } } });
    expect(writes).toEqual([[base._id], [base._id]]);
    expect(await scene.read(base._id)).toMatchObject({
      status: 'invoice_paid',
      registration: { amount: 70 },
    });
  });

  it('of many documents only those are decided again that somebody else changed', async () => {
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([
        { ...(await scene.read('consumer_bob')), notifMethod: 'sms', metadata: { updatedAt: 2 } },
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
    expect(await scene.read('consumer_bob')).toMatchObject({ notifMethod: 'sms', registration: choice });
    expect(change && (await scene.valueOf(undoRate, change))).toEqual({ restored: 2 });
    expect(await scene.call(undoRate, change as NonNullable<typeof change>)).toMatchObject({
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
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([{ ...(await scene.read('event')), title: 'Ball', metadata: { updatedAt: 2 } }]);
    });
    const done = await run(documents, enlist, { name: 'eve' }, caller());
    const id = done.ok ? done.value.value : '';
    expect(writes).toEqual([[id], ['event'], ['event']]);
    expect(await scene.read(id)).toMatchObject({ forename: 'eve', number: '5' });
    expect(await scene.read('event')).toMatchObject({ title: 'Ball', company: '5' });
  });

  it('what it has written itself is not in what it looks at again', async () => {
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([{ ...(await scene.read('client_dan')), notes: 'Late', metadata: { updatedAt: 2 } }]);
    });
    const bring: Command<null, string> = (view, _input, by) => {
      const dan = view.stored('client', 'client_dan');
      const _id = docId('client', by.newId());
      const number = `${view.clients().size}`;
      if (dan === null) return err({ code: 'not_found' });
      return ok({ value: number, write: [[client('eve', { _id, number })], [{ ...dan, company: number }]] });
    };
    expect(await run(documents, bring, null, caller())).toMatchObject({ value: { value: '4' } });
    expect(writes).toEqual([[expect.any(String)], ['client_dan'], ['client_dan']]);
    expect(await scene.read('client_dan')).toMatchObject({ company: '4', notes: 'Late' });
  });

  it('many calls are one write, each decided on those before it; a refused one keeps none back', async () => {
    const { documents, writes } = scene.overtaken(async () => {
      await scene.put([{ ...(await scene.read('event')), title: 'Ball', metadata: { updatedAt: 2 } }]);
    });
    const names = ['eve', 'fay'].map((name) => ({ name }));
    const done = await run(documents, together(enlist), names, caller());
    const ids = done.ok ? done.value.value.map((one) => (one.ok ? one.value : '')) : [];
    expect(writes).toEqual([ids, ['event'], ['event']]);
    expect(await scene.read('event')).toMatchObject({ title: 'Ball', company: '56' });
    const guests = ['ada', 'ada', 'bob', 'dan'].map((id) => ({ ...ada, clientId: `client_${id}`, ...list }));
    const admitted = await run(scene.documents, together(admit), guests, caller());
    expect(admitted.ok && admitted.value.value.map((one) => (one.ok ? 'in' : one.error.code))).toEqual([
      ...['in', 'already_checked_in', 'in', 'not_registered'],
    ]);
    expect(admitted.ok && admitted.value.revs.size).toBe(2);
  });

  it('what is in conflict is edited as it reads when merged', async () => {
    const now = (await scene.read('consumer_ada')) as AnyDoc & { _rev: string };
    const [first = ''] = now._rev.split('-').slice(1);
    const beside = (hash: string, more: object): AnyDoc => ({
      ...{ ...now, ...more, _rev: `2-${hash.repeat(32)}` },
      _revisions: { start: 2, ids: [hash.repeat(32), first] },
    });
    const versions = [
      beside('f', { paymentType: 'card', metadata: { updatedAt: 3 } }),
      beside('a', { paymentType: 'none', status: 'invoice_paid', metadata: { updatedAt: 9 } }),
    ];
    await scene.put(versions, { new_edits: false });
    const rate = { consumerIds: ['consumer_ada'], choice: { rate: 50, rateName: null } };
    expect(await scene.call(applyRate, rate)).toMatchObject({ ok: true });
    expect(await scene.read('consumer_ada')).toMatchObject({
      ...{ paymentType: 'none', status: 'invoice_paid', registration: { rate: 50 } },
    });
    // On the server the worker closes the other version, and tells the history what was overruled.
    const leaves = await scene.leaves('consumer_ada');
    expect(leaves.length).toBe(kind === 'browser' ? 1 : 2);
    const [only] = leaves;
    expect(leaves.length === 1 ? only : resolveConflict(leaves).merged).toMatchObject({
      ...{ paymentType: 'none', status: 'invoice_paid', registration: { rate: 50 } },
    });
  });

  it('a command that reads one document after the other is told so', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `client_${index}`);
    const one: Command<null, number> = (view) =>
      ok({ value: ids.filter((id) => view.stored('client', id) !== null).length, write: [] });
    const many: Command<null, number> = (view) => ok({ value: view.storedOf('client', ids).size, write: [] });
    await expect(scene.call(one, null)).rejects.toThrow('storedOf');
    expect(await scene.valueOf(many, null)).toBe(0);
  });
});
