import type { SecurityEvent } from '#api/accountSchemas.ts';
import { ringOf, type SecurityRing } from '#domain/rights/security.ts';

/** So many of each list wait for a database that does not answer: more than an hour of what a quiet server notes, and some 200 kB. */
const MOST_WAITING = 500;

/** What is to be written yet. What exceeds the bound is counted by kind, so an outage hides no attack. */
export class Unwritten {
  private readonly lists = new Map<SecurityRing, SecurityEvent[]>();

  get isEmpty(): boolean {
    return this.lists.size === 0;
  }

  add(events: readonly SecurityEvent[]): void {
    for (const event of events) {
      const list = this.lists.get(ringOf(event.kind)) ?? [];
      this.lists.set(ringOf(event.kind), list);
      if (list.length < MOST_WAITING) list.push(event);
      else countIn(list, event);
    }
  }

  of(ring: SecurityRing): readonly SecurityEvent[] {
    return this.lists.get(ring) ?? [];
  }

  written(ring: SecurityRing): void {
    this.lists.delete(ring);
  }
}

function countIn(list: SecurityEvent[], event: SecurityEvent): void {
  const { kind, count, last } = event;
  const more = list.slice(MOST_WAITING).find((one) => one.kind === kind);
  if (more === undefined) list.push({ ...event, actor: null, subject: null, address: '', detail: 'more' });
  else {
    more.count += count;
    more.last = Math.max(more.last, last);
  }
}
