/* npm run bench [name …] [-- --option …]: prints a JSON line per figure as it is known, and a table at the end. */
import { existsSync } from 'node:fs';
import { run } from '../scripts/run.ts';
import { printTable, type Figure } from './support/report.ts';

type Bench = (emit: (figure: Figure) => void) => Promise<void>;

/** Each in a file of its own, loaded when it is asked for. */
const benches: Record<string, () => Promise<{ default: Bench }>> = {
  'first-pull': () => import('./firstPull.ts'),
  'check-in': () => import('./checkIn.ts'),
  'check-in-bytes': () => import('./checkInBytes.ts'),
  'gateway-write': () => import('./gatewayWrite.ts'),
  seat: () => import('./seat.ts'),
  register: () => import('./register.ts'),
  'desk-burst': () => import('./deskBurst.ts'),
  'desk-load': () => import('./deskLoad.ts'),
  'desk-page': () => import('./deskPage.ts'),
  listeners: () => import('./listeners.ts'),
  storm: () => import('./storm.ts'),
  search: () => import('./search.ts'),
  plan: () => import('./plan.ts'),
  scan: () => import('./scan.ts'),
  'cold-open': () => import('./coldOpen.ts'),
  'door-load': () => import('./doorLoad.ts'),
  flood: () => import('./flood.ts'),
  restore: () => import('./restore.ts'),
  jobs: () => import('./jobs.ts'),
  events: () => import('./events.ts'),
  pdf: () => import('./pdf.ts'),
  preview: () => import('./preview.ts'),
  editor: () => import('./editor.ts'),
  mail: () => import('./mail.ts'),
  'mail-crash': () => import('./mailCrash.ts'),
  stats: () => import('./stats.ts'),
  cluster: () => import('./cluster.ts'),
  takeover: () => import('./takeover.ts'),
  webhook: () => import('./webhook.ts'),
  hub: () => import('./hub.ts'),
  size: () => import('./size.ts'),
};

// `npm run bench -- NAME -- --option` leaves a second one, behind which no option would be one.
process.argv = process.argv.filter((word) => word !== '--');
/** What begins with dashes is for the bench itself. */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = wanted.find((name) => !(name in benches));
if (unknown !== undefined) {
  console.error(`No bench is called ${unknown}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
if (!existsSync('dist/server/main.js')) {
  for (const part of ['', 'server.', 'desk.'])
    await run('vite', ['build', '--config', `vite.${part}config.ts`]);
}

const figures: Figure[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const load = benches[name];
  if (load === undefined) continue;
  console.log(`\n── ${name}`);
  const { default: bench } = await load();
  await bench((figure) => {
    figures.push(figure);
    console.log(JSON.stringify(figure));
  });
}
console.log('');
printTable(figures);
