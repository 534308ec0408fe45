import { parseArgs } from 'node:util';
import { runLoad, type LoadResult } from './door/load.ts';
import { figure, percentile, type Figure } from './support/report.ts';

const DEVICES = 20;
const SECONDS = 180;
/** The baseline is not asked to hold out so long. */
const BASELINE_SECONDS = 30;
const CRASH_PAUSE_MS = 3000;
/** No figure is named for this; it is less than it takes to walk from one door to the next. */
const TARGET_MS = 1000;
/** Later than this the devices did not even get to check in when they should: the machine is busy with something else. */
const DISTURBED_MS = 100;
const BENCH = 'door-load';

/**
 * 20 devices check in and cancel, twice a second each, in a session of 5,000 entries, for 3 minutes, against the real
 * server. Measured: ms from a check-in being durable on its device until each other device shows it. At the end the
 * server's database and every device must agree on every acknowledged check-in. Baseline: the same documents, the
 * same server, PouchDB's live `sync` with its defaults; shorter, because it falls behind.
 *
 * `-- --seconds=20` makes it short, `--no-baseline` leaves the baseline out, `--crash` kills the server (`kill -9`)
 * in the middle and starts it again.
 */
export default async function doorLoad(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      devices: { type: 'string' },
      crash: { type: 'boolean' },
      baseline: { type: 'boolean', default: true },
    },
    allowNegative: true,
    allowPositionals: true,
  });
  const seconds = Number(values.seconds ?? SECONDS);
  const devices = Number(values.devices ?? DEVICES);
  const crash = values.crash === true ? CRASH_PAUSE_MS : null;
  const ours = await runLoad({ kind: 'app', devices, seconds, crash });
  tell(`${devices} devices, ${seconds} s`, ours);
  const baselineSeconds = Math.min(seconds, BASELINE_SECONDS);
  const plain = values.baseline
    ? await runLoad({ kind: 'plain', devices, seconds: baselineSeconds, crash: null })
    : null;
  if (plain !== null) tell(`baseline, ${baselineSeconds} s`, plain);
  report(emit, ours, plain, `PouchDB live sync with defaults, ${baselineSeconds} s`);
}

function report(
  emit: (figure: Figure) => void,
  ours: LoadResult,
  plain: LoadResult | null,
  baselineName: string,
): void {
  const after = ours.recovery === null ? '' : ', with kill -9';
  const compare = (measure: string, unit: Figure['unit'], of: (result: LoadResult) => number): Figure =>
    figure({
      ...{ bench: BENCH, measure: `${measure}${after}`, unit, baselineName },
      ...{ ours: of(ours), baseline: plain === null ? NaN : of(plain) },
    });
  for (const p of [50, 95, 100]) {
    const measure = `${p === 100 ? 'longest' : `p${p}`} until another device knows`;
    const parts = compare(measure, 'ms', ({ known }) => percentile(known, p));
    const judged = p === 95 && ours.recovery === null;
    emit(judged ? { ...parts, target: `at most ${TARGET_MS} ms`, reached: parts.ours <= TARGET_MS } : parts);
  }
  const { lost, wrong, strange, acknowledged } = ours.verdict;
  emit({
    ...compare(`lost of ${acknowledged}`, 'lost', ({ verdict }) => verdict.lost),
    target: 'nothing lost, all agree',
    reached: lost + wrong + strange === 0 && ours.unknown === 0,
  });
  if (ours.recovery !== null)
    emit(compare('from the restart until all know all', 'ms', ({ recovery }) => recovery ?? NaN));
  emit(compare('p95 of the pacing itself, late', 'ms', ({ late }) => percentile(late, 95)));
  emit(compare('received by a device in a minute', 'kB', ({ received }) => received));
  emit(compare("the server's memory at its most", 'MB', ({ server }) => server?.memory.most ?? NaN));
}

/** What the figures have no place for. */
function tell(name: string, { verdict, unknown, late, server, devicesCpu }: LoadResult): void {
  const ms = (p: number): string => `${percentile(late, p).toFixed(1)} ms`;
  console.log(`${name}: pacing late p50 ${ms(50)}, p95 ${ms(95)}, longest ${ms(100)}`);
  if (percentile(late, 95) > DISTURBED_MS)
    console.log('  disturbed: the machine had too little time for this');
  console.log(`  devices took ${devicesCpu.toFixed(1)} s of processor time`);
  if (server !== null) {
    const { start, most, end } = server.memory;
    const mb = [start, most, end].map((value) => value.toFixed(0));
    console.log(
      `  server took ${server.cpu.toFixed(1)} s of it, memory ${mb[0]} → ${mb[2]} MB, most ${mb[1]} MB`,
    );
  }
  const { acknowledged, lost, wrong, strange, details } = verdict;
  console.log(`  acknowledged ${acknowledged}: lost ${lost}, entries wrong ${wrong}, strange ${strange}`);
  if (unknown > 0) console.log(`  never known on another device within the time: ${unknown} pairs`);
  for (const line of details) console.log(`  ${line}`);
}
