import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../canonical.ts';
import { mergeSessions } from '../conflicts/mergeSession.ts';
import { MAX_ROWS, type EntryRow } from '../documents/entrychange.ts';
import type { Session } from '../documents/session.ts';
import { entryChange, sessionVersion } from '../testing/arbitraries.ts';
import { actsBetween, rowsBetween } from './acts.ts';
import { layChanges, registersByClient } from './layChanges.ts';
import { doneBy } from './undoActs.ts';

const stamp = {
  author: { id: 'u', name: 'ada' },
  time: 5,
  device: { id: 'd', name: 'Desk' },
  suffix: () => 'x',
};
/** What counts of entries, by client. */
const facts = ({ clients }: Session) =>
  canonical(
    Object.fromEntries(
      clients.map(({ clientId, placement = null, product = null }) => [clientId, { placement, product }]),
    ),
  );

describe('acts between two states of the entries', () => {
  it('lead from one to the other, whatever was known before', () => {
    fc.assert(
      fc.property(
        sessionVersion,
        sessionVersion,
        fc.array(entryChange, { maxLength: 4 }),
        (stored, wanted, before) => {
          const acts = registersByClient(before);
          const session = layChanges(mergeSessions(stored, stored), acts);
          const edited = { ...session, clients: mergeSessions(wanted, wanted).clients };
          const made = actsBetween({ session, acts }, edited, stamp);
          const all = layChanges(stored, registersByClient([...made, ...before]));
          expect(facts(mergeSessions(all, all))).toBe(facts(edited));
          expect(rowsBetween(all, all)).toEqual([]);
        },
      ),
    );
  });

  it('are later than all that is known of their clients, also of who was never registered', () => {
    fc.assert(
      fc.property(sessionVersion, fc.array(entryChange, { maxLength: 4 }), (stored, before) => {
        const acts = registersByClient(before);
        const session = layChanges(stored, acts);
        const clients = [{ clientId: 'client_d', checkInTime: null, updatedTime: 0 }];
        for (const { time, rows } of actsBetween({ session, acts }, { ...session, clients }, stamp)) {
          for (const { clientId } of rows) {
            const says = ({ clientId: id, ...row }: EntryRow) =>
              id === clientId && Object.values(row).some((value) => value !== undefined);
            const known = before.filter((act) => act.rows.some(says));
            for (const act of known) expect(time).toBeGreaterThan(act.time);
            const entry = stored.clients.find((one) => one.clientId === clientId);
            expect(time).toBeGreaterThan(entry?.updatedTime ?? -1);
          }
        }
      }),
    );
  });

  it('hold so many rows each, and tell what they take back', () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        clientId: `client_${index}`,
        checkInTime: null,
        placement: { tableId: 't' },
        updatedTime: 3,
      }));
    const session = { _id: 'session_s', clients: [], removedClients: {} } as unknown as Session;
    const full = { ...session, clients: entries(450) };
    const made = actsBetween({ session, acts: new Map() }, full, stamp);
    expect(made.map(({ rows }) => rows.length)).toEqual([MAX_ROWS, MAX_ROWS, 50]);
    const { added } = doneBy(made);
    expect(added[0]?.entries).toHaveLength(450);
    expect(
      doneBy(actsBetween({ session: full, acts: new Map() }, session, stamp)).removed[0]?.entries[0],
    ).toMatchObject({
      placement: { tableId: 't' },
    });
    const stood = { ...full, clients: full.clients.map((entry) => ({ ...entry, placement: null })) };
    const unseated = doneBy(actsBetween({ session: full, acts: new Map() }, stood, stamp));
    expect(unseated).toMatchObject({ added: [], removed: [] });
    expect(unseated.unseated[0]?.entries[449]).toMatchObject({
      clientId: 'client_449',
      placement: { tableId: 't' },
    });
  });
});
