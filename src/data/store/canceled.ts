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
  /**
   * Before a document changes; what it returns is called afterwards and names the clients for whom that made a difference.
   */
  before(id: string): () => readonly string[] | 'all';
  clear(): void;
}

const NOBODY = (): readonly string[] => [];

export function createCanceled(documents: DocumentMaps): Canceled {
  const ids = new Set<string>();

  function isCanceled(clientId: string): boolean {
    const client = documents.get('client', clientId);
    if (client === null) return false;
    // A member's device holds them all; where one has not arrived yet, it is taken for valid.
    if (client.consumerId != null && documents.holds('consumer')) return ids.has(client.consumerId);
    return client.canceled === true;
  }

  function consumerChanged(id: string): readonly string[] | 'all' {
    const now = documents.get('consumer', id)?.status === 'canceled';
    const clients = (): string[] =>
      [...documents.all('client').values()].flatMap((one) => (one.consumerId === id ? one._id : []));
    if (ids.has(id) === now) return [];
    if (now) ids.add(id);
    else ids.delete(id);
    return clients();
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
        return () => (isCanceled(id) === was ? [] : [id]);
      }
      if (type !== 'consumer') return NOBODY;
      const held = documents.holds(type);
      return () => {
        const clients = consumerChanged(id);
        // Without any registration the server's word on the clients counts, and with the first no more.
        return documents.holds(type) === held ? clients : 'all';
      };
    },
    clear: () => ids.clear(),
  };
}
