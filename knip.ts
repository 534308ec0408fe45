import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // Where the program begins. Tests are found through the configurations of vitest and playwright.
  entry: [
    'src/app/main.tsx!',
    'src/app/pwa/sw.ts!', // the service worker, built on its own
    'server/{main,backup,restore,move}.ts!',
    'server/desk/script/main.ts!', // the public page's own, in the browser
    'demo/main.ts!',
    'server/auth/hashWorker.mjs!', // a thread, started by its address
    'server/outbox/channels/mailThreadWorker.ts!', // another
    'server/base/templateWorker.ts!', // another
    '{server,src/data}/**/*.cluster.ts',
    'couchdb/setup.ts',
    'bench/*.ts',
    'bench/pdf/{process,worker}.ts', // a process and its thread, built by the bench
    'scripts/*.{ts,mjs}',
    'e2e/upgrade/make{,.config}.ts', // run by hand, see the README beside it
  ],
  project: ['{src,server,demo,couchdb,e2e,bench,scripts}/**/*.{ts,tsx,mjs}!'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    'events', // PouchDB's own import of Node's module of that name, in the browser
    'oxlint', // run by scripts/check.ts
    'oxlint-tsgolint', // the type-aware half of oxlint
  ],
};

export default config;
