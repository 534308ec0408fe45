/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../base/thread.ts';
import type { ServiceSettings } from '../../services/services.ts';
import type { Channel, Outcome } from './channel.ts';
import type { Frozen } from '../ledger/frozen.ts';
import { MAILS_AT_ONCE } from './mailChannel.ts';

type EmailSettings = NonNullable<ServiceSettings['email']>;

export type ToThread =
  | { kind: 'open'; channel: number; settings: EmailSettings }
  /** What goes to many, until the channel is closed. */
  | { kind: 'keep'; channel: number; file: number; bytes: Uint8Array }
  /** `files`: themselves, or the numbers of those that are kept. */
  | { kind: 'send'; channel: number; id: number; frozen: Frozen; files: readonly (Uint8Array | number)[] }
  | { kind: 'agreed'; id: number; agreed: boolean }
  | { kind: 'close'; channel: number };
export type FromThread =
  | { kind: 'commit'; id: number }
  | { kind: 'outcome'; id: number; outcome: Outcome }
  | { kind: 'failed'; id: number; problem: string };

interface Mail {
  commit(): Promise<boolean>;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Puts mails together and sends them in a thread of its own: attachments in letters, and the search for dots at the beginnings of
 * lines, would hold up whoever else asks this server. It starts with the first mail.
 */
class MailThread {
  private readonly mails = new Map<number, Mail>();
  private worker: Worker | null = null;
  private count = 0;

  open(settings: EmailSettings): Channel {
    const channel = ++this.count;
    let openIn: Worker | null = null;
    let kept = keptFiles();
    return {
      atOnce: MAILS_AT_ONCE,
      send: (frozen, files, commit) => {
        const worker = (this.worker ??= this.start());
        // A thread that ended took its channels along.
        if (openIn !== worker) {
          kept = keptFiles();
          post(worker, { kind: 'open', channel, settings });
        }
        openIn = worker;
        const id = ++this.count;
        const given = files.map((bytes) =>
          kept(bytes, (file) => post(worker, { kind: 'keep', channel, file, bytes })),
        );
        return new Promise((resolve, reject) => {
          if (this.mails.size === 0) worker.ref();
          this.mails.set(id, { commit, resolve, reject });
          post(worker, { kind: 'send', channel, id, frozen, files: given });
        });
      },
      close: () => {
        if (openIn !== null && openIn === this.worker) post(openIn, { kind: 'close', channel });
      },
    };
  }

  private start(): Worker {
    const worker = startThread('mailThreadWorker', import.meta.url);
    worker.unref();
    worker.on('message', (message: FromThread) => void this.hear(worker, message));
    // Whoever has a mail on its way there looks at its mark for what became of it.
    const end = (cause: unknown): void => {
      if (this.worker !== worker) return;
      this.worker = null;
      const lost = [...this.mails.values()];
      this.mails.clear();
      for (const mail of lost) mail.reject(new Error('the thread of mails ended', { cause }));
    };
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }

  private async hear(worker: Worker, message: FromThread): Promise<void> {
    const { id } = message;
    const mail = this.mails.get(id);
    if (mail === undefined) return;
    if (message.kind === 'commit') {
      // A mark that could not be written is none.
      const agreed = await mail.commit().catch(() => false);
      post(worker, { kind: 'agreed', id, agreed });
      return;
    }
    this.mails.delete(id);
    if (this.mails.size === 0) worker.unref();
    if (message.kind === 'outcome') mail.resolve(message.outcome);
    else mail.reject(new Error(message.problem));
  }
}

/** Of one channel, bytes: what is beyond goes along with each mail. */
const MOST_KEPT = 32_000_000;

/** A file that goes once goes along; when it goes again it is kept over there, and only its number goes. */
function keptFiles(): (bytes: Uint8Array, keep: (file: number) => void) => Uint8Array | number {
  /** null: went once. */
  const numbers = new WeakMap<Uint8Array, number | null>();
  let count = 0;
  let room = MOST_KEPT;
  return (bytes, keep) => {
    const known = numbers.get(bytes);
    if (typeof known === 'number') return known;
    numbers.set(bytes, null);
    if (known === undefined || bytes.length > room) return bytes;
    room -= bytes.length;
    const file = ++count;
    numbers.set(bytes, file);
    keep(file);
    return file;
  };
}

const post = (worker: Worker, message: ToThread): void => worker.postMessage(message);

/** One for the whole process: it is the machine that has only so many cores. */
export const mailThread = new MailThread();
