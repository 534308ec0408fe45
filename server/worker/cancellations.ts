import { isNewer } from '#domain/documents/index.ts';
import { update } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { getMany, getRange } from './couch.ts';

/**
 * Keeps `canceled` of each client right: its registration is cancelled (readings, no. 48). Hosts hold no registrations, so
 * this is how a door knows, off line too. A projection: whatever a device writes there, and whatever a merge drops, is
 * put right by the next look.
 */
export interface Cancellations {
  /** Looks at changed clients and consumers; may be repeated. */
  look(ids: readonly string[]): Promise<void>;
}

interface Known {
  consumerId: string | null;
  canceled: boolean;
}

export function createCancellations(db: Database): Cancellations {
  /** null until the first look of this run: then all clients are read once. */
  let clients: Map<string, Known> | null = null;

  async function load(): Promise<Map<string, Known>> {
    return new Map((await getRange(db, 'client_')).map((doc) => [doc._id, knownOf(doc)]));
  }

  async function set(clientId: string, canceled: boolean): Promise<void> {
    const stored = await update(db, clientId, (doc) => {
      if (doc === null || isNewer(doc) || (doc['canceled'] === true) === canceled) return null;
      const { canceled: _before, ...rest } = doc;
      return canceled ? { ...rest, canceled } : rest;
    });
    if (stored !== null) clients?.set(clientId, knownOf(stored));
  }

  return {
    async look(ids) {
      const known = (clients ??= await load());
      const changed = ids.filter((id) => id.startsWith('client_'));
      for (const [id, { doc }] of await getMany(db, changed)) {
        if (doc === null) known.delete(id);
        else known.set(id, knownOf(doc));
      }
      const consumers = new Set(ids.filter((id) => id.startsWith('consumer_')));
      const asked = new Set(ids);
      const affected = [...known].filter(
        ([id, { consumerId }]) => asked.has(id) || (consumerId !== null && consumers.has(consumerId)),
      );
      const wanted = [...new Set(affected.flatMap(([, { consumerId }]) => consumerId ?? []))];
      const found = await getMany(db, wanted);
      for (const [id, { consumerId, canceled }] of affected) {
        const status = found.get(consumerId ?? '')?.doc?.['status'];
        if ((status === 'canceled') !== canceled) await set(id, status === 'canceled');
      }
    },
  };
}

const knownOf = (doc: AnyDoc): Known => ({
  consumerId: typeof doc['consumerId'] === 'string' ? doc['consumerId'] : null,
  canceled: doc['canceled'] === true,
});
