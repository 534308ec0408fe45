/**
 * Heavy work in turns: a few pieces at the same time, and whoever asks for much waits behind whoever asks for little.
 * Users go in turn, and the devices of one user: a venue's phones may share a login.
 */
export class Turns {
  private running = 0;
  /** Who waits, by user and device; the first of each goes next and then to the end. */
  private readonly waiting = new Map<string, Map<string, (() => void)[]>>();
  private readonly places: number;

  constructor(places: number) {
    this.places = places;
  }

  async take<T>(user: string, device: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.places) this.running++;
    else await new Promise<void>((resolve) => this.lineUp(user, device, resolve));
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private lineUp(user: string, device: string, go: () => void): void {
    const devices = this.waiting.get(user) ?? new Map<string, (() => void)[]>();
    this.waiting.set(user, devices);
    const line = devices.get(device) ?? [];
    devices.set(device, line);
    line.push(go);
  }

  /** Hands the place over, or gives it back. */
  private next(): void {
    const [user, devices] = this.waiting.entries().next().value ?? [];
    const [device, line] = devices?.entries().next().value ?? [];
    if (user === undefined || devices === undefined || device === undefined || line === undefined) {
      this.running--;
      return;
    }
    const go = line.shift();
    devices.delete(device);
    if (line.length > 0) devices.set(device, line);
    this.waiting.delete(user);
    if (devices.size > 0) this.waiting.set(user, devices);
    go?.();
  }
}

/** How many requests are under way for each key; a request counts under several. */
export class Crowd {
  private readonly counts = new Map<string, number>();

  /** Takes a place under each key, or none at all: then null. The result gives them back. */
  enter(places: readonly { key: string; most: number }[]): (() => void) | null {
    if (places.some(({ key, most }) => (this.counts.get(key) ?? 0) >= most)) return null;
    for (const { key } of places) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      for (const { key } of places) {
        const left = (this.counts.get(key) ?? 1) - 1;
        if (left > 0) this.counts.set(key, left);
        else this.counts.delete(key);
      }
    };
  }
}
