import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * A wait ends with the event it waits for; the limit is only for what never comes, also on a busy machine. Projects do not
 * inherit it.
 */
const expect = { poll: { timeout: 30_000 } };

/** Files of tests under these folders that put something in the place of modules, or load them anew: they share none. */
const aloneIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path))
      .filter((path) => /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8'))),
  );
const DOM = ['ui', 'hooks', 'features', 'app'];
const mocking = aloneIn(...DOM.map((folder) => `src/${folder}`));
const dom = {
  expect,
  environment: 'jsdom' as const,
  setupFiles: ['src/ui/testSetup.ts'],
  testTimeout: 120_000,
};

const NODE = ['src/data', 'server', 'demo', 'couchdb', 'scripts'];
/** They send or get tens of megabytes: each time what other files left in memory is gone through, 76 s instead of 4 in one test. */
const REQUESTS = ['server/{api,auth,gateway,security}/**/*.test.ts', 'server/base/outgoing.test.ts'];
const nodeAlone = aloneIn(...NODE);
const node = {
  expect,
  environment: 'node' as const,
  // Integration tests start the real server; each step takes longer on a CouchDB. What makes papers of 17 MB takes 40 s where
  // two cores do four things.
  testTimeout: 120_000,
  hookTimeout: process.env['COUCHDB_URL'] === undefined ? 60_000 : 90_000,
};

export default defineConfig({
  test: {
    passWithNoTests: true,
    // One more than there are cores: a test waits for its server, its disk and what comes late for a third of its time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        // They keep nothing from call to call: files share a process and its modules, which halves their time.
        test: {
          name: 'pure',
          expect,
          environment: 'node',
          isolate: false,
          // Whatever is nowhere else, so that a new folder's tests run.
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...DOM.map((folder) => `src/${folder}/**`), 'src/data/**'],
          testTimeout: 60_000, // property tests run many cases
        },
      },
      {
        // Each file has servers, databases and storages of its own names: loading their modules for each took longer than
        // most of the tests.
        test: {
          ...{ ...node, name: 'node', isolate: false },
          include: NODE.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...nodeAlone, ...REQUESTS],
        },
      },
      { test: { ...node, name: 'node-requests', isolate: false, include: REQUESTS, exclude: nodeAlone } },
      { test: { ...node, name: 'node-alone', include: nodeAlone } },
      {
        // Loading jsdom, React and the screens for each file took a third of the time: files share them.
        test: {
          ...{ ...dom, name: 'dom', isolate: false },
          include: DOM.map((folder) => `src/${folder}/**/*.test.{ts,tsx}`),
          exclude: mocking,
        },
      },
      { test: { ...dom, name: 'dom-mocking', include: mocking } },
      // Only where a cluster is given whose nodes may be killed (server/testing/cluster.ts), and one file at a time.
      ...(process.env['COUCHDB_NODES'] === undefined
        ? []
        : [
            {
              test: {
                name: 'cluster',
                expect,
                environment: 'node' as const,
                include: ['{server,src/data}/**/*.cluster.ts'],
                fileParallelism: false,
                testTimeout: 240_000,
                hookTimeout: 60_000,
              },
            },
          ]),
    ],
  },
});
