/* A process with some of the devices of the bench door-load; children.ts starts it and calls it. */
import { setTimeout as delay } from 'node:timers/promises';
import { openAppDevice } from './appDevice.ts';
import { now, type DeviceOptions, type DeviceState, type LoadDevice, type Written } from './device.ts';
import { openPlainDevice } from './plainDevice.ts';
import { doorScript, type Step } from './script.ts';

export interface OpenDevices extends DeviceOptions {
  kind: 'app' | 'plain';
}

export interface WorkOrder {
  /** How many devices there are in all processes, and what each does. */
  devices: number;
  steps: number;
  period: number;
  /** On the shared clock. */
  start: number;
  /** ms after the last step until what is not known anywhere is given up. */
  patience: number;
}

/** What one device did, and when it learnt of the others' doings; times on the shared clock. */
export interface DeviceReport {
  device: number;
  written: Written[];
  /** How much later than planned each step began, ms. */
  late: number[];
  durable: number[];
  /** By device and step; a step that was never known is missing at the end. */
  known: number[][];
}

const open = new Map<number, LoadDevice>();

const calls = {
  async open({ device, kind, ...options }: OpenDevices & { device: number }): Promise<null> {
    open.set(device, await (kind === 'app' ? openAppDevice(options) : openPlainDevice(options)));
    return null;
  },
  work: (order: WorkOrder): Promise<DeviceReport[]> => {
    const script = doorScript(order.devices, order.steps, order.period);
    return Promise.all([...open].map(([index, device]) => work(device, index, script, order)));
  },
  async state(rev: string | null): Promise<DeviceState[]> {
    return Promise.all([...open.values()].map((device) => device.state(rev)));
  },
  /** ms of processor time that this process took so far. */
  cpu(): Promise<number> {
    const { user, system } = process.cpuUsage();
    return Promise.resolve((user + system) / 1000);
  },
  async close(): Promise<null> {
    await Promise.all([...open.values()].map((device) => device.close()));
    return null;
  },
};
export type DoorCalls = typeof calls;

async function work(
  device: LoadDevice,
  own: number,
  script: readonly (readonly Step[])[],
  { start, steps, period, patience }: WorkOrder,
): Promise<DeviceReport> {
  const report: DeviceReport = {
    device: own,
    written: [],
    late: [],
    durable: [],
    known: script.map(() => []),
  };
  const allKnown = watch(device, own, script, report.known);
  for (const step of script[own] ?? []) {
    const wait = start + step.at - now();
    if (wait > 0) await delay(wait);
    report.late.push(now() - start - step.at);
    report.written.push(await device.act(step));
    report.durable.push(now());
  }
  const end = start + steps * period + patience;
  const given = new AbortController();
  await Promise.race([
    allKnown,
    delay(Math.max(0, end - now()), null, { signal: given.signal }).catch(() => null),
  ]);
  given.abort();
  return report;
}

/** Notes when the device shows each step of the others; resolves when it has seen them all. */
function watch(
  device: LoadDevice,
  own: number,
  script: readonly (readonly Step[])[],
  known: number[][],
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      device.look();
      let missing = 0;
      script.forEach((steps, other) => {
        const seen = known[other];
        if (other === own || seen === undefined) return;
        // A device's own steps arrive in their order.
        for (let next = steps[seen.length]; next !== undefined; next = steps[seen.length]) {
          if (device.words(next.guest) < next.word) break;
          seen.push(now());
        }
        missing += steps.length - seen.length;
      });
      if (missing > 0) return;
      stop();
      resolve();
    };
    const stop = device.subscribe(look);
  });
}

interface Call {
  id: number;
  name: keyof DoorCalls;
  arg: never;
}

process.on('message', ({ id, name, arg }: Call) => {
  (calls[name] as (arg: unknown) => Promise<unknown>)(arg).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
// The bench has ended, however it ended.
process.on('disconnect', () => process.exit());
