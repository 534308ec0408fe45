import { defineConfig } from 'vite';

const entries = ['main', 'backup', 'restore', 'move'];

/** The server as plain ES modules for Node; packages stay in node_modules, but what is data: Node takes no JSON for a module. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['i18n-iso-countries'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(entries.map((name) => [name, `server/${name}.ts`])),
        demo: 'demo/main.ts',
        // A thread begins with a file of its own.
        hashWorker: 'server/auth/hashWorker.mjs',
        mailThreadWorker: 'server/outbox/channels/mailThreadWorker.ts',
        templateWorker: 'server/base/templateWorker.ts',
      },
      // Flat, so that `import.meta.url` is always a file directly in dist/server.
      output: {
        entryFileNames: ({ name }) => (name === 'hashWorker' ? '[name].mjs' : '[name].js'),
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
