import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { killNode, nodeUrl, startNode } from '../server/testing/cluster.ts';
import { emptyCouch, testCouchUrl } from '../server/testing/storage.ts';
import { now } from './door/device.ts';
import { runLoad } from './door/load.ts';
import { figure, percentile, type Figure } from './support/report.ts';

const DEVICES = 20;
/** Before a node is killed, while it is gone, and after it is back. */
const PART_SECONDS = 30;
/** A device may say for so long that something is wrong, ms. */
const TROUBLE_MS = 5000;

/**
 * The load of `door-load` on a cluster of three CouchDB nodes of which the one that the server asks is killed for 30 s: ms
 * from a check-in being durable on its device until each other device shows it, before, during and after; what is lost;
 * and for how long a device says that something is wrong. Baseline: the same run before the kill. COUCHDB_CLUSTER and
 * COUCHDB_NODES as for the tests (server/testing/cluster.ts). It takes three to six minutes; `-- --seconds=10` makes each part shorter,
 * `--devices=5` asks less of a machine that has the nodes, the server and the devices all on few processors: the figures of
 * processor time say whether it could keep up.
 */
export default async function cluster(emit: (figure: Figure) => void): Promise<void> {
  if (process.env['COUCHDB_CLUSTER'] === undefined) {
    console.log('cluster needs COUCHDB_CLUSTER and COUCHDB_NODES');
    return;
  }
  const { values } = parseArgs({
    options: { seconds: { type: 'string' }, devices: { type: 'string' } },
    allowPositionals: true,
  });
  const part = Number(values.seconds ?? PART_SECONDS) * 1000;
  const devices = Number(values.devices ?? DEVICES);
  const url = `${testCouchUrl(nodeUrl(1))} ${nodeUrl(2)} ${nodeUrl(3)}`;
  try {
    const load = await runLoad({
      ...{ kind: 'app', devices, seconds: (3 * part) / 1000, crash: null },
      env: { COUCHDB_URL: url },
      tell: (what) => console.log(`  ${Math.round(performance.now() / 1000)} s: ${what}`),
      async onStart(start) {
        await delay(start + part - now());
        await killNode(1);
        await delay(start + 2 * part - now());
        await startNode(1);
      },
    });
    const during = (from: number): number =>
      percentile(
        load.known.filter((_, index) => Math.floor((load.durableAt[index] ?? 0) / part) === from),
        95,
      );
    const before = during(0);
    for (const [index, name] of ['before', 'while one node is gone', 'after'].entries()) {
      const measure = `p95 until another device knows, ${name}`;
      const parts = { ours: during(index), baseline: index === 0 ? NaN : before };
      emit(figure({ bench: 'cluster', measure, ...parts, unit: 'ms', baselineName: 'before the kill' }));
    }
    const { acknowledged, lost, wrong, strange, details } = load.verdict;
    const one = { bench: 'cluster', baseline: NaN, baselineName: '' };
    emit({
      ...figure({ ...one, measure: `lost of ${acknowledged}`, ours: lost, unit: 'lost' }),
      ...{ target: 'nothing lost, all agree', reached: lost + wrong + strange === 0 && load.unknown === 0 },
    });
    emit({
      ...figure({ ...one, measure: 'longest trouble that a device shows', ours: load.trouble, unit: 'ms' }),
      ...{ target: `at most ${TROUBLE_MS} ms`, reached: load.trouble <= TROUBLE_MS },
    });
    const all = (3 * part) / 1000;
    for (const [who, ours] of [
      ['the server', load.server?.cpu ?? NaN],
      ['all devices', load.devicesCpu],
    ] as const)
      emit(figure({ ...one, measure: `processor time of ${who}, in ${all} s`, ours, unit: 's' }));
    for (const line of details) console.log(`  ${line}`);
  } finally {
    await startNode(1);
    await emptyCouch(url);
  }
}
