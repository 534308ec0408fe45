import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { joinedAs } from './identity.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-identity-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = () =>
  joinedAs({ address: 'https://foyer.example', code: null }, dataDir, {
    join: () => Promise.reject(new Error('nobody is asked')),
  });

it('who the hub is, where that cannot be read, is not said to be damaged: whoever believes it joins it anew', async () => {
  await mkdir(join(dataDir, 'hub.json'));
  await expect(start()).rejects.toMatchObject({ code: 'EISDIR' });
});

it('what a crash has left of it is named, with what to do', async () => {
  await writeFile(join(dataDir, 'hub.json'), '{"address":"https://foy');
  await expect(start()).rejects.toThrow(/^DATA_DIR has a damaged hub\.json: remove it and join/);
});
