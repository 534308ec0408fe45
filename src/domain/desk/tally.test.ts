import { describe, expect, it, vi } from 'vitest';
import type { EventDocument } from '../documents/index.ts';
import type { Session } from '../documents/session.ts';
import { laidEntries } from '../commands/shown.ts';
import { PlacesTally, placesView } from './tally.ts';

type Doc = { _id: string; type: string } & Record<string, unknown>;
const asDoc = (doc: Doc): EventDocument => doc as unknown as EventDocument;

const form = (name: string): Doc => ({
  ...{ _id: `form_${name}`, type: 'form' },
  options: [
    { id: 'one', clientCount: 1 },
    { id: 'ten', clientCount: 10 },
  ],
});
const consumer = (name: string, formId: string | null, status = 'registered'): Doc => ({
  ...{ _id: `consumer_${name}`, type: 'consumer', status },
  ...(formId === null ? {} : { registration: { formId } }),
});
const client = (name: string, of: string | null, more: object = {}): Doc => ({
  ...{ _id: `client_${name}`, type: 'client', consumerId: of === null ? null : `consumer_${of}` },
  ...more,
});
let acts = 0;
const act = (clientId: string, row: object, time = ++acts): Doc => ({
  ...{ _id: `entrychange_s_${++acts}`, type: 'entrychange', sessionId: 'session_s', time },
  rows: [{ clientId: `client_${clientId}`, ...row }],
});
const comes = (name: string, optionId: string | null = null): Doc =>
  act(name, { in: true, ...(optionId === null ? {} : { product: { optionId, kind: 'adult' } }) });

/** An event's documents, and a tally that is told of each as it comes. */
function event() {
  const docs = new Map<string, EventDocument>();
  const session = { _id: 'session_s', clients: [], removedClients: {} } as unknown as Session;
  const view = placesView({ document: (_, id) => (docs.get(id) ?? null) as never });
  const known = () =>
    laidEntries(session, [...docs.values()].filter((doc) => doc.type === 'entrychange') as never[]);
  let tally = PlacesTally.of(known(), view);
  let looked = 0;
  return {
    view,
    looked: () => looked,
    tally: () => tally,
    put(...all: Doc[]) {
      for (const doc of all) {
        docs.set(doc._id, asDoc(doc));
        if (tally.heard(doc._id, asDoc(doc))) continue;
        looked += 1;
        tally = PlacesTally.of(known(), view);
      }
    },
    /** All of it, and through the forms `a` and `b`, as kept and as counted anew. */
    taken() {
      const said = (one: PlacesTally) => [
        one.all,
        ...['form_a', 'form_b'].map((id) => one.through(new Set([id]))),
      ];
      expect(said(tally)).toEqual(said(PlacesTally.of(known(), view)));
      return said(tally);
    },
  };
}

describe('places that are taken', () => {
  it('are counted as guests come, whatever comes first, by form, and of an option for ten as a whole', () => {
    const { put, taken, looked } = event();
    put(form('a'), form('b'));
    const before = looked();
    put(consumer('r', 'form_a'), client('r1', 'r'), comes('r1', 'one'));
    expect(taken()).toEqual([1, 1, 0]);
    // As another device may bring it: the act before the guest, and that one before the registration.
    put(comes('q1', 'ten'));
    expect(taken()).toEqual([1, 1, 0]);
    put(client('q1', 'q'));
    expect(taken()).toEqual([2, 1, 0]);
    put(consumer('q', 'form_b'));
    expect(taken()).toEqual([11, 1, 10]);
    for (let n = 2; n <= 10; n++) put(client(`q${n}`, 'q'), comes(`q${n}`, 'ten'));
    expect(taken()).toEqual([11, 1, 10]);
    put(client('q11', 'q'), comes('q11', 'ten'));
    expect(taken()).toEqual([21, 1, 20]);
    put(client('alone', null), comes('alone'));
    expect(taken()).toEqual([22, 1, 20]);
    expect(looked()).toBe(before);
  });

  it('are free again with what is cancelled or deleted, and taken again as that ends', () => {
    const { put, taken, looked } = event();
    put(form('a'), consumer('r', 'form_a'), client('r1', 'r'), client('r2', 'r'));
    put(comes('r1', 'one'), comes('r2', 'one'));
    const before = looked();
    put(consumer('r', 'form_a', 'canceled'));
    expect(taken()).toEqual([0, 0, 0]);
    put(consumer('r', 'form_a'), client('r2', 'r', { deletedAt: 5 }));
    expect(taken()).toEqual([1, 1, 0]);
    put(client('r2', null));
    expect(taken()).toEqual([2, 1, 0]);
    put(act('r1', { placement: { tableId: 't' } }));
    expect([taken(), looked()]).toEqual([[2, 1, 0], before]);
  });

  it('are looked for among all entries where what was said before may be newer', () => {
    const { put, taken } = event();
    put(form('a'), consumer('r', 'form_a'), client('r1', 'r'), comes('r1', 'one'));
    const late = act('r1', { in: false }, acts + 10);
    put(late);
    expect(taken()).toEqual([0, 0, 0]);
    put(act('r1', { in: true }, 1));
    expect(taken()).toEqual([0, 0, 0]);
    put(act('r1', { in: true, product: { optionId: 'ten', kind: 'adult' } }, acts + 100));
    expect(taken()).toEqual([10, 10, 0]);
    put({ ...form('a'), options: [{ id: 'ten', clientCount: 4 }] });
    expect(taken()).toEqual([4, 4, 0]);
  });

  it('laid over another leave that one as it is, and see what changes of it', () => {
    const { put, tally, view, taken } = event();
    put(form('a'), consumer('r', 'form_a'), client('r1', 'r'), comes('r1', 'ten'));
    const laid = new Map([consumer('r', 'form_a', 'canceled')].map((doc) => [doc._id, asDoc(doc)]));
    const over = tally().over({ ...view, consumer: (id) => (laid.get(id) as never) ?? view.consumer(id) });
    over.heard('consumer_r', laid.get('consumer_r') ?? null);
    expect([over.all, over.through(new Set(['form_a']))]).toEqual([0, 0]);
    expect(taken()).toEqual([10, 10, 0]);
  });

  it('cost what is added: of a thousand who are there nobody is looked at', () => {
    const { put, tally, view } = event();
    put(form('a'), consumer('r', 'form_a'));
    for (let n = 0; n < 1000; n++) put(client(`r${n}`, 'r'), comes(`r${n}`, 'one'));
    const looks = vi.spyOn(view, 'client');
    put(consumer('new', 'form_a'), client('new', 'new'), comes('new', 'one'));
    expect(tally().all).toBe(1001);
    expect(looks).toHaveBeenCalledTimes(1);
  });
});
