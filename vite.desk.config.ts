import { defineConfig } from 'vite';

/** The public page's script: one small file of its own, not the app's. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/desk',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    lib: { entry: 'server/desk/script/main.ts', formats: ['iife'], name: 'desk', fileName: () => 'page.js' },
  },
});
