/** How many events are looked at for the first time at once. */
const AT_ONCE = 2;

/**
 * The first look at each event after a start, a few at a time: a thousand at once would take all descriptors and all
 * time from those who ask. Whoever is written to comes first.
 */
export class Visits {
  private running = 0;
  private readonly waiting = new Map<string, () => void>();

  /** Waits for a turn; to be given back with `leave`. */
  async enter(name: string): Promise<void> {
    if (this.running < AT_ONCE) this.running++;
    else await new Promise<void>((resolve) => this.waiting.set(name, resolve));
  }

  leave(): void {
    const [name, go] = this.waiting.entries().next().value ?? [];
    if (name === undefined) this.running--;
    else this.waiting.delete(name);
    go?.();
  }

  /** Goes at once, beyond the number. */
  hurry(name: string): void {
    const go = this.waiting.get(name);
    if (go === undefined) return;
    this.waiting.delete(name);
    this.running++;
    go();
  }
}
