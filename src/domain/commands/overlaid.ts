/**
 * A map with another one laid over it, null for what that one takes out: to look at it costs what is laid, where a copy would
 * cost what there is. Both may change meanwhile.
 */
export const overlaid = <V>(
  below: ReadonlyMap<string, V>,
  upon: ReadonlyMap<string, V | null>,
): ReadonlyMap<string, V> => new Overlaid(below, upon);

class Overlaid<V> implements ReadonlyMap<string, V> {
  private readonly below: ReadonlyMap<string, V>;
  private readonly upon: ReadonlyMap<string, V | null>;

  constructor(below: ReadonlyMap<string, V>, upon: ReadonlyMap<string, V | null>) {
    this.below = below;
    this.upon = upon;
  }

  get size(): number {
    let size = this.below.size;
    for (const [key, value] of this.upon) size += Number(value !== null) - Number(this.below.has(key));
    return size;
  }

  get(key: string): V | undefined {
    const value = this.upon.get(key);
    return value === undefined ? this.below.get(key) : (value ?? undefined);
  }

  has(key: string): boolean {
    const value = this.upon.get(key);
    return value === undefined ? this.below.has(key) : value !== null;
  }

  /** Each at its old place, new ones after them. */
  *entries(): MapIterator<[string, V]> {
    for (const [key, was] of this.below) {
      const value = this.upon.get(key);
      if (value !== null) yield [key, value ?? was];
    }
    for (const [key, value] of this.upon) if (value !== null && !this.below.has(key)) yield [key, value];
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(call: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this.entries()) call(value, key, this);
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }
}
