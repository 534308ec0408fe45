import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process took while it was watched. */
export interface Meter {
  /** Resident memory in MB: at the start, the most, and at the end. */
  memory: { start: number; most: number; end: number };
  /** Processor time, in s. */
  cpu: number;
}

const EVERY_MS = 500;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const IDLE_SHARE = 0.06;

/** Watches a process until told to stop; `pid` is asked anew each time, as it may be another one after a restart. */
export function startMeter(pid: () => number): () => Promise<Meter | null> {
  const samples: number[] = [];
  let before: { pid: number; ticks: number } | null = null;
  let spent = 0;

  async function look(): Promise<void> {
    const now = pid();
    const [mb, ticks] = await Promise.all([memory(now), processorTicks(now)]);
    if (mb === null || ticks === null) return;
    samples.push(mb);
    if (before?.pid === now) spent += ticks - before.ticks;
    before = { pid: now, ticks };
  }

  void look();
  const timer = setInterval(() => void look(), EVERY_MS);
  return async () => {
    clearInterval(timer);
    await look();
    const [start, end] = [samples[0], samples.at(-1)];
    // No `/proc` here.
    if (start === undefined || end === undefined) return null;
    return { memory: { start, most: Math.max(...samples), end }, cpu: (spent * TICK_MS) / 1000 };
  };
}

/** Resolves once a process takes hardly any processor time any more; at once where there is no `/proc`. */
export async function whenIdle(pid: number): Promise<void> {
  for (let before = await processorTicks(pid); before !== null;) {
    await delay(EVERY_MS);
    const ticks = await processorTicks(pid);
    if (ticks === null || (ticks - before) * TICK_MS < EVERY_MS * IDLE_SHARE) return;
    before = ticks;
  }
}

async function memory(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(text)?.[1];
  return kb === undefined ? null : Number(kb) / 1000;
}

async function processorTicks(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold anything; user and system time are the 12th and 13th field after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const sum = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(sum) ? sum : null;
}
