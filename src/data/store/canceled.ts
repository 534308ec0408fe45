import type { DocumentMaps } from './documents.ts';
import { readDocument, type StoredDoc } from './read.ts';
import { typeOfId } from '#domain/ids.ts';

/**
 * Whose registration is cancelled (`clients/canceled.ts` has the rule). Lists and counts ask it of everybody, and on a phone
 * reading thousands of registrations takes a second: so those that are cancelled are kept by their ids.
 */
export interface Canceled {
  isCanceled(clientId: string): boolean;
  /** Registrations of a snapshot, as far as they may be cancelled; the others are not read for it. */
  restore(consumers: Iterable<StoredDoc>): void;
  /** Before a document changes; what it returns is called afterwards. */
  before(id: string): () => void;
  /** The clients for whom the changes since the last call made a difference. */
  taken(): readonly string[] | 'all';
  clear(): void;
}

const NOTHING = (): void => undefined;

export function createCanceled(documents: DocumentMaps): Canceled {
  const ids = new Set<string>();
  let changed = new Set<string>();
  /** Whose clients are looked for together: thousands may be cancelled at once. */
  let flipped = new Set<string>();
  let isOther = false;

  function isCanceled(clientId: string): boolean {
    const client = documents.get('client', clientId);
    if (client === null) return false;
    // A member's device holds them all; where one has not arrived yet, it is taken for valid.
    if (client.consumerId != null && documents.holds('consumer'))
      return ids.size > 0 && ids.has(client.consumerId);
    return client.canceled === true;
  }

  function consumerChanged(id: string): void {
    const now = documents.get('consumer', id)?.status === 'canceled';
    if (ids.has(id) === now) return;
    if (now) ids.add(id);
    else ids.delete(id);
    flipped.add(id);
  }

  return {
    isCanceled,
    restore(consumers) {
      for (const stored of consumers) {
        const doc = stored['status'] === 'canceled' ? readDocument(stored) : null;
        if (doc?.type === 'consumer' && doc.status === 'canceled') ids.add(doc._id);
      }
    },
    before(id) {
      const type = typeOfId(id);
      if (type === 'client') {
        const was = isCanceled(id);
        return () => {
          if (isCanceled(id) !== was) changed.add(id);
        };
      }
      if (type !== 'consumer') return NOTHING;
      const held = documents.holds(type);
      return () => {
        consumerChanged(id);
        // Without any registration the server's word on the clients counts, and with the first no more.
        if (documents.holds(type) !== held) isOther = true;
      };
    },
    taken() {
      const [clients, consumers, all] = [changed, flipped, isOther];
      if (clients.size + consumers.size === 0 && !all) return [];
      [changed, flipped, isOther] = [new Set(), new Set(), false];
      if (all) return 'all';
      if (consumers.size > 0) {
        for (const { _id, consumerId } of documents.all('client').values())
          if (consumerId != null && consumers.has(consumerId)) clients.add(_id);
      }
      return [...clients];
    },
    clear() {
      ids.clear();
      [changed, flipped, isOther] = [new Set(), new Set(), false];
    },
  };
}
