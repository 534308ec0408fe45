import type { ChangeRow, Seq } from './types.ts';

/**
 * The newest rows of a changes feed. Positions may be numbers or opaque texts: they are compared for equality, and
 * numbers also by size.
 */
export class Ring {
  private rows: ChangeRow[] = [];
  private readonly indexes = new Map<Seq, number>();
  /** Other words for where the database stands after the row of that index: a CouchDB has several for one place. */
  private readonly places = new Map<Seq, number>();
  /** How many rows were dropped from the front, so that stored indexes stay right. */
  private dropped = 0;
  /** The position just before the oldest row. */
  private floor: Seq;
  private readonly capacity: number;

  constructor(start: Seq, capacity: number) {
    this.floor = start;
    this.capacity = capacity;
  }

  push(row: ChangeRow): void {
    this.indexes.set(row.seq, this.dropped + this.rows.length);
    this.rows.push(row);
    // Half at a time: a shift per row would cost a copy each.
    if (this.rows.length >= this.capacity * 2) this.dropOldest(this.rows.length - this.capacity);
  }

  /** Everything so far is told: a reader may stand here, though no row says so. */
  reach(seq: Seq): void {
    if (this.indexes.has(seq) || this.places.has(seq)) return;
    this.places.set(seq, this.dropped + this.rows.length - 1);
    const [oldest] = this.places.keys();
    if (oldest !== undefined && this.places.size > this.capacity * 2) this.places.delete(oldest);
  }

  /** The rows after a position, or null when it is not in memory (too old, unknown, or from the future). */
  after(since: Seq): readonly ChangeRow[] | null {
    if (since === this.floor) return this.rows;
    const index = this.indexes.get(since) ?? this.places.get(since);
    if (index !== undefined) return this.rows.slice(index - this.dropped + 1);
    return typeof since === 'number' ? this.afterNumber(since) : null;
  }

  all(): readonly ChangeRow[] {
    return this.rows;
  }

  /** A numeric position between two rows (its document has changed again since). */
  private afterNumber(since: number): readonly ChangeRow[] | null {
    const last = this.rows.at(-1);
    if (typeof this.floor !== 'number' || since < this.floor || last === undefined) return null;
    if (typeof last.seq !== 'number' || since > last.seq) return null;
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] as { seq: number }).seq > since) high = middle;
      else low = middle + 1;
    }
    return this.rows.slice(low);
  }

  private dropOldest(count: number): void {
    for (const row of this.rows.slice(0, count)) {
      this.indexes.delete(row.seq);
      this.floor = row.seq;
    }
    this.rows = this.rows.slice(count);
    this.dropped += count;
    for (const [seq, index] of this.places) if (index < this.dropped - 1) this.places.delete(seq);
  }
}
