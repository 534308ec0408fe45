import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
const EXPORTED = 'export const __vitePreload =';

/**
 * Fetches the files of a part of the app before it is imported (src/ui/platform/fetchParts.ts). A browser remembers an import
 * that failed for as long as the page lives, so it must not fail for want of a network.
 */
export function fetchFirst(): Plugin {
  return {
    name: 'foyer:fetch-first',
    apply: 'build',
    transform(code, id) {
      if (id !== HELPER) return null;
      // Vite has changed: better no build than parts that cannot be tried again.
      if (!code.includes(EXPORTED)) throw new Error('the helper of Vite that loads parts is not as it was');
      return {
        code: `import { fetchParts } from '/src/ui/platform/fetchParts.ts';
${code.replace(EXPORTED, 'const vitePreload =')};
export const __vitePreload = async (load, deps, importer) => {
  await fetchParts((deps ?? []).map((dep) => assetsURL(dep, importer)));
  return vitePreload(load, deps, importer);
};`,
        map: null,
      };
    },
  };
}

/** All files that are fetched for a part: itself too, where it needs no other. */
export const withItself = (part: string, others: readonly string[]): string[] => [
  ...new Set([part, ...others]),
];
