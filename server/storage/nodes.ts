import type { CouchAddress } from '../base/couchAddress.ts';
import { OutOfReach } from '../base/outOfReach.ts';
import { NO_CONNECTION, openConnections, type Asked } from './connections.ts';

/** How often the node in use is asked whether it is well, and how long it may take to say so, in ms. */
const LOOK_EVERY = 1000;
const LOOK_ANSWER = 1500;
/** The same of the only one: there is no other to go to, and what it still does would be broken off. */
const ONLY_ANSWER = 3000;
/** A machine under load misses one look. */
const LOOKS_MISSED = 2;

/** What a request failed with before anything of it was sent. */
const NEVER_SENT = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  NO_CONNECTION,
]);
/** Questions that are asked by POST. */
export const QUESTIONS: ReadonlySet<string> = new Set([
  ...['_all_docs', '_bulk_get', '_changes', '_find', '_revs_diff'],
]);

/** Hears once of a node that gives no answer, and once when it does again. */
export type OnNode = (node: string, state: { lost: string } | { backAfter: number }) => void;

export interface CouchInit extends Asked {
  signal?: AbortSignal | null;
}

/**
 * The nodes of a CouchDB, of which one is asked until it fails. A node that refuses connections is left at once; one
 * whose machine has gone without a word is found out by looking, and what waits for it is ended. Every node of a cluster
 * answers for all, so nobody goes back to one that has returned. Of one node alone nothing is asked while it is silent: people would
 * wait a minute to read that it cannot be reached.
 */
export interface CouchNodes {
  /** What the addresses of requests begin with, whichever node is asked. */
  readonly home: string;
  /**
   * Asks by path, with the credentials. The answer has been read whole. What only asks, and what never left here, is put
   * to each node once; a write that may have arrived fails, and whoever wrote decides. Throws OutOfReach where nobody
   * answered, and what the caller's signal says where that ended it.
   */
  ask(path: string, init?: CouchInit): Promise<Response>;
  close(): void;
}

export function couchNodes(
  { nodes, username, password }: CouchAddress,
  onNode: OnNode = () => undefined,
): CouchNodes {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  /** Requests under way, by the node that has them. */
  const under = new Map<string, Set<(reason: Error) => void>>(nodes.map((node) => [node, new Set()]));
  const connections = openConnections();
  let current: string = nodes[0];
  let missed = 0;
  let isLooking = false;
  const isAlone = nodes.length === 1;
  /** The only node gives no answer at all. */
  let isSilent = false;
  const timer = setInterval(() => void look(), LOOK_EVERY).unref();

  /** Since when nodes give no answer, and when each gave its last one. */
  const lost = new Map<string, number>();
  const answered = new Map<string, number>();
  function lose(node: string, reason: string): void {
    if (lost.has(node)) return;
    lost.set(node, performance.now());
    onNode(node, { lost: reason });
  }
  const doubted = new Set<string>();
  /** One connection may break by itself, and what was sent before an outage may fail after it: neither is one. */
  async function doubt(node: string, reason: string): Promise<void> {
    if (doubted.has(node) || lost.has(node)) return;
    doubted.add(node);
    const since = performance.now();
    const isGone = !(await isWell(node));
    doubted.delete(node);
    if (isGone && (answered.get(node) ?? -1) < since) lose(node, reason);
  }
  function find(node: string): void {
    answered.set(node, performance.now());
    const since = lost.get(node);
    if (since === undefined) return;
    lost.delete(node);
    onNode(node, { backAfter: Math.round(performance.now() - since) });
  }

  function leave(node: string): void {
    if (node !== current || isAlone) return;
    current = nodes[(nodes.indexOf(node) + 1) % nodes.length] ?? node;
    missed = 0;
  }

  /** `silent`: no answer came in time. */
  async function stateOf(node: string, patience: number): Promise<'well' | 'unwell' | 'silent'> {
    const signal = AbortSignal.timeout(patience);
    try {
      // 404 while it is in maintenance, as before an upgrade.
      return (await send(node, '_up', { signal, isFresh: true })).ok ? 'well' : 'unwell';
    } catch {
      return signal.aborted ? 'silent' : 'unwell';
    }
  }
  const isWell = async (node: string): Promise<boolean> => (await stateOf(node, LOOK_ANSWER)) === 'well';

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    const node = current;
    const state = await stateOf(node, isAlone ? ONLY_ANSWER : LOOK_ANSWER);
    isLooking = false;
    if (node !== current) return;
    // What is refused fails by itself; of the only node nothing else counts.
    const isMissed = isAlone ? state === 'silent' : state !== 'well';
    missed = isMissed ? missed + 1 : 0;
    if (isAlone && state === 'well') find(node);
    isSilent = isAlone && missed >= LOOKS_MISSED;
    if (missed < LOOKS_MISSED) return;
    lose(node, 'no answer');
    leave(node);
    for (const end of under.get(node) ?? []) end(new TypeError('the node is gone'));
  }

  async function send(
    node: string,
    path: string,
    { signal, headers, ...init }: CouchInit,
  ): Promise<Response> {
    signal?.throwIfAborted();
    const { answer, end } = connections.ask(`${node}/${path}`, {
      ...init,
      headers: { ...headers, authorization },
    });
    const stop = (): void => end(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
    under.get(node)?.add(end);
    try {
      return await answer;
    } finally {
      under.get(node)?.delete(end);
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    home: nodes[0],
    async ask(path, init = {}) {
      if (isSilent) throw new OutOfReach('no answer');
      for (let asked = 1; ; asked++) {
        const node = current;
        const isLast = asked >= nodes.length;
        try {
          const reply = await send(node, path, init);
          find(node);
          if (reply.status < 500) return reply;
          leave(node);
          if (isLast || !onlyAsks(path, init)) return reply;
        } catch (error) {
          if (init.signal?.aborted === true) throw error;
          const reason = reasonOf(error);
          void doubt(node, reason);
          leave(node);
          if (isLast || !(onlyAsks(path, init) || NEVER_SENT.has(reason))) throw new OutOfReach(reason);
        }
      }
    },
    close() {
      clearInterval(timer);
      connections.close();
    },
  };
}

function onlyAsks(path: string, { method = 'GET' }: CouchInit): boolean {
  const last = path.split('?')[0]?.split('/').at(-1) ?? '';
  return ['GET', 'HEAD'].includes(method.toUpperCase()) || QUESTIONS.has(last);
}

/** The system's code of a failed request, or else what happened. */
function reasonOf(error: unknown): string {
  for (let inner = error; inner != null; inner = (inner as { cause?: unknown }).cause) {
    const { code } = inner as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return error instanceof Error ? error.message : String(error);
}
