import { defineConfig } from 'vitest/config';

/**
 * A wait ends with the event it waits for; the limit is only for what never comes, also on a busy machine. Projects do not
 * inherit it.
 */
const expect = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          expect,
          environment: 'node',
          include: ['src/{domain,i18n,api,pdf,data}/**/*.test.ts', '{server,couchdb,scripts}/**/*.test.ts'],
          // Integration tests start the real server; property tests run many cases. Each step takes longer on a CouchDB.
          testTimeout: process.env['COUCHDB_URL'] === undefined ? 20_000 : 90_000,
          hookTimeout: process.env['COUCHDB_URL'] === undefined ? 30_000 : 90_000,
        },
      },
      {
        test: {
          name: 'dom',
          expect,
          environment: 'jsdom',
          include: ['src/{ui,hooks,features,app}/**/*.test.{ts,tsx}'],
          setupFiles: ['src/ui/testSetup.ts'],
          testTimeout: 30_000,
        },
      },
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
