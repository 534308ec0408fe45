/* The small parent of `npm start` and `npm run demo`: starts the server again when something ends it.
   Plain JavaScript, so that it runs with nothing but Node. */
import { spawn } from 'node:child_process';

/** Wait before a new start, in ms: doubles with each end that comes soon, up to the longest. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 30_000;
/** A server that has been ready for so long (ms) is no crash loop. */
const STEADY = 60_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** What a shell adds to a signal's number to make it an exit code. */
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGKILL: 137 };

/**
 * Runs `node ...args` and keeps it running; resolves with the exit code for this process, which is the child's.
 *
 * The child stays in our process group, so that whoever ends the group ends both. It holds a channel to us that closes
 * when we end, however we end, and ends then too (server/process/lifeline.ts). Signals are passed on. Not repeated are an end
 * that was asked for (exit code 0, or a signal to us) and a start that fails before the server was ever ready: its
 * configuration is wrong, and said so.
 */
export async function supervise(args, { env = process.env } = {}) {
  let child = null;
  let wake = () => undefined;
  let asked = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      asked ??= signal;
      child?.kill(signal);
      wake();
    });
  }
  let wasReady = false;
  let wait = FIRST_WAIT;
  for (;;) {
    let readyAt = null;
    child = spawn(process.execPath, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message) => {
      if (message === 'ready') readyAt = Date.now();
    });
    const { code, signal } = await ended(child);
    child = null;
    wasReady ||= readyAt !== null;
    if (code === 0 || asked !== null) return code ?? SIGNAL_CODES[asked ?? signal] ?? 1;
    if (code !== null && !wasReady) return code;
    if (readyAt !== null && Date.now() - readyAt >= STEADY) wait = FIRST_WAIT;
    const end = signal === null ? `with exit code ${code}` : `by ${signal}`;
    console.error(
      `${new Date().toISOString()} The server ended ${end}; it starts again in ${wait / 1000} s.`,
    );
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    // Nothing runs that would have to be ended.
    if (asked !== null) return 0;
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // It could not even be started.
    child.once('error', (error) => {
      console.error(error.message);
      if (child.pid === undefined) resolve({ code: 1, signal: null });
    });
  });
}
