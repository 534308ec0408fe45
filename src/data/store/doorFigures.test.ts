import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doorFigures } from '#domain/doorFigures.ts';
import { checkinId } from '#domain/ids.ts';
import { createEventStore } from './eventStore.ts';

const CLIENTS = ['client_a', 'client_b', 'client_c', 'client_d', 'client_e'];
const DEVICES = ['north', 'south', 'east'];
const SESSION = 'session_dinner';
const productOf = (clientId: string) =>
  clientId === 'client_a' ? null : { kind: clientId < 'client_d' ? 'adult' : 'child', optionId: 'menu' };

/** Any sequence of admissions and cancellations, at one time or another, from several devices. */
const steps = fc.array(
  fc.record({
    clientId: fc.constantFrom(...CLIENTS),
    device: fc.constantFrom(...DEVICES),
    action: fc.constantFrom('in' as const, 'out' as const),
    time: fc.integer({ min: 1, max: 40 }),
    other: fc.boolean(),
  }),
  { maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

const documentOf = (step: Step, index: number) => {
  const sessionId = step.other ? 'session_lunch' : SESSION;
  return {
    _id: checkinId(sessionId, step.time, `${step.device}${index}`),
    _rev: '1-a',
    type: 'checkin',
    sessionId,
    clientId: step.clientId,
    action: step.action,
    time: step.time,
    device: { id: step.device, name: `Door ${step.device}` },
    author: { id: 'u', name: 'u' },
    method: 'scan',
  };
};

/** The truth, told apart from the store: of each client the last word counts, at equal times the greater id. */
function truth(documents: ReturnType<typeof documentOf>[]): Map<string, string> {
  const inside = new Map<string, string>();
  const inOrder = documents
    .filter(({ sessionId }) => sessionId === SESSION)
    .sort((a, b) => a.time - b.time || (a._id < b._id ? -1 : 1));
  for (const { clientId, action, device } of inOrder) {
    if (action === 'in') inside.set(clientId, device.id);
    else inside.delete(clientId);
  }
  return inside;
}

const sessionDoc = (id: string) => ({
  _id: id,
  _rev: '1-a',
  type: 'session',
  title: 'Dinner',
  date: 0,
  status: 'ongoing',
  clients: CLIENTS.map((clientId) => ({
    clientId,
    checkInTime: null,
    updatedTime: 1,
    product: productOf(clientId),
  })),
});

describe('the live numbers of a door', () => {
  it('say the truth after any sequence of check-ins, in whatever order and portions it arrives', () => {
    const order = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(steps, order, fc.integer({ min: 1, max: 10 }), (all, keys, portion) => {
        const store = createEventStore('gala', () => undefined);
        const put = (docs: object[]) => store.apply(docs as unknown as Parameters<typeof store.apply>[0]);
        put([sessionDoc(SESSION), sessionDoc('session_lunch')]);
        const documents = all.map(documentOf);
        const arriving = documents
          .map((doc, index) => ({ doc, key: keys[index] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ doc }) => doc);
        for (let start = 0; start < arriving.length; start += portion) {
          put(arriving.slice(start, start + portion));
          const known = arriving.slice(0, start + portion);
          expectTruth(store, truth(known));
        }
        // The server's own fold, and every document once more, change nothing.
        put(documents);
        expectTruth(store, truth(documents));
      }),
    );
  });
});

function expectTruth(store: ReturnType<typeof createEventStore>, inside: Map<string, string>): void {
  const entries = store.session(SESSION)?.clients ?? [];
  const figures = doorFigures(entries, (clientId) => store.checkinsOf(SESSION, clientId)[0]);
  expect(store.counts(SESSION)).toEqual({ expected: CLIENTS.length, arrived: inside.size });
  expect(figures).toMatchObject({ expected: CLIENTS.length, arrived: inside.size });
  const byDoor = Object.fromEntries(figures.doors.map(({ deviceId, arrived }) => [deviceId, arrived]));
  const wanted: Record<string, number> = {};
  for (const device of inside.values()) wanted[device] = (wanted[device] ?? 0) + 1;
  expect(byDoor).toEqual(wanted);
  for (const { kind, expected, arrived } of figures.options) {
    const own = CLIENTS.filter((clientId) => (productOf(clientId)?.kind ?? null) === kind);
    expect(expected).toBe(own.length);
    expect(arrived).toBe(own.filter((clientId) => inside.has(clientId)).length);
  }
  expect(figures.options).toHaveLength(3);
}
