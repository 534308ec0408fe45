import type { WrittenIds } from './types.ts';

type Listener = (ids: WrittenIds) => void;

/** Who wants to know of this process's writes, by database. */
export class WriteListeners {
  private readonly byName = new Map<string, Set<Listener>>();

  /** Returns its stop. */
  add(name: string, listener: Listener): () => void {
    const set = this.byName.get(name) ?? new Set();
    this.byName.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  has(name: string): boolean {
    return (this.byName.get(name)?.size ?? 0) > 0;
  }

  tell(name: string, ids: WrittenIds): void {
    for (const listener of this.byName.get(name) ?? []) listener(ids);
  }
}
