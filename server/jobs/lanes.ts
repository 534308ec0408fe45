import type { Job } from './job.ts';

/** What is kept in memory of a job. */
export type Known = Pick<Job, '_id' | 'kind' | 'eventId' | 'key' | 'state' | 'at' | 'attempts' | 'error'>;

/**
 * The jobs of all events by the time at which something is to be done about them. Each kind and event has a lane of its own,
 * and lanes take turns: ten thousand mails of one event do not keep the one of another waiting.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly known = new Map<string, Known>();
  private turns = 0;

  get jobs(): Iterable<Known> {
    return this.known.values();
  }

  put(job: Known): void {
    this.known.set(job._id, job);
    if (job.state === 'givenUp') return;
    const name = `${job.kind}/${job.eventId ?? ''}`;
    const lane = this.lanes.get(name) ?? { kind: job.kind, heap: [], turn: this.turns };
    this.lanes.set(name, lane);
    push(lane.heap, job);
  }

  remove(id: string): void {
    this.known.delete(id);
  }

  /** The next job that is due, out of the lane that has waited longest for its turn; it leaves. */
  take(now: number, isFree: (kind: string) => boolean): Known | null {
    let best: Lane | null = null;
    for (const [name, lane] of this.lanes) {
      const job = this.top(lane);
      if (job === null) this.lanes.delete(name);
      else if (job.at <= now && isFree(lane.kind) && (best === null || lane.turn < best.turn)) best = lane;
    }
    const job = best && pop(best.heap);
    if (best === null || job === null) return null;
    best.turn = ++this.turns;
    this.known.delete(job._id);
    return job;
  }

  /** When the next one is due (ms since 1970), or null. */
  due(isFree: (kind: string) => boolean): number | null {
    let soonest = Infinity;
    for (const lane of this.lanes.values()) {
      const job = this.top(lane);
      if (job !== null && isFree(lane.kind)) soonest = Math.min(soonest, job.at);
    }
    return soonest === Infinity ? null : soonest;
  }

  /** Entries that were replaced or removed lie in the heap until they come up. */
  private top({ heap }: Lane): Known | null {
    for (let job = heap[0]; job !== undefined; job = heap[0]) {
      if (this.known.get(job._id) === job) return job;
      pop(heap);
    }
    return null;
  }
}

interface Lane {
  kind: string;
  /** A binary heap by `at`. */
  heap: Known[];
  /** When it was its turn last. */
  turn: number;
}

function push(heap: Known[], job: Known): void {
  let at = heap.push(job) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfSmaller(heap, at, parent)) return;
    at = parent;
  }
}

function pop(heap: Known[]): Known | null {
  const [first] = heap;
  const last = heap.pop();
  if (first === undefined || last === undefined) return null;
  if (heap.length === 0) return first;
  heap[0] = last;
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    const child = (heap[left + 1]?.at ?? Infinity) < (heap[left]?.at ?? Infinity) ? left + 1 : left;
    if (!swapIfSmaller(heap, child, at)) return first;
    at = child;
  }
}

function swapIfSmaller(heap: Known[], child: number, parent: number): boolean {
  const [below, above] = [heap[child], heap[parent]];
  if (below === undefined || above === undefined || below.at >= above.at) return false;
  [heap[child], heap[parent]] = [above, below];
  return true;
}
