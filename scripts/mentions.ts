import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Fewer than this means that this check itself is broken. */
const FLOOR = 200;
const FOLDERS = ['src', 'server', 'demo', 'couchdb', 'e2e', 'bench', 'scripts', 'docs', 'deploy', 'public'];
const LINK = /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g;
/** In comments a path may leave out the first folders, as in 'domain/money/rate.ts'. */
const FILE = /(?<![\w#@./<-])((?:[\w-]+\/)+[\w.-]*\w\.(?:tsx?|mjs|md|ya?ml|css))\b/g;
const DECISION = /\b[Dd]ecision (\d{1,4})\b/g;
/** Of a decision, another way to name it than the number: whoever looks for all that follow it would find one part. */
const DECISION_OTHERWISE = /docs\/decisions\b|\b[Dd]ecisions? (?:0\d+|"[^"]*)/g;
const COMMENT = /^\s*(?:\/\/|\/?\*)|\s\/\/\s/;

function filesHere(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  return [...readdirSync('.'), ...inFolders];
}

/** Links of pages, and the files and decisions (each as 'decision 14') that comments name: all of them must be there. */
export function checkMentions(): boolean {
  const files = filesHere();
  const whole = new Set(files);
  const all = `/${files.join('\n/')}\n`;
  const problems: string[] = [];
  let count = 0;
  function look(where: string, text: string, pattern: RegExp, isThere: (name: string) => boolean): void {
    for (const [written, name = ''] of text.matchAll(pattern)) {
      count++;
      if (!isThere(name)) problems.push(`${where}: ${written}`);
    }
  }
  for (const file of files) {
    const near = (path: string): string => posix.join(posix.dirname(file), path).replace(/\/$/, '');
    if (file.endsWith('.md')) {
      look(file, readFileSync(file, 'utf8'), LINK, (to) => /^[a-z]+:/.test(to) || whole.has(near(to)));
    } else if (/\.(tsx?|mjs)$/.test(file)) {
      for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
        if (!COMMENT.test(line) || line.includes('import')) continue;
        const where = `${file}:${index + 1}`;
        look(where, line, FILE, (path) => all.includes(`/${path}\n`) || whole.has(near(path)));
        look(where, line, DECISION, (number) => all.includes(`/docs/decisions/${number.padStart(4, '0')}-`));
        look(where, line, DECISION_OTHERWISE, () => false);
      }
    }
  }
  for (const problem of problems) console.error(`${problem} leads nowhere`);
  console.log(`${count} links and names in pages and comments, ${problems.length} lead nowhere`);
  return problems.length === 0 && count >= FLOOR;
}
