import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressBuild } from './scripts/compressBuild.ts';
import { fetchFirst, withItself } from './scripts/fetchFirst.ts';
import { leanRouter } from './scripts/leanRouter.ts';

const outDir = 'dist/client';
const server = 'http://127.0.0.1:3000';

const MANTINE =
  'Input|InputBase|TextInput|PasswordInput|ActionIcon|Alert|CloseButton|Anchor|Portal|Button|Group|Loader|Transition|Text|Title';
const HOOKS = 'use-(?:uncontrolled|id|merged-ref|window-event|network|force-update)';
const SCROLL =
  'react-remove-scroll(?:-bar)?|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib';
const FIRST_PAGE = new RegExp(
  [
    `node_modules/@mantine/core/esm/components/(?:${MANTINE})/`,
    `node_modules/@mantine/core/esm/core/(?:Box|utils)/`,
    `node_modules/@mantine/hooks/esm/${HOOKS}/`,
    `node_modules/(?:${SCROLL})/`,
    'node_modules/@tabler/icons-react/dist/esm/icons/Icon(?:AlertCircle|CloudOff|Logout)\\.mjs',
    'src/domain/text/',
    'src/i18n/(?:(?:en|fr)/values|typography)',
    'src/hooks/words/(?:errorText|passwordProblem)',
    'src/ui/forms/(?:PasswordField|useInitialFocus|useValidatedForm)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      registerType: 'prompt',
      // The app registers the worker itself (workbox-window), when and where it wants to.
      injectRegister: null,
      includeManifestIcons: false, // public/*.png are in globPatterns already
      manifest: {
        id: '/',
        name: 'Foyer',
        short_name: 'Foyer',
        description: "The event back office that keeps working when the venue's network does not",
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: '#0f766e',
        background_color: '#fafaf9',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      strategies: 'injectManifest',
      srcDir: 'src/app/pwa',
      filename: 'sw.ts',
      injectManifest: {
        // Of the typeface the letters of Latin names; the system has those of other scripts where there is no network.
        // Nor the letters of China, Japan and Korea, of which a document needs a few files of hundreds.
        globIgnores: [
          '**/inter-{cyrillic,greek,vietnamese}*',
          '**/noto-sans-{sc,jp,kr}-*',
          '**/browserCjk-*',
        ],
        globPatterns: ['**/*.{js,mjs,css,html,svg,png,ico,woff,woff2,wasm,ttf,bcmap,pfb}'],
        // The PDF and scanner parts are large, and a door without network needs them too.
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
      },
    }),
    fetchFirst(),
    leanRouter(),
    compressBuild(outDir),
  ],
  server: {
    proxy: {
      '/api': { target: server },
      '/db': { target: server },
      '/desk': { target: server },
    },
  },
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // What the server tells a browser of the first page's files (server/http/firstParts.ts).
    manifest: true,
    // The server's CSP (script-src 'self' 'wasm-unsafe-eval') refuses data: URIs for scripts and workers.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (part, others, { hostType }) =>
        hostType === 'js' ? withItself(part, others) : others,
    },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Chunks follow the dynamic imports, but what many screens share is one: a hundred small files cost a phone more
          // than the few bytes that a screen does not need. React has its own, because it changes seldom.
          groups: [
            { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            // Asked for by the databases and by the first call of the server, not by the first page.
            {
              name: 'schemas',
              test: /[\\/](node_modules[\\/]zod|src[\\/]domain[\\/]documents(?![\\/]erasure))[\\/.]/,
              priority: 15,
            },
            // What the calls of the server carry: a door opens its list before it makes one.
            { name: 'calls', test: /[\\/]src[\\/]api[\\/](calls|schemas|\w+Schemas)[\\/.]/, priority: 14 },
            { name: 'start', tags: ['$initial'], priority: 20 },
            // Of what is shared the login page, the first that anybody sees, takes only this.
            { name: 'login', test: FIRST_PAGE, priority: 16 },
            {
              name: 'database',
              test: /node_modules[\\/](pouchdb|events|vuvuzela|uuid)|src[\\/]data[\\/]browser(?:Database|Insert)/,
              priority: 12,
            },
            // No words, and nothing that picks some: those that sentences and documents share belong to the first page
            // too, which would have to load all of this for them.
            { name: 'common', test: /^(?!.*[\\/]src[\\/]i18n[\\/])/, minShareCount: 3, priority: 10 },
          ],
        },
      },
    },
  },
});
