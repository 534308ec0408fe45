/* The layers of the code. Imports run one way; ARCHITECTURE.md has the same table in words. */

/** Tests and their helpers: free to import more, but no product code may import them. */
const test = '\\.(test|cluster)\\.tsx?$|/testing/|/testSetup\\.ts$';

/** What each layer may import of ours, besides itself. */
const layers = {
  'src/domain': [],
  'src/i18n': ['src/domain'],
  'src/api': ['src/domain'],
  'src/pdf': ['src/domain', 'src/i18n'],
  'src/desk': ['src/domain', 'src/i18n', 'src/api'],
  'src/data': ['src/domain', 'src/api'],
  'src/ui': ['src/domain', 'src/i18n'],
  'src/hooks': ['src/data', 'src/ui', 'src/pdf', 'src/i18n', 'src/domain'],
  'src/features': ['src/hooks', 'src/ui', 'src/data', 'src/pdf', 'src/desk', 'src/i18n', 'src/domain'],
  'src/app': ['src'],
  couchdb: ['src/domain'],
  server: ['src/domain', 'src/i18n', 'src/api', 'src/pdf', 'src/desk', 'couchdb'],
  demo: ['server', 'src/domain', 'src/i18n', 'src/api', 'src/pdf'],
};

const ours = '^(src|server|demo|couchdb|e2e|bench|scripts)/';

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `layer-${layer.replace('src/', '')}`,
  comment: `${layer} may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^${layer}/`, pathNot: test },
  to: { path: ours, pathNot: `^(${[layer, ...allowed].join('|')})/` },
}));

/**
 * The rooms of a layer: each may import those before it, and the layer's own files outside rooms only where `(files)` stands
 * before it.
 */
const rooms = {
  'src/domain': [
    '(files)',
    ...[
      'text',
      'rights',
      'devices',
      'documents',
      'services',
      'entries',
      'search',
      'plan',
      'money',
      'sessions',
      'conflicts',
      'forms',
    ],
    ...[
      'import',
      'clients',
      'templates',
      'notifications',
      'checkins',
      'statistics',
      'desk',
      'judging',
      'commands',
      'work',
    ],
  ],
  'src/ui': ['(files)', 'look', 'platform', 'words', 'files', 'components', 'forms', 'door'],
  'src/hooks': ['(files)', 'platform', 'words', 'data', 'door', 'files'],
  server: [
    ...[
      'base',
      'storage',
      'security',
      'auth',
      'http',
      'process',
      'customers',
      'jobs',
      'services',
      'mail',
      'sms',
      'sample',
      'events',
      'doors',
      'hub',
    ],
    ...[
      'gateway',
      'commands',
      'invoices',
      'outbox',
      'payments',
      'desk',
      'worker',
      'metrics',
      'backup',
      'api',
      '(files)',
    ],
  ],
};

const pathsOf = (layer, names) =>
  names.map((name) => (name === '(files)' ? `^${layer}/[^/]+$` : `^${layer}/${name}/`));

const roomRules = Object.entries(rooms).flatMap(([layer, names]) =>
  names.map((name, at) => ({
    name: `room-${layer.replace('src/', '')}-${name}`,
    comment: `${layer}/${name} may import what stands before it: ${names.slice(0, at).join(', ') || 'nothing'}`,
    severity: 'error',
    from: { path: pathsOf(layer, [name]), pathNot: test },
    to: {
      path: `^${layer}/`,
      // Also whatever has no room yet in the list: a new folder stands last until it is named.
      pathNot: pathsOf(layer, names.slice(0, at + 1)),
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'known-layer',
      comment: 'every file of src belongs to a layer of the table',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(domain|i18n|api|pdf|desk|data|ui|hooks|features|app)/' },
      to: {},
    },
    {
      name: 'feature-apart',
      comment: 'a feature never imports another feature: share through hooks, ui or domain',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'no-circular',
      comment: 'no cycles, not even of types only',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...roomRules,
    {
      name: 'domain-pure',
      comment: 'domain knows no framework, database or platform',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: test },
      to: {
        path: 'node_modules/(react|react-[^/]+|@mantine|@tabler|@tanstack|pouchdb[^/]*|@types/(react|pouchdb)[^/]*|fastify|@fastify|i18next|workbox-[^/]+)/',
      },
    },
    {
      name: 'no-node-in-src',
      comment: 'src runs in browsers: no Node built-ins (the package "events" is PouchDB\'s)',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { dependencyTypes: ['core'], pathNot: '^events$' },
    },
    {
      name: 'pouchdb-in-data',
      comment: 'within src only data knows PouchDB',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/data/|${test}` },
      to: { path: 'node_modules/(@types/)?pouchdb' },
    },
    {
      name: 'pouchdb-in-storage',
      comment: 'on the server only storage knows PouchDB; selectors are judged where changes are filtered',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/storage/|${test}` },
      to: { path: 'node_modules/pouchdb(?!-selector-core)' },
    },
    {
      name: 'tests-of-src',
      comment: 'tests of src may import src and couchdb; those of data the server too',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/data/' },
      to: { path: '^(server|e2e|bench|scripts)/' },
    },
    {
      name: 'no-tests-in-product',
      comment: 'product code never imports a test or its helpers',
      severity: 'error',
      from: { path: '^(src|server|demo|couchdb)/', pathNot: test },
      to: { path: test },
    },
    {
      name: 'no-dev-packages-in-product',
      comment: 'what runs at the customer is in "dependencies"',
      severity: 'error',
      from: { path: '^(src|server|demo|couchdb)/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'resolvable',
      comment: 'every import leads somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(url|raw|worker|no-inline)|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|test-results)/' },
    // Types count: a layer that needs another one's types depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
