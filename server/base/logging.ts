import { write, writeSync } from 'node:fs';

/** Lines that wait for a slow reader, in characters; what is beyond is dropped. */
const MOST = 4 * 1024 * 1024;
const STANDARD_OUTPUT = 1;
/** Until a reader that takes no more is asked again, in ms. */
const AGAIN = 100;

/** An address as the log may know it: without what was asked, and without the token of a guest. */
export const loggedPath = (url: string): string =>
  routedPath(url).replace(/(\/desk\/(?:registrations|account)\/)[^/]+/, '$1…');

/** Routes are found by the path of the address without its escapes: whatever looks at paths looks at this one. */
export function routedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Where the log goes: standard output, without ever waiting for it. A full disk behind it, a reader that is slow or has
 * gone costs lines, never the server. (pino's own stream waits for ever at the end of the process on a full disk.)
 */
export function logStream(): { write(line: string): void } {
  let waiting = '';
  let writing = false;

  function next(): void {
    if (writing || waiting === '') return;
    writing = true;
    const bytes = new TextEncoder().encode(waiting);
    waiting = '';
    go(bytes);
  }

  function go(rest: Uint8Array<ArrayBuffer>): void {
    write(STANDARD_OUTPUT, rest, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => go(rest), AGAIN).unref();
      } else if (error === null && written < rest.length) {
        go(rest.subarray(written));
      } else {
        writing = false;
        next();
      }
    });
  }

  process.once('exit', () => {
    try {
      if (waiting !== '') writeSync(STANDARD_OUTPUT, waiting);
    } catch {
      // Nobody takes it.
    }
  });
  return {
    write(line) {
      if (waiting.length < MOST) waiting += line;
      next();
    },
  };
}

/** The same for what is said to the operator without a log. */
export function surviveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
