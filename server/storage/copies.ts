import { setTimeout as delay } from 'node:timers/promises';
import { SharedAnswers } from '../base/sharedAnswers.ts';
import { CouchError, readJson, saysNoDatabase, type CouchRequest } from './couchRequest.ts';
import type { Fullness } from './types.ts';

/** How long a node may take to say how many documents it has: one that hangs counts as gone, in ms. */
const NODE_ANSWER = 3000;
/** How long readers wait for a copy that catches up, and between two looks, in ms. */
const PATIENCE = 20_000;
const LOOK_AGAIN = 200;
/** A node without others is asked again after this, in ms. */
const ALONE_FOR = 30_000;

/** Nodes that answer each other, and all there are; none where there is but one. */
interface Membership {
  alive: string[];
  members: string[];
}

/** The copies of one range of a database, one per node that answers: how many documents each has, by their ids. */
interface Range {
  copies: { ids: number; docs: number }[];
}

/**
 * What the copies of a database hold. In a cluster each range of ids lies on several nodes, a write is acknowledged when
 * most of them have it, but a range is read from one of them alone: one that was away lacks what was written meanwhile
 * until the others have brought it. Documents read by their ids need no such care, CouchDB asks most copies for them.
 */
export interface CopyWatch {
  /** Null where there is but one node, or where it does not tell about the others. */
  fullest(name: string): Promise<Fullness | null>;
  /** Resolves when every copy has as many documents as the fullest one had at the call; throws 503 after a while. */
  even(name: string): Promise<void>;
  /** False while most nodes of the cluster are gone. */
  hasMajority(): Promise<boolean>;
  /** True when no node that answers knows the database; throws 503 where too few answer to say so. */
  isNowhere(name: string): Promise<boolean>;
}

export function watchCopies(request: CouchRequest): CopyWatch {
  /** A single node was seen then: it is not asked about others at every step. */
  let aloneAt = -Infinity;

  /** Each write of a device asks, after it is done: those that end in the same moment do so together. */
  const shared = new SharedAnswers(askMembership);
  async function membership(): Promise<Membership> {
    return Math.abs(Date.now() - aloneAt) < ALONE_FOR ? { alive: [], members: [] } : shared.of('');
  }
  async function askMembership(): Promise<Membership> {
    try {
      const { all_nodes, cluster_nodes } = await readJson<{ all_nodes: string[]; cluster_nodes: string[] }>(
        request('GET', '_membership'),
      );
      if (cluster_nodes.length > 1) return { alive: all_nodes, members: cluster_nodes };
    } catch (error) {
      // A hosted CouchDB keeps its nodes to itself.
      if (!(error instanceof CouchError) || error.status >= 500) throw error;
    }
    aloneAt = Date.now();
    return { alive: [], members: [] };
  }

  /** What a node has noted of the database; null where it does not tell. */
  async function isKnownTo(node: string, name: string): Promise<boolean | null> {
    const path = `_node/${encodeURIComponent(node)}/_dbs/${encodeURIComponent(name)}`;
    try {
      const reply = await request('GET', path, [200, 404], AbortSignal.timeout(NODE_ANSWER));
      // A node that has not read its own notes yet knows nothing.
      if (saysNoDatabase(await reply.text())) throw new CouchError(503, `${node} is starting`);
      return reply.status === 200;
    } catch (error) {
      if (!(error instanceof CouchError) || error.status >= 500) throw error;
      return null;
    }
  }

  async function survey(name: string): Promise<Range[] | null> {
    try {
      const { alive, members } = await membership();
      if (members.length === 0) return null;
      const { by_range, shard_suffix } = await readJson<{
        by_range: Record<string, string[]>;
        shard_suffix: number[];
      }>(request('GET', `_node/_local/_dbs/${encodeURIComponent(name)}`));
      const suffix = String.fromCharCode(...shard_suffix);
      return await Promise.all(
        Object.entries(by_range).map(async ([range, holders]) => {
          const reachable = holders.filter((node) => alive.includes(node));
          const shard = encodeURIComponent(`shards/${range}/${name}${suffix}`);
          const counts = await Promise.all(reachable.map((node) => count(node, shard)));
          return { copies: counts.filter((one) => one !== null) };
        }),
      );
    } catch (error) {
      // Nor does it say what lies on them.
      if (error instanceof CouchError && error.status < 500) return null;
      throw error;
    }
  }

  async function count(node: string, shard: string): Promise<Range['copies'][number] | null> {
    try {
      const path = `_node/${encodeURIComponent(node)}/${shard}`;
      const info = await readJson<{ doc_count: number; doc_del_count: number }>(
        request('GET', path, [200], AbortSignal.timeout(NODE_ANSWER)),
      );
      // Deleted documents stay as tombstones, so this never falls.
      return { ids: info.doc_count + info.doc_del_count, docs: info.doc_count };
    } catch {
      return null;
    }
  }

  return {
    async hasMajority() {
      const { alive, members } = await membership();
      return (
        members.filter((node) => alive.includes(node)).length * 2 > members.length || members.length === 0
      );
    },
    async isNowhere(name) {
      const { alive, members } = await membership();
      const there = members.filter((node) => alive.includes(node));
      if (there.length * 2 <= members.length && members.length > 0) {
        throw new CouchError(503, 'most nodes of the cluster are gone');
      }
      const asked = there.length > 0 ? there : ['_local'];
      const answers = await Promise.allSettled(asked.map((node) => isKnownTo(node, name)));
      if (answers.some((one) => one.status === 'fulfilled' && one.value === true)) return false;
      const silent = answers.find((one) => one.status === 'rejected');
      if (silent !== undefined) throw silent.reason;
      return true;
    },
    async fullest(name) {
      const ranges = await survey(name);
      if (ranges === null) return null;
      const best = ranges.map(({ copies }) =>
        copies.reduce((most, one) => (one.ids > most.ids ? one : most), { ids: 0, docs: 0 }),
      );
      return {
        ids: best.reduce((sum, { ids }) => sum + ids, 0),
        docs: best.reduce((sum, { docs }) => sum + docs, 0),
      };
    },
    async even(name) {
      const first = await survey(name);
      if (first === null) return;
      const wanted = first.map(({ copies }) => Math.max(0, ...copies.map(({ ids }) => ids)));
      const until = Date.now() + PATIENCE;
      let now: Range[] | null = first;
      for (let look = 1; ; look++) {
        if (now === null) return;
        const isEven = now.every(({ copies }, index) =>
          copies.every(({ ids }) => ids >= (wanted[index] ?? 0)),
        );
        if (isEven) return;
        if (Date.now() > until) throw new CouchError(503, `copies of ${name} are being brought up to date`);
        if (look === 1) await hurry(name);
        await delay(LOOK_AGAIN);
        now = await survey(name);
      }
    },
  };

  /** CouchDB brings its copies up to date by itself; this only makes it begin at once. */
  async function hurry(name: string): Promise<void> {
    await request('POST', `${name}/_sync_shards`, [200, 202]).catch(() => undefined);
  }
}
