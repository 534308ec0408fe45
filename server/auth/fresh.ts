import type { Storage } from '../storage/types.ts';

/**
 * Values read from one database, never older than the last answered write. With embedded storage they are kept until
 * any write to the database, which the storage tells before it answers the writer; where other processes write too,
 * nothing is kept.
 */
export class Fresh<T> {
  private readonly values = new Map<string, T>();
  private generation = 0;
  private readonly keeps: boolean;
  private readonly load: (id: string) => Promise<T>;

  constructor(storage: Storage, database: string, load: (id: string) => Promise<T>) {
    this.load = load;
    this.keeps = storage.onWrite !== undefined;
    storage.onWrite?.(database, () => {
      this.generation++;
      this.values.clear();
    });
  }

  async get(id: string): Promise<T> {
    const known = this.values.get(id);
    if (known !== undefined) return known;
    const { generation } = this;
    const value = await this.load(id);
    // Written meanwhile: the value may be the old one, good for this request but not for the next.
    if (this.keeps && generation === this.generation && this.values.size < 10_000) this.values.set(id, value);
    return value;
  }
}
