import { describe, expect, it } from 'vitest';
import { archivedPart, archivedSince } from './archive.ts';
import { session as sessionSchema, type Session } from '../documents/session.ts';
import { addEntries, editDetails, editEntry, removeEntry, setPlan, setStatus } from './sessionEdits.ts';

const author = { id: 'u', name: 'u' };
const at = (time: number) => ({ author, time });
const plan = { ratio: 2, state: { nextTableIndex: 0, tables: {} } };
const open = addEntries(
  sessionSchema.parse({
    _id: 'session_s',
    type: 'session',
    title: 'Gala',
    date: 1,
    status: 'ongoing',
  }) as Session,
  ['client_a', 'client_b'],
  at(10),
);
const archived = setStatus(open, 'archived', at(100));
const seated = { placement: { tableId: 't' } };

describe('an archived session [SESSION-11]', () => {
  it('is archived since its status became so, and forgets it when it is taken out', () => {
    expect(archivedSince(archived)).toBe(100);
    expect(archivedSince(editDetails(archived, { title: 'Ball' }, at(200)))).toBe(100);
    const out = setStatus(archived, 'upcoming', at(200));
    expect(archivedSince(out)).toBeNull();
    expect(out).not.toHaveProperty('archivedAt');
    // Of a program that does not know the field.
    const { archivedAt: _none, ...other } = archived;
    expect(archivedSince(other)).toBe(100);
  });

  it('takes no change of entries or plan made upon it', () => {
    const acts = [
      [editEntry(archived, 'client_a', seated, at(101)), 'clients'],
      [addEntries(archived, ['client_c'], at(101)), 'clients'],
      [removeEntry(archived, 'client_a', at(101)), 'removedClients'],
      [setPlan(archived, plan, at(101)), 'plan'],
      // By hand, without a word about the time.
      [{ ...archived, clients: archived.clients.slice(1) }, 'clients'],
      [{ ...archived, clients: archived.clients.map((entry) => ({ ...entry, ...seated })) }, 'clients'],
      [
        { ...archived, clients: archived.clients.map((entry) => ({ ...entry, checkInTime: 150 })) },
        'clients',
      ],
      [{ ...archived, plan }, 'plan'],
    ] as const;
    for (const [next, part] of acts) expect(archivedPart(archived, next, true)).toBe(part);
  });

  it('takes what was done before the archiving, whenever it arrives', () => {
    const acts = [
      editEntry(open, 'client_a', seated, at(50)),
      addEntries(open, ['client_c'], at(50)),
      removeEntry(open, 'client_a', at(50)),
      setPlan(open, plan, at(50)),
    ];
    // Beside the archived version, by a device that had not heard of it; and merged into it.
    for (const next of acts) {
      expect(archivedPart(archived, next, false)).toBeNull();
      expect(archivedPart(archived, setStatus(next, 'archived', at(100)), true)).toBeNull();
    }
    const late = editEntry(open, 'client_a', seated, at(150));
    expect(archivedPart(archived, late, false)).toBe('clients');
    expect(archivedPart(archived, setPlan(open, plan, at(150)), false)).toBe('plan');
    expect(archivedPart(archived, removeEntry(open, 'client_a', at(150)), false)).toBe('removedClients');
  });

  it('keeps title and dates open, with the check-ins of before, and can be taken out', () => {
    const renamed = editDetails(archived, { title: 'Ball', date: 5 }, at(200));
    expect(archivedPart(archived, renamed, true)).toBeNull();
    const folded = { ...renamed, clients: renamed.clients.map((entry) => ({ ...entry, checkInTime: 60 })) };
    expect(archivedPart(archived, folded, true)).toBeNull();
    const out = setPlan(setStatus(archived, 'upcoming', at(200)), plan, at(201));
    expect(archivedPart(archived, out, true)).toBeNull();
    expect(archivedPart(archived, out, false)).toBeNull();
    // A status that was set before it was archived takes nothing out, whatever else was edited later.
    const stale = editEntry(setStatus(open, 'upcoming', at(90)), 'client_a', seated, at(150));
    expect(archivedPart(archived, stale, false)).toBe('clients');
    const titled = { ...editDetails(stale, { title: 'Ball' }, at(150)) };
    const detailTimes = { upTo: 150, rest: 90, times: { title: 150 } };
    expect(archivedPart(archived, { ...titled, detailTimes }, false)).toBe('clients');
    expect(archivedPart(archived, titled, false)).toBeNull();
  });
});
