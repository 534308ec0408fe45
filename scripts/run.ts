import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const windows = process.platform === 'win32';
const running = new Set<ChildProcess>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

interface Finished {
  /** The exit code; 1 as well where the command could not start or died of a signal. */
  code: number;
  /** Standard output, and of `all` the errors too, where it was asked for. */
  stdout: string;
}

/** Runs a command of an installed package. Its output streams to ours, or with `capture` comes back. */
export function run(
  command: string,
  args: readonly string[],
  { capture }: { capture?: 'stdout' | 'all' } = {},
) {
  return new Promise<Finished>((resolve) => {
    const child = spawn(join('node_modules', '.bin', command), args, {
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture === 'all' ? 'pipe' : 'inherit'],
      shell: windows,
    });
    let stdout = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => (stdout += part));
    }
    running.add(child);
    child.once('error', (error) => {
      running.delete(child);
      console.error(`${command}: ${error.message}`);
      resolve({ code: 1, stdout: '' });
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, stdout });
    });
  });
}
