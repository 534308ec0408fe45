import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { ARRIVAL_STEP, columnsOf, NO_FILTER, type Filter, type TableName } from './cells.ts';
import { calendarOf } from '../days.ts';
import { createStatistics } from './statistics.ts';
import type { Figures } from './sums.ts';
import type { Source } from './source.ts';
import { randomSource, sourceOf } from './testing/randomEvent.ts';

const ZURICH = calendarOf('Europe/Zurich');

/** 'table/row/column' and its number, for each that is not 0. */
function flat(figures: Figures): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [table, rows] of figures) {
    for (const [row, sums] of rows) {
      for (const [index, sum] of sums.entries()) {
        if (sum !== 0) found[`${table} | ${row} | ${columnsOf(table)[index]}`] = sum;
      }
    }
  }
  return found;
}

/**
 * Counted as one would with nothing but the documents at hand: a loop for each figure over everything, money in BigInt.
 * Nothing of the code under test, and no time zone but by the platform's own words.
 */
function naive(source: Source, filter: Filter): Record<string, number> {
  const found: Record<string, number> = {};
  const add = (table: string, row: string | number, column: string, amount: number | bigint = 1): void => {
    if (Number(amount) !== 0)
      found[`${table} | ${row} | ${column}`] = (found[`${table} | ${row} | ${column}`] ?? 0) + Number(amount);
  };
  /** `always`: of those whose guests are there, or of which an invoice stands. */
  const addMoney = (one: Consumer, always: boolean): void => {
    const canceled = one.status === 'canceled';
    const billed = one.registration;
    const net = canceled ? 0n : BigInt(billed?.amount ?? 0);
    // Half up, in tenths of a cent and not otherwise.
    const exact = net * BigInt(billed?.vat ?? 0) * 2n;
    const vat = (exact + 10_000n) / 20_000n;
    const paid = BigInt(one.settlement?.paid ?? (one.status === 'invoice_paid' ? net + vat : 0n));
    const refunded = BigInt(one.settlement?.refunded ?? 0);
    const hasMoved = paid !== 0n || refunded !== 0n;
    if (!hasMoved && (!always || billed == null)) return;
    const left = net + vat - paid + refunded;
    const currency = billed?.currency ?? 'chf';
    for (const [table, row] of [
      ['money', currency],
      [`rates:${currency}`, billed?.rate ?? 100],
    ] as const) {
      if (!canceled) add(table, row, 'registrations');
      add(table, row, 'net', net);
      add(table, row, 'vat', vat);
      add(table, row, 'total', net + vat);
      add(table, row, 'paid', paid);
      add(table, row, 'refunded', refunded);
      if (left > 0n) add(table, row, 'open', left);
      else add(table, row, 'credit', -left);
    }
  };
  const words = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich' });
  const dayOf = (time: number): number => Date.parse(`${words.format(time)}T00:00:00Z`) / 86_400_000;
  const consumerOf = (client: Client | undefined): Consumer | undefined =>
    client?.consumerId ? source.consumers.get(client.consumerId) : undefined;
  const fellows = (client: Client): Client[] =>
    [...source.clients.values()].filter(
      (other) => other._id === client._id || (client.consumerId && other.consumerId === client.consumerId),
    );
  const living = (clients: Client[]): Client[] => clients.filter(({ deletedAt }) => deletedAt == null);
  const sessionsOf = (clientId: string): string[] =>
    source.sessions
      .filter((one) => one.clients.some((entry) => entry.clientId === clientId))
      .map(({ _id }) => _id);
  const inPeriod = (time: number | null): boolean => {
    if (filter.from === null && filter.to === null) return true;
    if (time === null) return false;
    return dayOf(time) >= (filter.from ?? -1e9) && dayOf(time) <= (filter.to ?? 1e9);
  };
  const timeOf = (one: Consumer): number | null =>
    one.registration?.date ?? one.date ?? one.metadata.createdAt ?? null;
  const consumerPasses = (one: Consumer): boolean =>
    (filter.status === null || one.status === filter.status) && inPeriod(timeOf(one));
  const timeOfGuest = (clientId: string): number | null => {
    const client = source.clients.get(clientId);
    if (client === undefined) return null;
    const consumer = consumerOf(client);
    if (consumer !== undefined) return timeOf(consumer);
    const times = living(fellows(client)).flatMap(({ metadata }) => metadata.createdAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  };
  const guestPasses = (clientId: string): boolean => {
    const client = source.clients.get(clientId);
    const consumer = consumerOf(client);
    if (
      consumer !== undefined
        ? !consumerPasses(consumer)
        : filter.status !== null || !inPeriod(timeOfGuest(clientId))
    )
      return false;
    return filter.sessionId === null || sessionsOf(clientId).includes(filter.sessionId);
  };
  const isCanceled = (clientId: string): boolean => {
    const client = source.clients.get(clientId);
    const consumer = consumerOf(client);
    if (consumer !== undefined) return consumer.status === 'canceled';
    return client !== undefined && living(fellows(client)).every((one) => one.canceled === true);
  };

  for (const one of source.consumers.values()) {
    if (!consumerPasses(one)) continue;
    const all = [...source.clients.values()].filter(({ consumerId }) => consumerId === one._id);
    const alive = living(all).sort((a, b) => (a._id < b._id ? -1 : 1));
    if (
      filter.sessionId !== null &&
      !alive.some(({ _id }) => sessionsOf(_id).includes(filter.sessionId ?? ''))
    )
      continue;
    if (all.length > 0 && alive.length === 0) {
      add('emptied', '', 'registrations');
      addMoney(one, (one.invoices ?? []).reduce((sum, { total }) => sum + total, 0) !== 0);
      continue;
    }
    const time = timeOf(one);
    const rows: [string, string | number][] = [
      ['days', time === null ? '' : dayOf(time)],
      ['status', one.status],
      ['paymentType', one.paymentType],
      ['language', one.person?.language ?? alive[0]?.language ?? ''],
      ['form', one.registration?.formId ?? ''],
    ];
    for (const [table, row] of rows) {
      add(table, row, 'registrations');
      if (one.status === 'canceled') add(table, row, 'canceled');
    }
    addMoney(one, true);
    for (const [notifId, attempts] of Object.entries(one.notifs)) {
      const method = source.notifs.get(notifId)?.notifMethod ?? one.notifMethod;
      for (const { ok, error, errorCode } of attempts) {
        add('messages', ok ? 'ok' : String(errorCode ?? error ?? 'opted_out'), method);
      }
    }
  }
  for (const client of source.clients.values()) {
    if (client.deletedAt != null || !guestPasses(client._id)) continue;
    const consumer = consumerOf(client);
    const time = timeOfGuest(client._id);
    add('days', time === null ? '' : dayOf(time), 'guests');
    add('status', consumer?.status ?? '', 'guests');
    add('paymentType', consumer?.paymentType ?? '', 'guests');
    add('language', client.language, 'guests');
    add('form', consumer?.registration?.formId ?? '', 'guests');
    add('category', client.category, 'guests');
    if (isCanceled(client._id)) add('category', client.category, 'canceledGuests');
  }
  const inSessions = source.sessions.flatMap(({ clients }) => clients.map(({ clientId }) => clientId));
  for (const clientId of new Set(inSessions)) {
    if (!source.clients.has(clientId) && guestPasses(clientId)) add('unknown', '', 'guests');
  }
  for (const { _id, clients } of source.sessions) {
    if (filter.sessionId !== null && filter.sessionId !== _id) continue;
    for (const { clientId, checkInTime, product } of clients) {
      if (!guestPasses(clientId)) continue;
      const productRow = `${product?.kind ?? ''}/${product?.optionId ?? ''}`;
      const both = (column: string): void => {
        add('sessions', _id, column);
        add(`products:${_id}`, productRow, column);
      };
      both('registered');
      if (isCanceled(clientId)) both('canceledGuests');
      if (checkInTime !== null) {
        both('arrived');
        add(`arrivals:${_id}`, checkInTime - (checkInTime % ARRIVAL_STEP), 'arrived');
        add(`doors:${_id}`, source.heldBy(_id, clientId)?.device.id ?? '', 'arrived');
      } else if (!isCanceled(clientId)) both('missing');
    }
  }
  return found;
}

const filters: fc.Arbitrary<Filter> = fc.record({
  sessionId: fc.option(fc.constantFrom('session_0', 'session_1', 'session_9')),
  status: fc.option(fc.constantFrom('canceled', 'invoice_paid', 'registered')),
  from: fc.option(fc.integer({ min: 20_539, max: 20_545 })),
  to: fc.option(fc.integer({ min: 20_539, max: 20_545 })),
});

describe('statistics', () => {
  it('[STATS-01] every sum of random events equals one that is counted naively, under any filter', () => {
    fc.assert(
      fc.property(randomSource, fc.oneof(fc.constant(NO_FILTER), filters), (source, filter) => {
        expect(flat(createStatistics().update(source, filter, ZURICH))).toEqual(naive(source, filter));
      }),
      { numRuns: 120 },
    );
  });

  it('[STATS-01] brought up to date step by step they are as if counted anew, and so are the people behind', () => {
    fc.assert(
      fc.property(
        fc.array(randomSource, { minLength: 2, maxLength: 4 }),
        fc.array(fc.record({ from: fc.nat(), share: fc.double({ min: 0, max: 1, noNaN: true }) }), {
          maxLength: 6,
        }),
        filters,
        (pool, steps, filter) => {
          const kept = createStatistics();
          let now = pool[0] as Source;
          kept.update(now, NO_FILTER, ZURICH);
          for (const { from, share } of steps) {
            now = partly(now, pool[from % pool.length] as Source, share);
            const asked = from % 3 === 0 ? filter : NO_FILTER;
            const figures = kept.update(now, asked, ZURICH);
            expect(flat(figures)).toEqual(naive(now, asked));
            if (from % 2 === 0) kept.prepare();
          }
          const figures = kept.update(now, NO_FILTER, ZURICH);
          for (const [table, rows] of figures) {
            for (const [row, sums] of rows) {
              for (const [index, sum] of sums.entries()) {
                const column = columnsOf(table)[index];
                if (column === undefined) continue;
                const people = kept.behind(table, (one) => one === row, column);
                expect(people.reduce((all, { amount }) => all + amount, 0)).toBe(sum);
              }
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('the same documents are not counted twice: the very same map', () => {
    const source = sourceOf({ sessions: [], clients: new Map(), consumers: new Map(), notifs: new Map() });
    const kept = createStatistics();
    const first = kept.update(source, NO_FILTER, ZURICH);
    expect(first.size).toBe(0);
    expect(kept.update({ ...source }, NO_FILTER, ZURICH)).toBe(first);
  });

  it('[STATS-01] charged, paid, refunded, open and to be given back always balance, by currency and by rate', () => {
    fc.assert(
      fc.property(randomSource, (source) => {
        const figures = createStatistics().update(source, NO_FILTER, ZURICH);
        const tables: TableName[] = ['money', ...CURRENCIES.map((one): TableName => `rates:${one}`)];
        for (const table of tables) {
          for (const sums of figures.get(table)?.values() ?? []) {
            const [, net = 0, vat = 0, total = 0, paid = 0, refunded = 0, open = 0, credit = 0] = sums;
            expect(net + vat).toBe(total);
            expect(total - paid + refunded).toBe(open - credit);
          }
        }
      }),
    );
  });
});

/** Some documents of `next` in the place of those of `now`. Sessions keep the entries that did not change. */
function partly(now: Source, next: Source, share: number): Source {
  const isTaken = (index: number): boolean => (index * 0.37) % 1 < share;
  const mixed = <T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): Map<string, T> => {
    const ids = [...new Set([...a.keys(), ...b.keys()])];
    return new Map(
      ids.flatMap((id, index): [string, T][] => {
        const found = isTaken(index) ? b.get(id) : a.get(id);
        return found === undefined ? [] : [[id, found]];
      }),
    );
  };
  const byId = ({ sessions }: Source) => new Map(sessions.map((one) => [one._id, one]));
  const sessions = [...mixed(byId(now), byId(next)).values()].map((session, index) => {
    const other = byId(next).get(session._id);
    const [first] = session.clients;
    if (index % 2 === 0 || other === undefined || first === undefined) return session;
    const without = session.clients.slice(1);
    const come = other.clients.find(
      ({ clientId }) => !session.clients.some((one) => one.clientId === clientId),
    );
    return { ...session, clients: come === undefined ? without : [...without, come] };
  });
  return sourceOf({
    sessions,
    clients: mixed(now.clients, next.clients),
    consumers: mixed(now.consumers, next.consumers),
    notifs: mixed(now.notifs, next.notifs),
  });
}
