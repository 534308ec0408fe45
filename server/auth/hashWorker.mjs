/* oxlint-disable unicorn/require-post-message-target-origin -- a port of threads, not a window */
/* Hashes passwords on a thread of its own. Plain JavaScript, because Node starts it without any build step. */
import { constants, getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Nicer than the server by this: a third of a share where cores are scarce, so that logins still pass on a busy machine. */
const NICER = 5;

// On Linux a priority is a thread's own: doors come before logins. Elsewhere it would slow the whole server.
if (platform() === 'linux') setPriority(Math.min(getPriority() + NICER, constants.priority.PRIORITY_LOW));

parentPort?.on('message', ({ id, stored, password, options }) => {
  try {
    const value = stored === null ? hashSync(password, options) : verifySync(stored, password);
    parentPort?.postMessage({ id, value });
  } catch (error) {
    parentPort?.postMessage({ id, problem: String(error) });
  }
});
