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

export function createDocumentMaps(): DocumentMaps {
  const live = new Map<EventDocType, Map<string, EventDocument>>();
  const waiting = new Map<EventDocType, () => Iterable<EventDocument>>();
  /** What was given out, until the type changes. */
  const given = new Map<EventDocType, ReadonlyMap<string, EventDocument>>();

  const mapOf = (type: EventDocType): Map<string, EventDocument> => {
    let map = live.get(type);
    if (map === undefined) live.set(type, (map = new Map<string, EventDocument>()));
    const make = waiting.get(type);
    if (make !== undefined) {
      waiting.delete(type);
      for (const doc of make()) map.set(doc._id, doc);
    }
    return map;
  };

  return {
    get: (type, id) => (mapOf(type).get(id) ?? null) as DocOf<typeof type> | null,
    all(type) {
      let map = given.get(type);
      // Copied on the first read after a change: a burst of changes costs one copy.
      if (map === undefined) given.set(type, (map = new Map(mapOf(type))));
      return map as ReadonlyMap<string, DocOf<typeof type>>;
    },
    holds: (type) => waiting.has(type) || (live.get(type)?.size ?? 0) > 0,
    set(doc) {
      mapOf(doc.type).set(doc._id, doc);
      given.delete(doc.type);
    },
    later(type, make) {
      waiting.set(type, make);
      given.delete(type);
    },
    delete(type, id) {
      given.delete(type);
      return mapOf(type).delete(id);
    },
    clear() {
      live.clear();
      waiting.clear();
      given.clear();
    },
  };
}
