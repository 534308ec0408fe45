import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holding } from '#domain/checkins/admissions.ts';
import { doorFigures } from '#domain/checkins/doorFigures.ts';
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
          expect(shown(store)).toEqual(wanted(truth(known)));
        }
        // The server's own fold, and every document once more, change nothing.
        put(documents);
        expect(shown(store)).toEqual(wanted(truth(documents)));
      }),
    );
  });
});

/** What the store and the figures say, and what they should. */
interface Said {
  counts: { expected: number; arrived: number };
  total: { expected: number; arrived: number };
  doors: Map<string | null, number>;
  options: Map<string | null, [expected: number, arrived: number]>;
}

function shown(store: ReturnType<typeof createEventStore>): Said {
  const entries = store.session(SESSION)?.clients ?? [];
  const figures = doorFigures(
    entries,
    (clientId) => holding(store.admissionsOf(SESSION, clientId))?.fact ?? null,
  );
  return {
    counts: store.counts(SESSION),
    total: { expected: figures.expected, arrived: figures.arrived },
    doors: new Map(figures.doors.map(({ deviceId, arrived }) => [deviceId, arrived])),
    options: new Map(figures.options.map(({ kind, expected, arrived }) => [kind, [expected, arrived]])),
  };
}

function wanted(inside: ReadonlyMap<string, string>): Said {
  const total = { expected: CLIENTS.length, arrived: inside.size };
  const doors = new Map<string | null, number>();
  for (const device of inside.values()) doors.set(device, (doors.get(device) ?? 0) + 1);
  const kindOf = (clientId: string) => productOf(clientId)?.kind ?? null;
  const options: Said['options'] = new Map();
  for (const kind of ['adult', 'child', null]) {
    const own = CLIENTS.filter((clientId) => kindOf(clientId) === kind);
    options.set(kind, [own.length, own.filter((clientId) => inside.has(clientId)).length]);
  }
  return { counts: total, total, doors, options };
}
