import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../base/root.ts';
import { openEmbedded } from '../storage/embedded.ts';
import { kind, Offices, T0 } from './testing/office.ts';

const script = (folder: string): string => `
  import { openEmbedded } from './server/storage/embedded.ts';
  import { startDispatcher } from './server/jobs/dispatcher.ts';
  import { Jobs } from './server/jobs/jobs.ts';
  const storage = await openEmbedded({ folder: ${JSON.stringify(folder)} });
  const now = () => ${T0};
  const log = { warn() {}, error() {} };
  const run = async ({ number }) => { console.log('attempt ' + number); await new Promise(() => {}); };
  const mail = { name: 'mail', atOnce: 1, attempts: 3, firstWait: 1, longestWait: 1, run };
  const jobs = new Jobs({ storage, holder: 'killed', now });
  await jobs.enqueue(mail, { eventId: 'gala', key: 'a', payload: 'hi' });
  startDispatcher({ storage, jobs, kinds: [mail], now, log, alone: true });
  setInterval(() => {}, 1000);
`;

test('a job in the middle of which its server was killed is done at once by the next one on that folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-jobs-'));
  const args = ['--import', 'tsx', '--input-type=module', '-e', script(folder)];
  const child = spawn(process.execPath, args, { cwd: projectRoot });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const begun = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  expect(begun).toContain('attempt 1');
  child.kill('SIGKILL');
  await ended;

  const done: string[] = [];
  const mail = kind<string>('mail', async ({ key, payload, number }) => {
    done.push(`${key} ${payload} ${number}`);
  });
  const offices = new Offices(await openEmbedded({ folder }), [mail]);
  // It is the only one on the folder: nobody waits for the lease of the dead.
  await offices.office('next').open(true).idle();
  expect(done).toEqual(['a hi 2']);
  expect(await offices.stored()).toEqual([]);
  await offices.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);
