import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#domain/config.ts';

/** What Vite says of the files of a build, as far as it is used here. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const PAGE = 'index.html';
const LOGIN = 'src/features/login/LoginPage.tsx';
/** What a login asks the server with. */
const CALLS = 'src/data/net/server.ts';
const wordsOf = (language: Language): string => `src/i18n/${language}/first.ts`;

/**
 * The `Link` header of the app's page: what the login page is made of beyond the files that the page itself names, in the
 * visitor's language. A browser without the app fetches it at once instead of finding out file by file, and when it is at
 * rest what the login itself needs; one that has the app does not ask the server for the page. Null where the build does
 * not say what it is made of.
 */
export function firstParts(folder: string): Record<Language, string> | null {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) return null;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const named = filesOf(manifest, [PAGE]);
  const others = (parts: string[], known: ReadonlySet<string>): string[] =>
    [...filesOf(manifest, parts)].filter((file) => !known.has(file));
  const links = (language: Language): string => {
    const first = others([LOGIN, wordsOf(language)], named);
    const next = others([CALLS], new Set([...named, ...first]));
    return [
      ...first.map((file) => `</${file}>; rel=preload; as=${kindOf(file)}; crossorigin`),
      ...next.map((file) => `</${file}>; rel=prefetch; as=${kindOf(file)}; crossorigin`),
    ].join(', ');
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, links(language)])) as Record<
    Language,
    string
  >;
}

const kindOf = (file: string): string => (file.endsWith('.css') ? 'style' : 'script');

function filesOf(manifest: Manifest, parts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  function add(part: string): void {
    const made = manifest[part];
    if (made === undefined || seen.has(part)) return;
    seen.add(part);
    for (const other of made.imports ?? []) add(other);
    files.add(made.file);
    for (const css of made.css ?? []) files.add(css);
  }
  for (const part of parts) add(part);
  return files;
}
