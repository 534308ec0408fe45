import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type NewClientInput } from '#domain/commands/createClient.ts';
import { place, register, seat, unregister } from '#domain/commands/entries.ts';
import { setConsumerStatus } from '#domain/commands/consumers.ts';
import { addGuests, addPastedClients, copyClients } from '#domain/commands/moreClients.ts';
import { savePlan } from '#domain/commands/plan.ts';
import { run } from '#domain/commands/run.ts';
import { changeStatus } from '#domain/commands/sessions.ts';
import { together } from '#domain/commands/together.ts';
import type { Plan, SessionEntry } from '#domain/documents/session.ts';
import { parsePastedRows } from '#domain/import/pastedRows.ts';
import { err } from '#domain/result.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { client, openCommandScene, type CommandScene } from '../testing/commandScene.ts';
import { caller, SIDES } from '../testing/commandSides.ts';

/* What changes entries, on every side: in the browser's database and on each storage of the server. */

const sessionId = 'session_s';
const ada = { sessionId, clientId: 'client_ada' };
const bob = { sessionId, clientId: 'client_bob' };
const table = {
  type: 'circle' as const,
  number: 1,
  seats: 3,
  position: { x: 10, y: 10 },
  rotation: 0,
  scale: 1,
};
const plan: Plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { t: table } } };
const [first, second] = [placementAt('t', 0), placementAt('t', 1)];

const newcomer = (surname: string, more: Partial<NewClientInput['registrations'][number]> = {}) => ({
  fields: {
    ...{ title: null, forename: ' Mary ', surname, number: '', company: '', category: 'indiv' as const },
    ...{ language: 'en' as const, email: 'mary@example.com', phone: '', notes: '' },
  },
  address: null,
  registrations: [{ sessionId, placement: null, checkInTime: null, ...more }],
});

describe.each(SIDES)('entries on %s', (kind) => {
  let scene: CommandScene;
  beforeEach(async () => {
    scene = await openCommandScene(kind);
    await scene.valueOf(savePlan, { sessionId, plan });
  });
  afterEach(() => scene.close());

  /** As a command sees them. */
  async function entries(): Promise<Map<string, SessionEntry>> {
    let found: readonly SessionEntry[] = [];
    await run(
      scene.documents,
      (view) => {
        found = view.session(sessionId)?.clients ?? [];
        return err({ code: 'nothing_to_do' });
      },
      null,
      caller(),
    );
    return new Map(found.map((entry) => [entry.clientId, entry]));
  }
  const placeOf = async (clientId: string) => (await entries()).get(clientId)?.placement ?? null;

  it('registering, removing and a product are an act each, and the session is not written', async () => {
    const rev = (await scene.read(sessionId))?.['_rev'];
    const product = { kind: 'child' as const, optionId: 'menu' };
    const input = { sessionIds: [sessionId], clientIds: ['client_ada', 'client_dan'], product };
    const [act] = await scene.valueOf(register, input);
    expect(await scene.read(act?._id ?? '')).toMatchObject({
      ...{ type: 'entrychange', author: { name: 'mia' }, device: { name: 'Desk' } },
      rows: [{ clientId: 'client_dan', in: true, product, from: { in: false } }],
    });
    expect((await entries()).get('client_dan')).toMatchObject({ product });
    // All of them are registered by now.
    expect(await scene.valueOf(register, input)).toEqual([]);
    await scene.valueOf(unregister, ada);
    expect((await entries()).has('client_ada')).toBe(false);
    expect(await scene.call(unregister, ada)).toEqual(err({ code: 'not_registered' }));
    expect(await scene.call(register, { ...input, clientIds: ['client_none'] })).toEqual(
      err({ code: 'not_found', field: 'client_none' }),
    );
    expect((await scene.read(sessionId))?.['_rev']).toBe(rev);
  });

  it('a seat is given once, swapped in one act, and free when its guest is deleted [PLAN-18, PLAN-25]', async () => {
    await scene.valueOf(place, { ...ada, placement: first });
    expect(await scene.call(place, { ...bob, placement: first })).toEqual(
      err({ code: 'occupied_seat_number' }),
    );
    await scene.valueOf(place, { ...bob, placement: second });
    const swap = [
      { clientId: ada.clientId, from: first, to: second },
      { clientId: bob.clientId, from: second, to: first },
    ];
    expect(await scene.valueOf(seat, { sessionId, moves: swap })).toMatchObject([{ rows: [{}, {}] }]);
    expect(await placeOf('client_ada')).toEqual(second);
    expect(await scene.call(seat, { sessionId, moves: swap })).toEqual(
      err({ code: 'place_changed', field: 'client_ada' }),
    );
    expect(await scene.call(seat, { sessionId, moves: [] })).toEqual(err({ code: 'nothing_to_do' }));
    const stored = await scene.read('client_ada');
    await scene.put([{ ...stored, deletedAt: 5 }]);
    await expect.poll(async () => (await entries()).has('client_ada')).toBe(false);
    await scene.valueOf(register, { sessionIds: [sessionId], clientIds: ['client_dan'] });
    const dan = { clientId: 'client_dan', from: null, to: second };
    expect(await scene.valueOf(seat, { sessionId, moves: [dan] })).toHaveLength(1);
  });

  it('the seat of a cancelled registration is free, and comes back with it though given away meanwhile', async () => {
    const to = (clientId: string, seat: typeof first | null, from: typeof first | null = null) => ({
      sessionId,
      moves: [{ clientId, from, to: seat }],
    });
    const seats = async () =>
      [...(await entries())].map(([id, { placement }]) => `${id} ${placement?.seatIndex ?? 'none'}`);
    await scene.valueOf(seat, to('client_ada', first));
    await scene.valueOf(seat, to('client_bob', second));
    await scene.valueOf(setConsumerStatus, { consumerId: 'consumer_ada', status: 'canceled' });
    await scene.valueOf(setConsumerStatus, { consumerId: 'consumer_bob', status: 'canceled' });
    expect(await seats()).toEqual(['client_ada none', 'client_bob none', 'client_cora none']);
    const refused = { code: 'registration_canceled' };
    expect(await scene.call(seat, to('client_ada', second))).toMatchObject({
      ok: false,
      error: { ...refused, field: 'client_ada' },
    });
    expect(await scene.call(place, { ...ada, placement: second })).toMatchObject({
      ok: false,
      error: refused,
    });
    await scene.valueOf(register, { sessionIds: [sessionId], clientIds: ['client_dan'] });
    await scene.valueOf(seat, to('client_dan', first));
    await scene.valueOf(setConsumerStatus, { consumerId: 'consumer_ada', status: 'registered' });
    await scene.valueOf(setConsumerStatus, { consumerId: 'consumer_bob', status: 'registered' });
    // Ada's was given away: both stand on it, and the plan says so.
    expect(await seats()).toEqual(expect.arrayContaining(['client_ada 0', 'client_bob 1', 'client_dan 0']));
  });

  it('a new client is there before its registration, which is there before its check-in', async () => {
    const { documents, writes } = scene.overtaken(() => Promise.resolve());
    const now = Date.now();
    const product = { kind: 'adult' as const, optionId: null };
    const input = newcomer('Shelley', { placement: first, product, checkInTime: now });
    const done = await run(documents, createClient, input, caller());
    const clientId = done.ok ? done.value.value.clientId : '';
    expect(writes.map((ids) => ids.map((id) => id.slice(0, id.indexOf('_'))))).toEqual([
      ...[['client', 'consumer'], ['entrychange'], ['checkin']],
    ]);
    expect((await entries()).get(clientId)).toMatchObject({ placement: first, product, checkInTime: now });
    expect(await scene.read(clientId)).toMatchObject({ forename: 'Mary', surname: 'Shelley' });
    const taken = await scene.call(createClient, newcomer('Other', { placement: first }));
    expect(taken).toEqual(err({ code: 'occupied_seat_number', field: sessionId }));
    const named = { ...newcomer('Other'), fields: { ...newcomer('Other').fields, number: 'ada' } };
    expect(await scene.call(createClient, named)).toEqual(err({ code: 'number_exists' }));
  });

  it('of many at a time each sees those before it: a seat and a number are given once', async () => {
    const numbered = { ...newcomer('C'), fields: { ...newcomer('C').fields, number: 'N1' } };
    const inputs = [
      ...[newcomer('A', { placement: first }), newcomer('B', { placement: first })],
      ...[numbered, numbered, newcomer('D', { placement: second })],
    ];
    const answers = await scene.valueOf(together(createClient), inputs);
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.code))).toEqual([
      ...['ok', 'occupied_seat_number', 'ok', 'number_exists', 'ok'],
    ]);
    expect(await entries()).toHaveProperty('size', 6);
  });

  it('guests, pasted and copied clients come with their registrations, and none into an archived session', async () => {
    const main = client('main', { number: 'M-01', email: 'm@example.com' });
    await scene.put([{ ...main }]);
    await expect.poll(() => scene.heard(['client_main'])).toBe(true);
    const guests = { mainClientId: 'client_main', count: 2, sessionId, product: null, word: 'Guest' };
    expect(await scene.valueOf(addGuests, guests)).toEqual({ created: 2 });
    const pasted = { sessionId, rows: parsePastedRows('Ann\tOne\nBea\tTwo', new Set()) };
    expect(await scene.valueOf(addPastedClients, pasted)).toEqual({ created: 2 });
    const copied = { copied: [{ client: main, consumer: null }], sessionIds: [sessionId] };
    expect(await scene.valueOf(copyClients, copied)).toEqual({ created: 1 });
    expect(await entries()).toHaveProperty('size', 8);
    const given = await scene.read('consumer_ada');
    await scene.put([
      { ...given, _id: 'consumer_out', _rev: undefined, status: 'canceled' },
      { ...client('out', { number: 'X-01', email: 'x@example.com', consumerId: 'consumer_out' }) },
    ]);
    await expect.poll(() => scene.heard(['client_out', 'consumer_out'])).toBe(true);
    expect(await scene.call(addGuests, { ...guests, mainClientId: 'client_out' })).toEqual(
      err({ code: 'registration_canceled' }),
    );
    await scene.valueOf(changeStatus, { sessionId, status: 'archived' });
    const archived = err({ code: 'event_archived' });
    expect(await scene.call(addGuests, guests)).toEqual(archived);
    expect(await scene.call(addPastedClients, pasted)).toEqual(archived);
    expect(await scene.call(copyClients, copied)).toEqual(archived);
    expect(await scene.call(unregister, ada)).toEqual(archived);
    expect(await scene.call(place, { ...ada, placement: first })).toEqual(archived);
    expect(await scene.call(createClient, newcomer('Late'))).toEqual(
      err({ code: 'event_archived', field: sessionId }),
    );
  });

  it('a host changes no entries [PLAN-15]', async () => {
    const refused = err({ code: 'forbidden', message: 'forbidden_role' });
    expect(await scene.call(place, { ...ada, placement: first }, caller('host'))).toEqual(refused);
    expect(await scene.call(createClient, newcomer('Eve'), caller('host'))).toEqual(refused);
  });
});
