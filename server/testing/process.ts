import { spawn, type ChildProcess } from 'node:child_process';
import { projectRoot } from '../root.ts';

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with the address once it listens; rejects when it ends before. */
  url: Promise<string>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  output(): string;
}

/**
 * `server/main.ts` in a process of its own, on a free port. `before`: shell commands that come first, such as `ulimit`.
 */
export function spawnServer(env: Record<string, string>, before = ':'): ServerProcess {
  const command = `${before}; exec "$0" --import tsx server/main.ts`;
  const child = spawn('sh', ['-c', command, process.execPath], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', ...env },
  });
  let text = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1));
  });
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /ready at (\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  // Whoever only waits for the end does not ask for the address.
  url.catch(() => undefined);
  return { child, url, ended, output: () => text };
}
