import { readdirSync, readFileSync } from 'node:fs';
import { en } from '../src/i18n/en/index.ts';
import { texts } from '../src/i18n/testing/texts.ts';

/** Fewer than this means that this check itself is broken. */
const FLOOR = 2000;
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The text of the app, without its catalogues and tests. */
function source(): string {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^i18n\/(?:en|fr)\//.test(name))
    .map((name) => readFileSync(`src/${name}`, 'utf8'))
    .join('\n');
}

/** Each text of the catalogues is asked for by its whole name, or by a template that begins as its name does. */
export function checkUnusedTexts(): boolean {
  const code = source();
  const whole = new Set([...code.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, name = '']) => name));
  const begun = [...new Set([...code.matchAll(/`(\w+\.[\w.]*)\$\{/g)].map(([, begin = '']) => begin))];
  const keys = new Set(texts(en).map(([key]) => key.replace(PLURAL, '')));
  const unused = [...keys].filter((key) => !whole.has(key) && !begun.some((begin) => key.startsWith(begin)));
  for (const key of unused) console.error(`src/i18n/en: nothing asks for '${key}'`);
  console.log(`${keys.size} texts, ${unused.length} that nothing asks for`);
  return unused.length === 0 && keys.size >= FLOOR;
}
