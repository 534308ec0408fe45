import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * A wait ends with the event it waits for; the limit is only for what never comes, also on a busy machine. Projects do not
 * inherit it.
 */
const expect = { poll: { timeout: 15_000 } };

const DOM = ['ui', 'hooks', 'features', 'app'];
/** Files that put something in the place of a module. */
const mocking = DOM.flatMap((folder) =>
  readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('vi.mock(')),
);
const dom = {
  expect,
  environment: 'jsdom' as const,
  setupFiles: ['src/ui/testSetup.ts'],
  testTimeout: 30_000,
};

/** Tests that ask a server and keep nothing from call to call. */
const REQUESTS = ['server/{api,auth,gateway,security}/**/*.test.ts'];
const node = {
  expect,
  environment: 'node' as const,
  // Integration tests start the real server; each step takes longer on a CouchDB.
  testTimeout: process.env['COUCHDB_URL'] === undefined ? 20_000 : 90_000,
  hookTimeout: process.env['COUCHDB_URL'] === undefined ? 30_000 : 90_000,
};

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        // They keep nothing from call to call: files share a process and its modules, which halves their time.
        test: {
          name: 'pure',
          expect,
          environment: 'node',
          isolate: false,
          include: ['src/{domain,i18n,api,pdf}/**/*.test.ts'],
          testTimeout: 20_000, // property tests run many cases
        },
      },
      {
        test: {
          ...node,
          name: 'node',
          include: ['src/data/**/*.test.ts', '{server,demo,couchdb,scripts}/**/*.test.ts'],
          exclude: REQUESTS,
        },
      },
      // One server after the other within a process, each with a storage of its own: loading the server's modules for each
      // file took a sixth of their time.
      { test: { ...node, name: 'node-shared', isolate: false, include: REQUESTS } },
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
