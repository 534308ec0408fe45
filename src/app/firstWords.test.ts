import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { createI18n as createWhole, createFirstI18n, addRestOfWords, changeLanguage } from '#i18n/index.ts';
import { first } from '#i18n/en/first.ts';
import { rest } from '#i18n/en/rest.ts';
import { expect, it } from 'vitest';

/* The app starts with a part of its words. What may be on the screen before the rest is here must do with them. */

const BEGINNINGS = [
  'app/main.tsx',
  'features/login/LoginPage.tsx',
  'features/login/CodeForm.tsx',
  'features/login/NewPasswordForm.tsx',
  'features/login/PairPage.tsx',
  'ui/components/StatusArea.tsx',
  'app/pwa/UpdateNotice.tsx',
  'app/pwa/OutdatedNotice.tsx',
];
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'([^']+)'/gm;

function fileOf(name: string, importer: string): string | null {
  const path = name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(importer), name));
  return /^[#.]/.test(name) && /\.tsx?$/.test(path) && existsSync(path) ? path : null;
}

/** The files themselves and all that come with them at once. */
function withImports(beginnings: readonly string[]): string[] {
  const files = new Set(beginnings.map((name) => `src/${name}`));
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = fileOf(name, file);
      if (imported !== null) files.add(imported);
    }
  }
  return [...files].filter((file) => !file.startsWith('src/i18n/'));
}

it('what can be seen before the login speaks of nothing that comes later', () => {
  const files = withImports(BEGINNINGS);
  expect(files.length).toBeGreaterThan(50);
  const key = new RegExp(String.raw`['"\`](${Object.keys(rest).join('|')})\.[a-zA-Z_$]+`, 'g');
  const later = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(key)].map(([found]) => `${file}: ${found}`),
  );
  expect(later).toEqual([]);
});

it('both parts together are all words, also of a language that is chosen later', async () => {
  expect(Object.keys(first).filter((name) => name in rest)).toEqual([]);
  const app = await createFirstI18n('en');
  expect([app.t('login.submit'), app.t('home.title')]).toEqual(['Log in', 'home.title']);
  await changeLanguage(app, 'fr');
  expect([app.t('login.submit'), app.t('home.title')]).toEqual(['Se connecter', 'home.title']);
  await addRestOfWords(app);
  const french = await createWhole('fr');
  expect([app.t('home.title'), app.t('login.submit')]).toEqual([french.t('home.title'), 'Se connecter']);
  // React hands a wrapped one to the screens.
  await changeLanguage(Object.create(app) as typeof app, 'en');
  expect(app.t('home.title')).toBe((await createWhole('en')).t('home.title'));
});
