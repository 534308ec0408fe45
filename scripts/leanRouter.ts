import type { Plugin } from 'vite';

const SOURCE = /node_modules\/react-router\/dist\/development\/chunk-[^/]+\.mjs$/;
const WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';
const NAME = /^\w+\.displayName = ".*";$/gm;
const MADE = /= (?=React\d*\.(?:forwardRef|memo|createContext)\()/g;
const FORM = 'var Form = React';

/**
 * Leaves out of the app what it does not use of the router: the builder keeps forms, fetchers and what they stand on only
 * because it cannot know that giving a component its name for developers does nothing else. A seventh of the router.
 */
export function leanRouter(): Plugin {
  return {
    name: 'foyer:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!SOURCE.test(id.replaceAll('\\', '/')) || !code.includes(FORM)) return null;
      // It has changed: better no build than a first page that grew without a word.
      if (!code.includes(WARNINGS) || code.search(NAME) < 0 || code.search(MADE) < 0)
        throw new Error('the router is not written as it was');
      return {
        code: code
          .replace(WARNINGS, WARNINGS.replace('true', 'false'))
          .replaceAll(NAME, '')
          .replaceAll(MADE, '= /* @__PURE__ */ '),
        map: null,
      };
    },
  };
}
