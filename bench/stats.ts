import PouchDB from 'pouchdb-core';
import memory from 'pouchdb-adapter-memory';
import { holdingFact } from '#domain/checkins/admissions.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Session } from '#domain/documents/session.ts';
import { NO_FILTER } from '#domain/statistics/cells.ts';
import { calendarOf } from '#domain/days.ts';
import { createStatistics } from '#domain/statistics/statistics.ts';
import type { Figures } from '#domain/statistics/sums.ts';
import type { Source } from '#domain/statistics/source.ts';
import {
  arrivalTable,
  currenciesOf,
  doorTable,
  formTable,
  listTable,
  messageTable,
  moneyTable,
  productTable,
  rateTable,
  sessionTable,
  timeTable,
} from '#domain/statistics/tables.ts';
import { xlsxOf, type Cell } from '#pdf/xlsx.ts';
import { createEventStore } from '#data/store/eventStore.ts';
import { makeEvent } from '../server/sample/generate.ts';
import { figure, median, type Figure } from './support/report.ts';

const REGISTRATIONS = 10_000;
const SESSIONS = 3;
const TABLES_MS = 50;
const CHANGE_MS = 5;
const XLSX_MS = 1000;
const RUNS = 15;
const BASELINE = 'plain loops over allDocs';

/**
 * 10,000 registrations with 30,000 entries, a third of them in: every table of the screen, the same after one change, and
 * a workbook; against what one would write first: read all documents of a PouchDB and count in loops, each time.
 */
export default async function stats(emit: (figure: Figure) => void): Promise<void> {
  const made = makeEvent({
    ...{ clients: REGISTRATIONS, consumers: REGISTRATIONS, seed: 20_260_101 },
    sessions: Array.from({ length: SESSIONS }, (_, at) => ({
      ...{ title: `Session ${at + 1}`, date: Date.UTC(2026, 0, 14 + at, 12), status: 'ongoing' as const },
      ...{ checkedIn: 0.33, optionIds: ['menu', 'balcony'] as const },
    })),
    entriesPerSession: REGISTRATIONS,
  });
  const store = createEventStore('bench', (error) => {
    throw error;
  });
  // As a device has them: parsed from the snapshot of its copy. (Objects that were spread together have a shape each in
  // V8, and reading one of their fields takes ten times as long.)
  const stored = JSON.stringify(made.documents.map((doc) => ({ ...doc, _rev: '1-a' })));
  store.apply(JSON.parse(stored) as Parameters<typeof store.apply>[0]);
  const source = (): Source => ({
    sessions: store.sessions(),
    clients: store.documents('client'),
    consumers: store.consumers(),
    notifs: store.documents('notif'),
    heldBy: (sessionId, clientId) => holdingFact(store.checkinsOf(sessionId, clientId)),
  });
  const calendar = calendarOf('Europe/Zurich');
  // The store reads what it holds when it is first asked, whoever asks.
  const first = source();
  const baseline = await plainLoops(made.documents);

  const whole = timed(RUNS, () => {
    tables(createStatistics().update(first, NO_FILTER, calendar), first);
  });
  const plain: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await baseline.count();
    plain.push(performance.now() - start);
  }
  emit(figureOf('all tables', median(whole), median(plain), TABLES_MS));

  const kept = createStatistics();
  kept.update(first, NO_FILTER, calendar);
  if ([...kept.registrations()].length !== REGISTRATIONS) throw new Error('not everybody is counted');
  const changes: number[] = [];
  for (const [at, consumer] of made.consumers.slice(0, 3 * RUNS).entries()) {
    const changed = { ...consumer, _rev: `${at + 2}-a`, status: at % 2 === 0 ? 'canceled' : 'invoice_paid' };
    store.apply([changed] as unknown as Parameters<typeof store.apply>[0]);
    const next = source();
    const start = performance.now();
    tables(kept.update(next, NO_FILTER, calendar), next);
    changes.push(performance.now() - start);
  }
  emit(figureOf('after one change', median(changes), median(plain), CHANGE_MS));
  check(kept.update(source(), NO_FILTER, calendar), createStatistics().update(source(), NO_FILTER, calendar));

  const rows = [...kept.registrations()].map(({ consumer }): Cell[] => {
    if (consumer === null) return [];
    const { net, vat, total, paid, refunded, open, credit } = settlementOf(consumer);
    const sums = [net, vat, total, paid, refunded, open, credit];
    return [
      consumer._id,
      `${consumer.person?.surname ?? ''} ${consumer.person?.forename ?? ''}`,
      consumer.person?.company ?? '',
      consumer.status,
      consumer.paymentType,
      { value: calendar.dayOf(consumer.date ?? 0), format: 'day' },
      ...sums.map((value): Cell => ({ value, format: 'money' })),
    ];
  });
  const headings = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => `Column ${at + 1}`);
  const workbook = timed(
    RUNS,
    () => void xlsxOf([{ name: 'Registrations', headings, rows }], Date.UTC(2026, 0, 15)),
  );
  emit(figureOf(`xlsx of ${rows.length} rows`, median(workbook), NaN, XLSX_MS));
}

const figureOf = (measure: string, ours: number, baseline: number, target: number): Figure =>
  figure({
    ...{ bench: 'stats', measure, ours, baseline, unit: 'ms', baselineName: BASELINE },
    ...{ target: `at most ${target} ms`, reached: ours <= target },
  });

/** All that the screen shows. */
function tables(figures: Figures, { sessions }: Source): void {
  timeTable(figures, null);
  for (const name of ['status', 'paymentType', 'category', 'language'] as const) listTable(figures, name);
  formTable(figures, []);
  moneyTable(figures);
  for (const currency of currenciesOf(figures)) rateTable(figures, currency);
  messageTable(figures);
  sessionTable(figures, sessions, false, new Map());
  for (const { _id } of sessions) {
    productTable(figures, _id, []);
    arrivalTable(figures, _id);
    doorTable(figures, _id);
  }
}

function timed(runs: number, work: () => void): number[] {
  work();
  return Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}

/** What was brought up to date says the same as what was counted anew; else the times mean nothing. */
function check(kept: Figures, anew: Figures): void {
  const sorted = (figures: Figures) =>
    JSON.stringify(
      [...figures]
        .map(
          ([name, rows]) => [name, [...rows].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))] as const,
        )
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  if (sorted(kept) !== sorted(anew)) throw new Error('the figures differ from those counted anew');
}

type Doc = Record<string, unknown> & { _id: string; type?: string };

/** The same sums over a database in memory, as a first version of the screen would count them. */
async function plainLoops(documents: readonly Doc[]): Promise<{ count: () => Promise<unknown> }> {
  PouchDB.plugin(memory);
  const db = new PouchDB<Doc>('bench-stats', { adapter: 'memory' });
  for (let start = 0; start < documents.length; start += 1000) {
    await db.bulkDocs(documents.slice(start, start + 1000));
  }
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich' });
  return {
    async count() {
      const { rows } = await db.allDocs({ include_docs: true });
      const docs = rows.flatMap(({ doc }) => (doc == null ? [] : [doc]));
      const of = <T>(type: string) => docs.filter((doc) => doc.type === type) as unknown as T[];
      const [consumers, clients, sessions] = [
        of<Consumer>('consumer'),
        of<Client>('client'),
        of<Session>('session'),
      ];
      const arrivals = of<{ sessionId: string; clientId: string; time: number; device: { id: string } }>(
        'checkin',
      );
      const sums: Record<string, number> = {};
      const add = (key: string, amount = 1): void => void (sums[key] = (sums[key] ?? 0) + amount);
      for (const consumer of consumers) {
        const { amount = 0, vat = 0, currency = 'chf', rate = 100 } = consumer.registration ?? {};
        const canceled = consumer.status === 'canceled';
        add(`day ${day.format(consumer.date ?? 0)}`);
        for (const key of [consumer.status, consumer.paymentType, consumer.person?.language])
          add(`list ${key}`);
        add(`form ${consumer.registration?.formId ?? ''}`);
        const share = Math.round((amount * vat) / 10_000);
        for (const key of [currency, `${currency} ${rate}`]) {
          add(`net ${key}`, canceled ? 0 : amount);
          add(`vat ${key}`, canceled ? 0 : share);
          add(`paid ${key}`, consumer.status === 'invoice_paid' ? amount + share : 0);
        }
        for (const attempts of Object.values(consumer.notifs))
          for (const { ok } of attempts) add(`sent ${ok}`);
      }
      for (const { category, language } of clients) {
        add(`category ${category}`);
        add(`guests ${language}`);
      }
      const inBy = new Map(arrivals.map((one) => [`${one.sessionId} ${one.clientId}`, one]));
      for (const { _id, clients: entries } of sessions) {
        for (const { clientId, product } of entries) {
          const there = inBy.get(`${_id} ${clientId}`);
          add(`session ${_id}`);
          add(`product ${_id} ${product?.kind ?? ''} ${product?.optionId ?? ''}`);
          if (there === undefined) continue;
          add(`arrived ${_id} ${Math.floor(there.time / 300_000)}`);
          add(`door ${_id} ${there.device.id}`);
        }
      }
      return sums;
    },
  };
}
