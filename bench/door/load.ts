import { setTimeout as delay } from 'node:timers/promises';
import { PASSWORD } from '#data/testing/server.ts';
import { ADMIN, startFoyer, type Foyer } from '../../e2e/support/foyer.ts';
import { createUser, login, type Api } from '../../e2e/support/http.ts';
import { seedEvent } from '../support/seed.ts';
import { startChild, type Child } from './children.ts';
import type { DeviceReport } from './child.ts';
import { now } from './device.ts';
import { startMeter, type Meter } from './meter.ts';
import { judge, readServer, truthOf, type Verdict } from './verdict.ts';

export interface LoadOptions {
  kind: 'app' | 'plain';
  devices: number;
  seconds: number;
  /** The server is killed in the middle and started again after this many ms. */
  crash: number | null;
  /** Of the server, beside the usual. */
  env?: Record<string, string>;
  /** Hears what is done now: all of it takes minutes. */
  tell?: (what: string) => void;
  /** Told when the first step is due, on the shared clock; what it returns is awaited before the end. */
  onStart?: (start: number, place: LoadPlace) => Promise<void>;
}

/** Where the devices work. */
export interface LoadPlace {
  url: string;
  api: Api;
  dbName: string;
  sessionId: string;
}

export interface LoadResult {
  verdict: Verdict;
  /** ms from durable on one device until another showed it; one sample per step and other device. */
  known: number[];
  /** The same, in the same order: when the step was durable, ms after the first step was due. */
  durableAt: number[];
  /** ms for which a device showed its longest trouble. */
  trouble: number;
  /** Pairs that never got so far. */
  unknown: number;
  late: number[];
  server: Meter | null;
  /** Processor time that all devices together took, in s. */
  devicesCpu: number;
  /** kB that a device received in a minute, on average. */
  received: number;
  /** After a crash: ms from the server's new start until everything written before that was everywhere. */
  recovery: number | null;
}

/** Steps of one device are so far apart on average, ms. */
const PERIOD_MS = 500;
const ENTRIES = 5000;
/** The devices share so few processes: one for all would measure itself, one for each would have no memory to itself. */
const PROCESSES = 4;
const PATIENCE_MS = 60_000;
/** Between the order and the first step. */
const LEAD_MS = 1000;

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { kind, devices, seconds, tell = () => undefined } = options;
  const foyer = await startFoyer({ LOG_LEVEL: 'error', ...options.env });
  const children = Array.from({ length: Math.min(PROCESSES, devices) }, startChild);
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, sessionIds } = await seedEvent(api, {
      clients: ENTRIES,
      sessions: 1,
      entriesPerSession: ENTRIES,
    });
    const sessionId = sessionIds[0] ?? '';
    const place = { url: foyer.url, eventId, dbName, sessionId };
    tell(`${devices} devices open an event of ${ENTRIES}`);
    for (let device = 0; device < devices; device++) {
      const username = await createDoor(api, device, eventId);
      await children[device % children.length]?.call('open', { ...place, kind, device, username });
    }
    const cpu = await cpuOf(children);
    const stopMeter = startMeter(() => foyer.pid);
    const start = now() + LEAD_MS;
    const order = {
      devices,
      steps: Math.round((seconds * 1000) / PERIOD_MS),
      ...{ period: PERIOD_MS, start, patience: PATIENCE_MS },
    };
    const restarted =
      options.crash === null ? null : crash(foyer, start + (seconds / 2) * 1000, options.crash);
    const disturbed = options.onStart?.(start, { ...place, api });
    tell(`they work for ${Math.round(seconds)} s, and up to ${PATIENCE_MS / 1000} s more until all know all`);
    const reports = (await Promise.all(children.map((child) => child.call('work', order)))).flat();
    await disturbed;
    const server = await stopMeter();
    const devicesCpu = ((await cpuOf(children)) - cpu) / 1000;
    tell(`all that was done is to be folded and everywhere, each within ${PATIENCE_MS / 1000} s`);
    const rev = kind === 'app' ? await folded(api, dbName, sessionId, reports) : null;
    const states = (await Promise.all(children.map((child) => child.call('state', rev)))).flat();
    const verdict = judge(reports, await readServer(api, dbName, sessionId), states);
    const bytes = states.reduce((sum, { received }) => sum + received, 0);
    return {
      verdict,
      ...latencies(reports, start),
      trouble: Math.max(...states.map(({ trouble }) => trouble)),
      late: reports.flatMap(({ late }) => late),
      server,
      devicesCpu,
      received: bytes / 1000 / devices / (seconds / 60),
      recovery: restarted === null ? null : recoveryOf(reports, await restarted),
    };
  } finally {
    await Promise.all(children.map((child) => child.call('close', undefined as never).catch(() => null)));
    for (const child of children) child.end();
    await foyer.dispose();
  }
}

/** A venue's people: one manager, one member in ten, hosts at the doors. */
async function createDoor(api: Api, device: number, eventId: string): Promise<string> {
  const username = `door${String.fromCodePoint(97 + device)}`;
  const role = device === 0 ? 'manager' : device % 10 === 1 ? 'member' : 'host';
  const userId = await createUser(api, username, PASSWORD, role);
  await api.call('PUT', '/api/authorizations', { userId, authorizations: [[eventId, true]] });
  return username;
}

/** Kills the server at a time and starts it again; resolves with the time at which it answered again. */
async function crash(foyer: Foyer, at: number, pause: number): Promise<number> {
  await delay(Math.max(0, at - now()));
  await foyer.kill();
  await delay(pause);
  await foyer.restart();
  return now();
}

/** Waits until the session in the server's database says what the devices were told; its revision, whatever came. */
async function folded(
  api: Api,
  dbName: string,
  sessionId: string,
  reports: readonly DeviceReport[],
): Promise<string> {
  const truth = truthOf(reports);
  const deadline = now() + PATIENCE_MS;
  for (;;) {
    const { rev, entries } = await readServer(api, dbName, sessionId);
    const done = [...truth].every(([clientId, time]) => entries.get(clientId) === time);
    if (done || now() > deadline) return rev;
    // The worker tells nobody when it has folded: look again shortly.
    await delay(250);
  }
}

async function cpuOf(children: readonly Child[]): Promise<number> {
  const each = await Promise.all(children.map((child) => child.call('cpu', undefined as never)));
  return each.reduce((sum, ms) => sum + ms, 0);
}

function latencies(
  reports: readonly DeviceReport[],
  start: number,
): Pick<LoadResult, 'known' | 'durableAt' | 'unknown'> {
  const known: number[] = [];
  const durableAt: number[] = [];
  let unknown = 0;
  for (const { device, durable } of reports) {
    for (const observer of reports) {
      if (observer.device === device) continue;
      const seen = observer.known[device] ?? [];
      durable.forEach((time, step) => {
        const at = seen[step];
        if (at === undefined) unknown += 1;
        else {
          known.push(at - time);
          durableAt.push(time - start);
        }
      });
    }
  }
  return { known, durableAt, unknown };
}

function recoveryOf(reports: readonly DeviceReport[], restarted: number): number {
  let last = restarted;
  for (const { device, durable } of reports) {
    for (const observer of reports) {
      durable.forEach((time, step) => {
        const at = observer.known[device]?.[step];
        if (time < restarted && at !== undefined) last = Math.max(last, at);
      });
    }
  }
  return last - restarted;
}
