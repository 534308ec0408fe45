import type { Author } from '#domain/documents/common.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Plan, Session, SessionEntry } from '#domain/documents/session.ts';
import type { SessionStatus } from '#domain/config.ts';
import { checkinId, docId } from '#domain/ids.ts';
import { makePlan } from './plan.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface SampleSession {
  title: string;
  titleFrench?: string;
  /** ms */
  date: number;
  timeStart?: string;
  timeEnd?: string;
  status: SessionStatus;
  entries?: number;
  /** Places; without a limit when absent. */
  capacity?: number;
  /** Tables of the plan; absent or 0 for none. */
  tables?: number;
  /** Share of the entries that have a seat, and that are checked in: 0 to 1. */
  placed?: number;
  checkedIn?: number;
  optionIds?: readonly [string, ...string[]];
}

export interface SessionOptions {
  clients: readonly Client[];
  /** Used where the session does not say. */
  defaultCount: number;
  now: number;
  author: Author;
  index: number;
}

export function makeSession(random: Random, sample: SampleSession, options: SessionOptions): Session {
  const { clients, now, author, index } = options;
  const count = Math.min(sample.entries ?? options.defaultCount, clients.length);
  const tables = sample.tables ?? 0;
  const plan = tables === 0 ? null : makePlan(random, tables);
  const chosen = chooseParties(random, clients, count);
  const seats = plan === null ? [] : seatsOf(plan).slice(0, Math.round(count * (sample.placed ?? 1)));
  const at = now - 3 * DAY + index * MINUTE;
  const entries = chosen.map(({ _id: clientId }, place): SessionEntry => ({
    clientId,
    checkInTime: null,
    placement: seats[place] ?? null,
    product:
      sample.optionIds === undefined
        ? null
        : { kind: random.chance(0.95) ? 'adult' : 'child', optionId: random.pick(sample.optionIds) },
    updatedTime: at,
  }));
  return {
    _id: docId('session', random.id()),
    type: 'session',
    ...(sample.capacity === undefined ? {} : { capacity: sample.capacity }),
    title: sample.title,
    titleFrench: sample.titleFrench ?? null,
    date: sample.date,
    timeStart: sample.timeStart ?? null,
    timeEnd: sample.timeEnd ?? null,
    status: sample.status,
    autoSave: false,
    autoSaveDelay: 60,
    clients: entries,
    removedClients: {},
    files: [],
    plan,
    metadata: { author, createdAt: now - 60 * DAY, updatedAt: at, detailsAt: now - 60 * DAY, planAt: at },
  };
}

/** Whole parties in random order, so that those who registered together sit together. */
function chooseParties(random: Random, clients: readonly Client[], count: number): Client[] {
  const parties = new Map<string, Client[]>();
  for (const client of clients) {
    const key = client.consumerId ?? '';
    parties.set(key, [...(parties.get(key) ?? []), client]);
  }
  return random
    .shuffled([...parties.values()])
    .flat()
    .slice(0, count);
}

function seatsOf(plan: Plan): { tableId: string; seatIndex: number; onTable: boolean }[] {
  return Object.entries(plan.state.tables).flatMap(([tableId, { seats }]) =>
    Array.from({ length: seats }, (_, seatIndex) => ({ tableId, seatIndex, onTable: false })),
  );
}

const DOORS = [
  { id: 'demo-door-1', name: 'iPad · Entrée nord' },
  { id: 'demo-door-2', name: 'iPad · Entrée sud' },
  { id: 'demo-door-3', name: 'iPhone · Vestiaire' },
] as const;

/** Arrivals over 75 minutes around the session's start, a few of them cancelled and repeated. */
export function makeCheckins(
  random: Random,
  session: Session,
  sample: SampleSession,
  { now, door, stayAway }: { now: number; door: Author; stayAway: ReadonlySet<string> },
): Checkin[] {
  const arrived = random
    .shuffled(session.clients)
    // Doors turn away whose registration is cancelled.
    .filter(({ clientId }) => !stayAway.has(clientId))
    .slice(0, Math.round(session.clients.length * (sample.checkedIn ?? 0)));
  // Never later than now: a check-in from the future would win against a real one.
  const until = Math.min(now, startOf(session) + 30 * MINUTE) - MINUTE;

  const result: Checkin[] = [];
  const add = (clientId: string, action: Checkin['action'], time: number): void => {
    const device = random.pick(DOORS);
    const method = random.weighted({ scan: 70, list: 28, desk: 2 });
    const _id = checkinId(session._id, time, `${device.id.slice(-1)}${random.id().slice(0, 7)}`);
    result.push({
      _id,
      type: 'checkin',
      sessionId: session._id,
      clientId,
      action,
      time,
      device,
      author: door,
      method,
    });
  };
  for (const { clientId } of arrived) {
    const time = until - random.int(10 * 60_000, 75 * MINUTE);
    add(clientId, 'in', time);
    if (random.chance(0.02)) {
      add(clientId, 'out', time + random.int(5000, 40_000));
      add(clientId, 'in', time + random.int(60_000, 300_000));
    }
  }
  return result.sort((a, b) => a.time - b.time);
}

/** The session's date is noon of its day; `timeStart` is `HH:mm` (ms). */
function startOf({ date, timeStart }: Session): number {
  const [hours = 12, minutes = 0] = typeof timeStart === 'string' ? timeStart.split(':').map(Number) : [];
  return date + (hours - 12) * 60 * MINUTE + minutes * MINUTE;
}
