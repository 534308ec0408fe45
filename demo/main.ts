import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../server/app.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from './seed.ts';
import { openStorage } from '../server/storage/factory.ts';

/**
 * The real server on a throw-away data folder (docs/contract.md, "The demo"). The parent of `npm run demo` gives the folder and
 * takes it away, so that a demo that was started again still has what people did in it.
 */
const given = process.argv[2];
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'foyer-demo-'));
process.on('exit', () => {
  const parentCaresForIt = given !== undefined && process.connected;
  if (!parentCaresForIt) rmSync(dataDir, { recursive: true, force: true });
});

const seeded = join(dataDir, 'seeded');
if (!existsSync(seeded)) {
  console.log('Preparing the demo…');
  rmSync(join(dataDir, 'databases'), { recursive: true, force: true });
  const storage = await openStorage({ couchUrl: null, dataDir });
  await seedDemo(storage, { now: Date.now() });
  await storage.close();
  writeFileSync(seeded, '');
}

const { url } = await startServer({
  ...process.env,
  DATA_DIR: dataDir,
  // The demo never touches a real database, and its managers are seeded.
  COUCHDB_URL: undefined,
  ADMIN_USERNAME: undefined,
  ADMIN_PASSWORD: undefined,
  LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
});
const logins = DEMO_LOGINS.map((login) => `  ${login.padEnd(8)} ${DEMO_PASSWORD}`).join('\n');
console.log(
  `\nFoyer demo is ready at ${process.env['PUBLIC_URL'] || url}\n\nLogins:\n${logins}\n\nCtrl-C ends it.`,
);
