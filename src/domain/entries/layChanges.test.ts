import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../canonical.ts';
import type { Session } from '../documents/session.ts';
import { mergeSessions } from '../conflicts/mergeSession.ts';
import { entryChange, sessionVersion } from '../testing/arbitraries.ts';
import { isFolded, layChanges, registersByClient } from './layChanges.ts';

const acts = fc.array(entryChange, { maxLength: 6 });
const laid = (session: Session, changes: Parameters<typeof registersByClient>[0]) =>
  layChanges(session, registersByClient(changes));
/** Entries and removals, whatever their order. */
const entries = (session: Session): string => {
  const { clients, removedClients, lateRegisters = {} } = mergeSessions(session, session);
  return canonical({ clients, removedClients, lateRegisters });
};
const entry = (session: Session, clientId: string) =>
  session.clients.find((candidate) => candidate.clientId === clientId);

const [SAMPLE] = fc.sample(sessionVersion, 1) as [Session];
const sessionWith = (clients: Session['clients'], removedClients = {}): Session => ({
  ...SAMPLE,
  clients,
  removedClients,
});
const ANN = { clientId: 'client_a', checkInTime: null, placement: null, product: null, updatedTime: 10 };

describe('entry changes laid over a session', () => {
  it('say the same in any order, repeated, and bit by bit', () => {
    fc.assert(
      fc.property(
        sessionVersion,
        acts.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 }),
            fc.nat({ max: list.length * 2 }),
          ),
        ),
        (session, [list, shuffled, cut]) => {
          // Whoever folds has all acts each time: a seat of somebody who is not registered yet waits outside the session.
          const bitByBit = laid(laid(session, shuffled.slice(0, cut)), shuffled);
          expect(entries(bitByBit)).toBe(entries(laid(session, list)));
        },
      ),
    );
  });

  it('change nothing once they are folded, and are known to be', () => {
    fc.assert(
      fc.property(sessionVersion, acts, (session, list) => {
        const folded = laid(session, list);
        expect(laid(folded, list)).toBe(folded);
        const byId = new Map(folded.clients.map((one) => [one.clientId, one]));
        // A seat or product of somebody whom the session does not know waits outside.
        const known = list.filter(({ rows }) =>
          rows.every(({ clientId }) => byId.has(clientId) || clientId in folded.removedClients),
        );
        for (const act of known) expect(isFolded(folded, byId, act)).toBe(true);
      }),
    );
  });

  it('folding is no edit: it does not matter who folded before versions merge', () => {
    fc.assert(
      fc.property(sessionVersion, sessionVersion, acts, (a, b, list) => {
        const all = entries(laid(mergeSessions(a, b), list));
        expect(entries(laid(mergeSessions(laid(a, list), b), list))).toBe(all);
        expect(entries(laid(mergeSessions(laid(a, list.slice(1)), laid(b, list)), list))).toBe(all);
      }),
    );
  });

  it('devices, workers and programs that know only the session, in whatever order: one result', () => {
    const pair = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }));
    const step = fc.oneof(
      pair.map(([to, from]) => ({ do: 'merge' as const, to, from })),
      fc
        .tuple(fc.nat({ max: 3 }), fc.nat({ max: 5 }))
        .map(([to, upTo]) => ({ do: 'fold' as const, to, upTo })),
    );
    fc.assert(
      fc.property(
        fc.tuple(sessionVersion, sessionVersion, sessionVersion, sessionVersion),
        acts,
        fc.array(step, { maxLength: 12 }),
        (versions, list, steps) => {
          const copies = [...versions];
          const at = (index: number) => copies[index] as Session;
          for (const one of steps) {
            copies[one.to] =
              one.do === 'merge'
                ? mergeSessions(at(one.to), at(one.from))
                : laid(at(one.to), list.slice(0, one.upTo));
          }
          const end = (all: readonly Session[]) => entries(laid(all.reduce(mergeSessions), list));
          expect(end(copies.concat(versions))).toBe(end([...versions].reverse()));
        },
      ),
    );
  });

  it('a place that a plan lost is gone, and no later one with it', () => {
    const seated = { time: 12, rows: [{ clientId: 'client_a', placement: { tableId: 't1' } }] };
    const elsewhere = { time: 13, rows: [{ clientId: 'client_a', placement: { tableId: 't2' } }] };
    const saved = laid(sessionWith([ANN]), [seated]);
    const cleared = { ...saved, clients: saved.clients.map((one) => ({ ...one, placement: null })) };
    expect(entry(laid(cleared, [seated]), 'client_a')?.placement).toBeNull();
    expect(laid(cleared, [seated])).toBe(cleared);
    expect(entry(laid(cleared, [seated, elsewhere]), 'client_a')?.placement).toEqual({ tableId: 't2' });
  });

  it('a seat or product alone registers nobody', () => {
    fc.assert(
      fc.property(sessionVersion, acts, (session, list) => {
        const alone = list.map(({ time, rows }) => ({
          time,
          rows: rows.map(({ in: _, ...row }) => row),
        }));
        const ids = ({ clients }: Session): string[] => clients.map(({ clientId }) => clientId).sort();
        const merged = mergeSessions(session, session);
        expect(ids(laid(merged, alone))).toEqual(ids(merged));
      }),
    );
  });

  it('a move on one device and a product on another both stay', () => {
    const session = sessionWith([ANN]);
    const moved = { time: 12, rows: [{ clientId: 'client_a', placement: { tableId: 't2' } }] };
    const sold = { time: 11, rows: [{ clientId: 'client_a', product: { optionId: 'o2' } }] };
    expect(entry(laid(session, [moved, sold]), 'client_a')).toMatchObject({
      placement: { tableId: 't2' },
      product: { optionId: 'o2' },
      updatedTime: 12,
      at: { in: 10, placement: 12, product: 11 },
    });
  });

  it('whoever knows only the session speaks for the whole entry, at its updatedTime', () => {
    const moved = { time: 12, rows: [{ clientId: 'client_a', placement: { tableId: 't2' } }] };
    const folded = laid(sessionWith([ANN]), [moved]);
    const rewritten = {
      ...folded,
      clients: folded.clients.map((one) => ({ ...one, placement: { tableId: 't9' }, updatedTime: 13 })),
    };
    expect(entry(laid(rewritten, [moved]), 'client_a')?.placement).toEqual({ tableId: 't9' });
    const older = sessionWith([{ ...ANN, placement: { tableId: 't9' }, updatedTime: 11 }]);
    expect(entry(laid(older, [moved]), 'client_a')?.placement).toEqual({ tableId: 't2' });
  });

  it('a removal takes seat and product away; a registration begins anew', () => {
    const seated = sessionWith([{ ...ANN, placement: { tableId: 't1' }, product: { optionId: 'o1' } }]);
    const out = { time: 20, rows: [{ clientId: 'client_a', in: false }] };
    const removed = laid(seated, [out]);
    expect(removed.clients).toEqual([]);
    expect(removed.removedClients).toEqual({ client_a: 20 });
    const back = { time: 21, rows: [{ clientId: 'client_a', in: true }] };
    expect(laid(removed, [back]).clients).toEqual([{ ...ANN, updatedTime: 21 }]);
    expect(laid(removed, [back]).removedClients).toEqual({});
  });

  it('keeps a check-in that no document tells', () => {
    const arrived = sessionWith([{ ...ANN, checkInTime: 5 }]);
    const moved = { time: 12, rows: [{ clientId: 'client_a', placement: { tableId: 't2' } }] };
    expect(entry(laid(arrived, [moved]), 'client_a')?.checkInTime).toBe(5);
  });
});
