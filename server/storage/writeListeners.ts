import type { WriteListener, WrittenIds } from './types.ts';

/** Who wants to know of this process's writes, by database. */
export class WriteListeners {
  private readonly byName = new Map<string, Set<WriteListener>>();

  /** Returns its stop. */
  add(name: string, listener: WriteListener): () => void {
    const set = this.byName.get(name) ?? new Set();
    this.byName.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  has(name: string): boolean {
    return (this.byName.get(name)?.size ?? 0) > 0;
  }

  tell(name: string, ids: WrittenIds, revs?: ReadonlyMap<string, string>): void {
    for (const listener of this.byName.get(name) ?? []) listener(ids, revs);
  }
}
