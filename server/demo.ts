import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './app.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from './demo/seed.ts';
import { openStorage } from './storage/factory.ts';

/** The real server on a throw-away data folder (contract, "Demo"); the folder goes when the process ends. */
const dataDir = mkdtempSync(join(tmpdir(), 'foyer-demo-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

console.log('Preparing the demo…');
const storage = await openStorage({ couchUrl: null, dataDir });
await seedDemo(storage, { now: Date.now() });
await storage.close();

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
