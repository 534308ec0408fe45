/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { TemplateError, type CompiledTemplate, type TemplateFault } from '#pdf/template/compile.ts';
import { startThread } from './thread.ts';

export type FromTemplates =
  | { kind: 'ready' }
  | { kind: 'read'; template: CompiledTemplate }
  | { kind: 'refused'; fault: TemplateFault }
  | { kind: 'failed'; problem: string };

type Said = Exclude<FromTemplates, { kind: 'ready' }> | { kind: 'tooMuch' };

const MB = 1024 * 1024;
/**
 * What takes longer to read (ms), or more memory (bytes), is no template: the largest good ones take two seconds and 200 MB. `kept`:
 * bytes of those that were read last, for hundreds of guests ask for their invitations at once.
 */
const LIMITS = { patience: 15_000, memory: 768 * MB, kept: 60 * MB };
/** Of what its language keeps itself; what lies beside that is looked at, ms. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };
const LOOK_EVERY = 50;
/** Where nobody asks for so long the thread ends, and what was read is forgotten, ms. */
const IDLE = 30_000;
/** Files of which it is remembered that they are none. */
const MOST_REFUSED = 100;
/** What was too much while the machine had a lot else to do may be little enough later, ms. */
const TOO_MUCH_FOR = 10 * 60_000;

/**
 * Reads templates in a thread of its own, one after the other: a few bytes may stand for gigabytes, and ten megabytes of
 * nothing take most of a minute. Neither holds up or ends the server, whoever uploaded them.
 */
export class Templates {
  private readonly limits: typeof LIMITS;
  private worker: Worker | null = null;
  private isReady = false;
  private idle: NodeJS.Timeout | undefined;
  /** The thread has failed. */
  private broken: (error: NodeJS.ErrnoException) => void = () => undefined;
  private turn: Promise<unknown> = Promise.resolve();
  /** By their digests, oldest first; until when, by `performance.now()`. */
  private readonly refused = new Map<string, { fault: TemplateFault; until: number }>();
  /** By their digests, the one asked for last at the end. */
  private readonly known = new Map<string, CompiledTemplate>();

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Throws `TemplateError` for what is no template. */
  compile(pdf: Uint8Array): Promise<CompiledTemplate> {
    const read = this.turn.then(() => this.read(pdf));
    this.turn = read.catch(() => undefined);
    return read;
  }

  private async read(pdf: Uint8Array): Promise<CompiledTemplate> {
    const digest = createHash('sha256').update(pdf).digest('base64');
    const before = this.refused.get(digest);
    if (before !== undefined && before.until > performance.now()) throw new TemplateError(before.fault);
    const known = this.known.get(digest);
    if (known !== undefined) {
      this.rest();
      return this.keep(digest, known);
    }
    const said = await this.ask(pdf);
    if (said.kind === 'read') return this.keep(digest, said.template);
    if (said.kind === 'failed') throw new Error(`a template could not be read: ${said.problem}`);
    const [fault, until] =
      said.kind === 'refused'
        ? [said.fault, Infinity]
        : ['unreadable' as const, performance.now() + TOO_MUCH_FOR];
    this.refused.set(digest, { fault, until });
    const [oldest] = this.refused.keys();
    if (this.refused.size > MOST_REFUSED && oldest !== undefined) this.refused.delete(oldest);
    throw new TemplateError(fault);
  }

  private keep(digest: string, template: CompiledTemplate): CompiledTemplate {
    this.known.delete(digest);
    this.known.set(digest, template);
    let size = 0;
    for (const [one, { part }] of [...this.known].reverse()) {
      size += part.bytes.length;
      if (size > this.limits.kept) this.known.delete(one);
    }
    return template;
  }

  /** Nothing is asked for now. */
  private rest(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      const { worker } = this;
      this.worker = null;
      this.known.clear();
      void worker?.terminate();
    }, IDLE).unref();
  }

  private ask(pdf: Uint8Array): Promise<Said> {
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.start());
    worker.ref();
    const { patience, memory } = this.limits;
    // To begin a thread takes a second or two of a busy machine.
    let began = this.isReady ? performance.now() : Infinity;
    const used = process.memoryUsage.rss();
    return new Promise((resolve) => {
      const end = (said: Said): void => {
        clearInterval(timer);
        worker.off('message', hear).off('exit', exited);
        this.rest();
        resolve(said);
      };
      const giveUp = (said: Said): void => {
        this.worker = null;
        end(said);
        void worker.terminate();
      };
      const hear = (said: FromTemplates): void => {
        if (said.kind === 'ready') {
          this.isReady = true;
          began = performance.now();
          return;
        }
        end(said);
        worker.unref();
      };
      const exited = (): void => giveUp({ kind: 'failed', problem: 'the thread ended' });
      const timer = setInterval(() => {
        const isTooMuch = performance.now() - began > patience || process.memoryUsage.rss() - used > memory;
        if (isTooMuch) giveUp({ kind: 'tooMuch' });
      }, LOOK_EVERY);
      worker.on('message', hear).on('exit', exited);
      this.broken = (error) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        giveUp(isFull ? { kind: 'tooMuch' } : { kind: 'failed', problem: String(error) });
      };
      worker.postMessage(pdf);
    });
  }

  private start(): Worker {
    this.isReady = false;
    const worker = startThread('templateWorker', import.meta.url, { resourceLimits });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      // What one that was given up throws while it ends matters to nobody.
      if (this.worker === worker) this.broken(error);
    });
    return worker;
  }
}

/** One for the whole process: it is the machine that has only so many cores. */
export const templates = new Templates();
