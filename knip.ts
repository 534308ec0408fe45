import type { KnipConfig } from 'knip';

/*
 * While the product is being built: layers that nothing imports yet, and packages that are installed but not used
 * yet. Take a line away as soon as its consumer exists; both lists end empty.
 */
const layersWithoutConsumer = [
  'src/{domain,i18n,api,pdf,data,ui,hooks,features}/**/*.{ts,tsx}!',
  'server/**/*.ts!',
  'couchdb/**/*.ts!',
  'e2e/**/*.ts',
  'bench/**/*.ts',
];
const packagesUsedSoon = [
  '@axe-core/playwright',
  '@fastify/.+',
  '@mantine/.+',
  '@node-rs/argon2',
  '@tabler/icons-react',
  '@tanstack/react-virtual',
  '@types/pouchdb-.+',
  '@types/spark-md5',
  'dayjs',
  'fast-check',
  'fastify',
  'i18next',
  'jose',
  'pino',
  'pouchdb-.+',
  'react.*',
  'spark-md5',
  'workbox-window',
  'zod',
].map((name) => new RegExp(`^${name}$`));

const config: KnipConfig = {
  // Where the program begins. Tests are found through the configurations of vitest and playwright.
  entry: [
    'src/app/main.tsx!',
    'server/{main,demo}.ts!',
    'server/auth/hashWorker.mjs!', // a thread, started by its address
    '{server,src/data}/**/*.cluster.ts',
    'couchdb/setup.ts',
    'bench/*.ts',
    'scripts/*.{ts,mjs}',
    ...layersWithoutConsumer,
  ],
  project: ['{src,server,couchdb,e2e,bench,scripts}/**/*.{ts,tsx,mjs}!'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    'events', // PouchDB's own import of Node's module of that name, in the browser
    'oxlint', // run by scripts/check.ts
    'oxlint-tsgolint', // the type-aware half of oxlint
    ...packagesUsedSoon,
  ],
};

export default config;
