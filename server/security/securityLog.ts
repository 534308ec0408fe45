import type { SecurityEvent } from '#api/accountSchemas.ts';
import { ringOf, SECURITY_RINGS, type SecurityKind, type SecurityRing } from '#domain/rights/security.ts';
import { newId } from '../base/newId.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { addToRing, readRing } from './ring.ts';
import { Unwritten } from './unwritten.ts';

export interface Noted {
  kind: SecurityKind;
  /** Who did it, where that is known. */
  actor?: Named | null;
  /** Whose account it is about. */
  subject?: Named | null;
  address: string;
  /** Codes and addresses of ours only: never what somebody typed. */
  detail?: string;
}
interface Named {
  id: string;
  name: string;
}

/** What is noted is written after this long, in ms; and tried again, while the database does not answer. */
const WRITE_AFTER = 1000;
/** The same again within this time only raises a count. */
const SAME_WITHIN = 60_000;
/** So many different ones a minute are written of each list; what exceeds them is counted by kind. */
const MOST_A_MINUTE = 100;

export interface SecurityLogParts {
  storage: Storage;
  /** ms since 1970 */
  now: () => number;
  /** The server's log. */
  tell: (event: SecurityEvent) => void;
}

/**
 * What happens around logins and rights, for managers and for the log. Noting costs nobody time; the same thing over
 * and over becomes a count, and each list is bounded, so that an attacker can fill neither disk nor log.
 */
export class SecurityLog {
  private readonly parts: SecurityLogParts;
  private readonly pending = new Map<string, SecurityEvent>();
  private readonly unwritten = new Unwritten();
  /** When a record of this sort was begun. */
  private readonly begun = new Map<string, number>();
  private readonly minute = new Map<SecurityRing, { since: number; count: number }>();
  private timer: NodeJS.Timeout | null = null;
  private closed = false;
  private writing: Promise<void> = Promise.resolve();

  constructor(parts: SecurityLogParts) {
    this.parts = parts;
  }

  note({ kind, actor = null, subject = null, address, detail = '' }: Noted): void {
    const at = this.parts.now();
    const key = [kind, actor?.id, subject?.id, address, detail].join(' ');
    if (this.raise(key, at)) return;
    if (this.begin(ringOf(kind), at)) this.put(key, { kind, actor, subject, address, detail }, at);
    else if (!this.raise(kind, at))
      this.put(kind, { kind, actor: null, subject: null, address: '', detail: 'more' }, at);
  }

  /** The newest first; what was noted a moment ago, too. */
  async read(): Promise<SecurityEvent[]> {
    await this.flush(true);
    const db = await this.parts.storage.open(DATABASES.security);
    const rings = await Promise.all(SECURITY_RINGS.map((ring) => readRing(db, ring)));
    return rings.flat().sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.flush(true);
  }

  private raise(key: string, at: number): boolean {
    const open = this.pending.get(key);
    if (open === undefined) return false;
    open.count++;
    open.last = at;
    return true;
  }

  private begin(ring: SecurityRing, at: number): boolean {
    const known = this.minute.get(ring);
    const minute = known === undefined || at - known.since >= SAME_WITHIN ? { since: at, count: 0 } : known;
    this.minute.set(ring, minute);
    minute.count++;
    return minute.count <= MOST_A_MINUTE;
  }

  private put(key: string, event: Omit<SecurityEvent, 'id' | 'at' | 'last' | 'count'>, at: number): void {
    const id = newId();
    this.pending.set(key, { id, at, last: at, count: 1, ...event });
    this.schedule();
  }

  private schedule(): void {
    if (this.timer !== null || this.closed) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.flush(false).then(() => {
        if (this.pending.size > 0 || !this.unwritten.isEmpty) this.schedule();
      });
    }, WRITE_AFTER);
    this.timer.unref();
  }

  /** One after the other: two at once would each begin a page. */
  private flush(all: boolean): Promise<void> {
    this.writing = this.writing.then(() => this.write(all)).catch(() => undefined);
    return this.writing;
  }

  /** A first of its sort is written at once; what repeats waits until its minute is over. */
  private async write(all: boolean): Promise<void> {
    const now = this.parts.now();
    for (const [key, since] of this.begun) if (now - since >= SAME_WITHIN) this.begun.delete(key);
    const due = [...this.pending].filter(([key]) => all || !this.begun.has(key));
    for (const [key] of due) {
      this.pending.delete(key);
      this.begun.set(key, now);
    }
    const events = due.map(([, event]) => event);
    for (const event of events) this.parts.tell(event);
    this.unwritten.add(events);
    if (this.unwritten.isEmpty) return;
    const db = await this.parts.storage.open(DATABASES.security);
    for (const ring of SECURITY_RINGS) {
      await addToRing(db, ring, this.unwritten.of(ring));
      this.unwritten.written(ring);
    }
  }
}
