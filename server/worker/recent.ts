/** How many documents are remembered; a fold comes at most half a minute after what it writes was looked at. */
const KEPT = 10_000;

/**
 * The revisions of documents that all projections have looked at last, those of closed leaves with them: what they write
 * themselves, with nothing to see in it for the others, needs no second look.
 */
export class Recent {
  private readonly revisions = new Map<string, string>();

  has(id: string, revs: readonly string[]): boolean {
    return this.revisions.get(id) === together(revs);
  }

  note(id: string, revs: readonly string[]): void {
    this.revisions.delete(id);
    this.revisions.set(id, together(revs));
    const oldest = this.revisions.size > KEPT ? this.revisions.keys().next().value : undefined;
    if (oldest !== undefined) this.revisions.delete(oldest);
  }

  /** A document was written by a projection; counts where what it wrote upon had been looked at. */
  wrote(id: string, from: string, to: string): void {
    if (this.has(id, [from])) this.note(id, [to]);
  }
}

const together = (revs: readonly string[]): string => [...revs].sort().join(' ');
