import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { raised } from '../documents/testing/raised.ts';
import { bankPaymentId, EVENT_DOC_TYPES, paymentId } from '../ids.ts';
import { canSeeEvent, hasRole, ROLES } from '../rights/roles.ts';
import { validateWrite } from './validateWrite.ts';
import type { IncomingDoc, Signer } from './verdict.ts';

const host = { id: 'h', role: 'host', name: 'host' } as const;
const member = { id: 'm', role: 'member', name: 'member' } as const;
const manager = { id: 'b', role: 'manager', name: 'manager' } as const;

const checkin = {
  _id: 'checkin_s1_0mwq00000-x1',
  type: 'checkin',
  sessionId: 'session_s1',
  clientId: 'client_c1',
  action: 'in',
  time: 5,
  device: { id: 'd', name: 'Door' },
  author: { id: 'h', name: 'host' },
  method: 'scan',
};
const client = { _id: 'client_c1', type: 'client', forename: 'Ada', surname: 'Lovelace' };
const session = { _id: 'session_s1', type: 'session', title: 'Gala', date: 1 };
const OPEN = { now: 1_000_000, archivedSince: null };
const code = (doc: IncomingDoc, stored: Record<string, unknown> | null, writer: Signer) => {
  const verdict = validateWrite(doc, stored, writer, OPEN);
  return verdict.ok ? 'ok' : verdict.error.code;
};

const change = {
  _id: 'entrychange_s1_0mwq00000-x1',
  type: 'entrychange',
  sessionId: 'session_s1',
  time: 5,
  device: { id: 'd', name: 'Desk' },
  author: { id: 'm', name: 'member' },
  rows: [{ clientId: 'client_c1', in: true }],
};

describe('entry changes', () => {
  it('are written once, by members, and never deleted', () => {
    expect(code(change, null, member)).toBe('ok');
    expect(code(change, null, manager)).toBe('ok');
    expect(code(change, null, host)).toBe('forbidden_role');
    expect(code({ ...change, time: 6 }, change, member)).toBe('forbidden_immutable');
    expect(code({ _id: change._id, _deleted: true }, change, member)).toBe('forbidden_immutable');
    expect(code({ _id: change._id, _deleted: true }, null, member)).toBe('forbidden_delete');
  });

  it('name their session, and carry nothing else', () => {
    expect(code({ ...change, sessionId: 'session_s2' }, null, member)).toBe('invalid_document');
    expect(code({ ...change, note: 'x' }, null, member)).toBe('invalid_document');
    expect(code({ ...change, rows: [] }, null, member)).toBe('invalid_document');
    const many = Array.from({ length: 201 }, (_, index) => ({ clientId: `client_c${index}`, in: true }));
    expect(code({ ...change, rows: many.slice(1) }, null, member)).toBe('ok');
    expect(code({ ...change, rows: many }, null, member)).toBe('invalid_document');
  });

  it('bear the own name, or that of somebody whose work is brought', () => {
    expect(code({ ...change, author: { id: 'm', name: 'Queen' } }, null, member)).toBe('forbidden_author');
    expect(code({ ...change, author: { id: 'x', name: 'Xenia' } }, null, member)).toBe('ok');
  });

  it('are taken however late they come, not far ahead, and of an archived session if they were before [SESSION-11]', () => {
    const at = (time: number, archivedSince: number | null = null) => {
      const verdict = validateWrite({ ...change, time }, null, member, { now: OPEN.now, archivedSince });
      return verdict.ok ? 'ok' : verdict.error.code;
    };
    expect([at(0), at(OPEN.now + 86_400_000), at(OPEN.now + 86_400_001)]).toEqual(['ok', 'ok', 'time_ahead']);
    expect([at(100, 100), at(101, 100)]).toEqual(['ok', 'session_archived']);
  });
});

describe('payments of a bank statement', () => {
  const of = { entry: '0123456789abcdef0123', cents: 500, step: 0 };
  const paid = {
    ...{ _id: bankPaymentId('consumer_a', of), type: 'payment', schemaVersion: 3, consumerId: 'consumer_a' },
    ...{ kind: 'transfer', amount: 500, currency: 'chf', time: 5, day: '2027-05-03' },
    ...{ device: { id: 'd', name: 'Desk' }, author: { id: 'm', name: 'member' } },
  };
  const back = {
    ...{ ...paid, _id: bankPaymentId('consumer_a', { ...of, step: 1 }) },
    ...{ amount: -500, cancels: paid._id, day: undefined },
  };
  const field = (doc: IncomingDoc): unknown => {
    const verdict = validateWrite(doc, null, member, OPEN);
    return verdict.ok ? 'ok' : (verdict.error.field ?? verdict.error.code);
  };

  it('say what their id says, so that whoever makes the same makes no other', () => {
    expect([field(paid), field(back), code(paid, null, host)]).toEqual(['ok', 'ok', 'forbidden_role']);
    expect(field({ ...paid, amount: 501 })).toBe('amount');
    expect(field({ ...paid, amount: -500 })).toBe('amount');
    expect(field({ ...paid, kind: 'cash' })).toBe('kind');
    expect(field({ ...paid, cancels: `${paid._id}0` })).toBe('cancels');
    expect(field({ ...back, amount: 500 })).toBe('amount');
    expect(field({ ...back, cancels: undefined })).toBe('cancels');
    expect(field({ ...back, cancels: bankPaymentId('consumer_a', { ...of, step: 2 }) })).toBe('cancels');
    expect(field({ ...paid, consumerId: 'consumer_b' })).toBe('_id');
    // One under another name would count a second time.
    expect(field({ ...paid, _id: paid._id.replace('bank-', 'x_bank-') })).toBe('_id');
    // A note by hand is of no bank's day.
    const cash = { ...paid, _id: paymentId('consumer_a', 5, 'd'), kind: 'cash' };
    expect([field(cash), field({ ...cash, day: undefined })]).toEqual(['day', 'ok']);
    // Apps of before take one back as a note by hand.
    expect(field({ ...back, _id: paymentId('consumer_a', 5, 'd') })).toBe('ok');
  });

  it('that two devices made meet; nobody changes or ends one', () => {
    const stored = { ...paid, _rev: '1-a' };
    const elsewhere = (start: number, ...ids: string[]) => ({
      ...{ ...paid, time: 9, author: { id: 'x', name: 'Xenia' }, device: { id: 'e', name: 'Hall' } },
      ...{ _rev: `${start}-${ids[0]}`, _revisions: { start, ids } },
    });
    expect(code(elsewhere(1, 'b'), stored, member)).toBe('ok');
    expect(code(elsewhere(1, 'b'), stored, host)).toBe('forbidden_role');
    expect(code({ ...elsewhere(1, 'b'), currency: 'eur' }, stored, member)).toBe('forbidden_immutable');
    expect(code({ ...elsewhere(1, 'b'), amount: 501 }, stored, member)).toBe('invalid_document');
    // Upon the stored one: only the merge, in which the first word stays.
    expect(code(elsewhere(2, 'c', 'a'), stored, member)).toBe('forbidden_immutable');
    expect(code({ ...elsewhere(2, 'c', 'a'), time: 4 }, stored, member)).toBe('ok');
    expect(code(elsewhere(2, 'c', 'b'), stored, member)).toBe('ok');
    const end = (start: number, ...ids: string[]) => ({
      ...{ _id: paid._id, _deleted: true, _rev: `${start}-${ids[0]}`, _revisions: { start, ids } },
    });
    expect(code(end(2, 'd', 'b'), stored, member)).toBe('ok');
    expect(code(end(2, 'd', 'a'), stored, member)).toBe('forbidden_immutable');
    expect(code(end(2, 'd', 'a'), { ...stored, _conflicts: ['1-b'] }, member)).toBe('ok');
    expect(code({ _id: paid._id, _deleted: true }, null, member)).toBe('forbidden_delete');
    const cash = { ...paid, _id: paymentId('consumer_a', 5, 'd'), kind: 'cash', day: undefined };
    expect(code({ ...elsewhere(1, 'b'), ...cash }, { ...cash, _rev: '1-a' }, member)).toBe(
      'forbidden_immutable',
    );
  });
});

describe('roles', () => {
  it('stand in order, and a check passes at or above [ROLE-01, ROLE-02]', () => {
    expect(ROLES).toEqual(['disabled', 'host', 'member', 'manager']);
    for (const [i, role] of ROLES.entries()) {
      for (const [j, required] of ROLES.entries()) expect(hasRole(role, required)).toBe(i >= j);
    }
  });

  it('a manager sees every event, others those that list them, a disabled one none [ROLE-11]', () => {
    const event = { authorized: ['m', 'x'] };
    expect(canSeeEvent(manager, event)).toBe(true);
    expect(canSeeEvent(member, event)).toBe(true);
    expect(canSeeEvent(host, event)).toBe(false);
    expect(canSeeEvent({ id: 'x', role: 'disabled' }, event)).toBe(false);
  });
});

describe('versions of documents', () => {
  const later = { ...client, schemaVersion: 2 };

  it('what a later version wrote is not touched by this one, nor taken from one', () => {
    expect(code(later, null, member)).toBe('newer_document');
    expect(code({ ...client, notes: 'x' }, later, member)).toBe('newer_document');
    expect(code({ _id: client._id, _deleted: true }, later, member)).toBe('newer_document');
    expect(code({ ...checkin, schemaVersion: 2 }, null, host)).toBe('newer_document');
    expect(code(later, null, host)).toBe('forbidden_role');
  });

  it('no app writes an older version over a later one; scripts know no versions', () => {
    raised(
      'client',
      (doc) => doc,
      () => {
        expect(code(later, client, member)).toBe('ok');
        expect(code(later, later, member)).toBe('ok');
        expect(code(client, later, member)).toBe('update_first');
        expect(code({ ...client, schemaVersion: 1 }, later, member)).toBe('update_first');
        expect(code({ _id: client._id, _deleted: true }, later, member)).toBe('ok');
        expect(validateWrite(client, later, member, { ...OPEN, fromOutside: true })).toEqual({
          ok: true,
          value: null,
        });
      },
    );
  });
});

describe('validateWrite', () => {
  it('a host writes new check-ins in its own name and nothing else [ROLE-04]', () => {
    expect(code(checkin, null, host)).toBe('ok');
    expect(code({ ...checkin, author: { id: 'm', name: 'other' } }, null, host)).toBe('forbidden_author');
    expect(code(client, null, host)).toBe('forbidden_role');
    expect(code({ _id: 'client_c1', _deleted: true }, client, host)).toBe('forbidden_role');
    expect(code({ _id: '_design/x' }, null, host)).toBe('forbidden_role');
  });

  it('nobody signs with the own id and another name', () => {
    const forged = { ...checkin, author: { id: 'h', name: 'manager' } };
    expect(code(forged, null, host)).toBe('forbidden_author');
    expect(code(forged, null, { ...manager, id: 'h' })).toBe('ok');
    expect(code(forged, null, { ...member, id: 'h' })).toBe('forbidden_author');
    expect(code(checkin, null, member)).toBe('ok');
  });

  it('a check-in holds nothing but its own fields, and names a session and a client [ROLE-04]', () => {
    for (const odd of [
      { device: { id: 'd', name: 'Door', more: 1 } },
      { author: { id: 'h', name: 'host', more: 1 } },
      { more: 1 },
      { sessionId: 's1' },
      { clientId: 'event' },
      { clientId: 'session_s1' },
    ]) {
      expect(code({ ...checkin, ...odd }, null, host)).toBe('invalid_document');
    }
    const verdict = validateWrite({ ...checkin, device: { id: 'd', name: '', more: 1 } }, null, host, OPEN);
    expect(verdict).toMatchObject({ ok: false, error: { field: 'device.more' } });
  });

  it('whatever a host sends, only a check-in passes [ROLE-04]', () => {
    const id = fc.oneof(
      fc.constantFrom(
        ...EVENT_DOC_TYPES.map((type) => `${type}_x1`),
        'event',
        '_design/main',
        'checkin_s1_x',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.record(
          { _id: id, type: fc.constantFrom(...EVENT_DOC_TYPES), _deleted: fc.boolean() },
          { requiredKeys: [] },
        ),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (base, rest) => {
          const doc = { ...rest, ...base };
          expect(!validateWrite(doc, null, host, OPEN).ok || doc._id?.startsWith('checkin_')).toBe(true);
        },
      ),
    );
  });

  it('a member writes the documents of an event and its statuses [ROLE-05, ROLE-07]', () => {
    expect(code(client, null, member)).toBe('ok');
    expect(code({ ...session, status: 'ongoing' }, session, member)).toBe('ok');
    expect(code({ _id: 'client_c1', _deleted: true }, client, member)).toBe('ok');
  });

  it('nobody changes or deletes a check-in, or deletes the event [CHECKIN-05]', () => {
    for (const writer of [host, member, manager]) {
      expect(code({ ...checkin, time: 6 }, checkin, writer)).toBe('forbidden_immutable');
      expect(code({ _id: checkin._id, _deleted: true }, checkin, writer)).toBe('forbidden_immutable');
    }
    expect(code({ _id: 'event', _deleted: true }, {}, manager)).toBe('forbidden_delete');
  });

  it('nobody deletes a registration on which money or an invoice stands; without, it goes', () => {
    const of = (more: object) => ({ _id: 'consumer_c', _rev: '3-c', type: 'consumer', ...more });
    const gone = { _id: 'consumer_c', _rev: '3-c', _deleted: true };
    const standing = [
      { cards: [{}] },
      { taken: [{}] },
      { transfers: [{}] },
      { invoices: [{}] },
      { settlement: { paid: 5, refunded: 0 } },
    ];
    for (const more of standing) {
      for (const writer of [member, manager]) expect(code(gone, of(more), writer)).toBe('forbidden_delete');
      const later = { ...gone, _rev: '5-e', _revisions: { start: 5, ids: ['e', 'd', 'c', 'b'] } };
      expect(code(later, of(more), member)).toBe('forbidden_delete');
      // One of several versions is closed, or an older one, that nobody sees any more.
      expect(code(gone, { ...of(more), _conflicts: ['2-x'] }, member)).toBe('ok');
      expect(code({ ...gone, _revisions: { start: 3, ids: ['x', 'b'] } }, of(more), member)).toBe('ok');
    }
    for (const more of [
      {},
      { status: 'invoice_paid' },
      { cards: [], taken: null, transfers: [], invoices: [], settlement: { paid: 0, refunded: 0 } },
    ])
      expect(code(gone, of(more), member)).toBe('ok');
  });

  it('a check-in must name its session in its id', () => {
    expect(code({ ...checkin, sessionId: 'session_s2' }, null, member)).toBe('invalid_document');
  });

  it('a disabled user writes nothing', () => {
    expect(validateWrite(checkin, null, { ...host, role: 'disabled' }, OPEN)).toMatchObject({ ok: false });
  });

  it('a check-in lies at most a day ahead; however late it comes, it is taken', () => {
    const now = 10 * 86_400_000;
    const judged = (time: number) => {
      const verdict = validateWrite({ ...checkin, time }, null, host, { now, archivedSince: null });
      return verdict.ok ? 'ok' : verdict.error.code;
    };
    expect([0, now, now + 86_400_000, now + 86_400_001].map(judged)).toEqual([
      'ok',
      'ok',
      'ok',
      'time_ahead',
    ]);
  });

  it('a cancellation names a check-in of its session, and what is seen a double entry', () => {
    const out = { ...checkin, action: 'out', cancels: 'checkin_s1_0mwq00000-x0' };
    const seen = { ...checkin, action: 'seen', double: 'checkin_s1_0mwq00000-x0' };
    expect([out, seen].map((doc) => code(doc, null, host))).toEqual(['ok', 'ok']);
    const wrong = [
      { ...out, cancels: 'checkin_other_0mwq00000-x0' },
      { ...out, cancels: 'client_c1' },
      { ...out, double: out.cancels },
      { ...seen, cancels: out.cancels },
      { ...seen, double: undefined },
    ];
    for (const doc of wrong) expect(code(doc, null, host)).toBe('invalid_document');
  });

  it('[SESSION-11] a check-in of an archived session is taken if it was made before', () => {
    const judged = (time: number) =>
      validateWrite({ ...checkin, time }, null, host, { now: 100, archivedSince: 50 });
    expect(judged(50)).toMatchObject({ ok: true });
    expect(judged(51)).toMatchObject({ error: { code: 'session_archived' } });
  });

  it('[SESSION-11] an archived session takes no entry, by whoever, upon the stored revision or beside it', () => {
    const stored = { ...session, _rev: '2-b', status: 'archived', archivedAt: 100 };
    const entry = { clientId: 'client_c1', updatedTime: 101 };
    const next = { ...stored, clients: [entry] };
    expect(code(next, stored, manager)).toBe('session_archived');
    const beside = { ...next, _rev: '2-c', status: 'ongoing', _revisions: { start: 2, ids: ['c', 'a'] } };
    expect(code(beside, stored, manager)).toBe('session_archived');
    const early = { ...beside, clients: [{ ...entry, updatedTime: 99 }] };
    expect(code(early, stored, manager)).toBe('ok');
    expect(code({ ...next, status: 'upcoming' }, stored, manager)).toBe('ok');
  });
});
