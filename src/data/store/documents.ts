import type { DocOf, EventDocument } from '#domain/documents/index.ts';
import type { EventDocType } from '#domain/ids.ts';

/** Documents by type and id. A type's map is replaced when something in it changes, never changed in place. */
export interface DocumentMaps {
  get<T extends EventDocType>(type: T, id: string): DocOf<T> | null;
  all<T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>>;
  /** Whether there is any of a type; reads none. */
  holds(type: EventDocType): boolean;
  set(doc: EventDocument): void;
  /** Documents of a type that are made when the type is first asked for, or changed. */
  later(type: EventDocType, make: () => Iterable<EventDocument>): void;
  delete(type: EventDocType, id: string): boolean;
  clear(): void;
}

/** The documents of one type. */
interface Kept {
  live: Map<string, EventDocument>;
  /** Makes those that nobody has asked for yet. */
  waiting: (() => Iterable<EventDocument>) | null;
  /** What was given out, until the type changes. */
  given: ReadonlyMap<string, EventDocument> | null;
}

export function createDocumentMaps(): DocumentMaps {
  // One look-up for each question: lists ask several times for each of 10,000 guests.
  const types = new Map<EventDocType, Kept>();

  const keptOf = (type: EventDocType): Kept => {
    let kept = types.get(type);
    if (kept === undefined) types.set(type, (kept = { live: new Map(), waiting: null, given: null }));
    return kept;
  };
  const mapOf = (kept: Kept): Map<string, EventDocument> => {
    const { live, waiting } = kept;
    if (waiting !== null) {
      kept.waiting = null;
      for (const doc of waiting()) live.set(doc._id, doc);
    }
    return live;
  };

  return {
    get: (type, id) => (mapOf(keptOf(type)).get(id) ?? null) as DocOf<typeof type> | null,
    all(type) {
      const kept = keptOf(type);
      // Copied on the first read after a change: a burst of changes costs one copy.
      return (kept.given ??= new Map(mapOf(kept))) as ReadonlyMap<string, DocOf<typeof type>>;
    },
    holds(type) {
      const { waiting, live } = keptOf(type);
      return waiting !== null || live.size > 0;
    },
    set(doc) {
      const kept = keptOf(doc.type);
      mapOf(kept).set(doc._id, doc);
      kept.given = null;
    },
    later(type, make) {
      const kept = keptOf(type);
      kept.waiting = make;
      kept.given = null;
    },
    delete(type, id) {
      const kept = keptOf(type);
      kept.given = null;
      return mapOf(kept).delete(id);
    },
    clear: () => types.clear(),
  };
}
