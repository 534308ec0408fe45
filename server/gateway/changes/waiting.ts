import type { ChangeRow, Feed, Seq } from '../../storage/types.ts';
import { withAhead } from './ahead.ts';
import type { ChangesQuery } from './changes.ts';
import { Gathering } from './gathering.ts';
import { pickRows } from './rowsInMemory.ts';
import { changesJson, type Told } from './changesJson.ts';

/** How a wait ended: rows as finished JSON, or the reason why there are none. */
export type WaitResult =
  | { kind: 'rows'; json: string; last: Seq }
  | { kind: 'timeout' | 'closed'; since: Seq }
  /** Something happened that memory cannot answer: ask the database. */
  | { kind: 'ask' };

/** Makes a page's JSON; `inline` as in the query. */
export type Render = (told: Told, inline: boolean) => Promise<string>;

interface Poll {
  finish(result: WaitResult): void;
  /** Throws when the person may not read any more. Called once per person and wake-up. */
  check(): Promise<void>;
  fail(error: unknown): void;
  /** Same value, same answer of `check`. */
  who: string;
  /** Rows that are no news to this reader; they are told with the next that are, or when the time is up. */
  knows(row: ChangeRow): boolean;
}

/** Who waits. */
export type Reader = Pick<Poll, 'who' | 'check' | 'knows'> & {
  /** Tells that the reader has left. */
  signal: AbortSignal;
};

interface Group {
  key: string;
  since: Seq;
  query: ChangesQuery;
  /** False: only wakes up, the rows come from the database. */
  plain: boolean;
  polls: Set<Poll>;
}

/**
 * The readers that wait for changes of one database. However many they are, a change is looked at once per distinct
 * question, and its JSON is made once; access is checked again before anything is handed out.
 */
export class WaitingRoom {
  private readonly groups = new Map<string, Group>();
  private readonly feed: Feed;
  private readonly render: Render;
  private readonly leave: () => void;
  private readonly gathering: Gathering;
  private flushing = false;
  /** What was held is told with the next flush. */
  private due = false;
  private again = false;
  private closed = false;
  private moves = 0;

  constructor(feed: Feed, render: Render) {
    this.feed = feed;
    this.render = render;
    this.gathering = new Gathering(() => {
      this.due = true;
      this.schedule();
    });
    this.leave = feed.subscribe((row) => {
      this.gathering.note(row);
      this.schedule();
    });
  }

  /** Waits for rows after `since`, at most `query.timeout` ms. */
  wait(since: Seq, query: ChangesQuery, plain: boolean, reader: Reader): Promise<WaitResult> {
    if (this.closed) return Promise.resolve({ kind: 'closed', since });
    return new Promise((resolve, reject) => {
      const group = this.group(since, query, plain);
      const end = (): void => {
        clearTimeout(timer);
        reader.signal.removeEventListener('abort', left);
        group.polls.delete(poll);
        if (group.polls.size === 0 && this.groups.get(group.key) === group) this.groups.delete(group.key);
      };
      const poll: Poll = {
        who: reader.who,
        check: reader.check,
        knows: reader.knows,
        finish: (result) => {
          end();
          resolve(result);
        },
        fail: (error) => {
          end();
          reject(error as Error);
        },
      };
      const left = (): void => poll.finish({ kind: 'closed', since });
      const timer = setTimeout(() => {
        const isHeldBack = plain && this.lookUp(group) !== null;
        poll.finish(isHeldBack ? { kind: 'ask' } : { kind: 'timeout', since: group.since });
      }, query.timeout);
      group.polls.add(poll);
      reader.signal.addEventListener('abort', left, { once: true });
      if (reader.signal.aborted) left();
      // A row may have come between the reader's look and this line only if it awaited something: look again.
      if (this.feed.seq !== since) this.schedule();
      // So may have a right gone that whoever let the reader in still saw; from here on `recheck` ends the wait.
      void allowed([poll]);
    });
  }

  /** Whether these rows, and no more so far, are held for such a reader until more have come. */
  holds(rows: readonly ChangeRow[], { limit }: Pick<ChangesQuery, 'limit'>, knows: Poll['knows']): boolean {
    return rows.length < limit && this.gathering.mayWait(rows.filter((row) => !knows(row)));
  }

  /** How many wait. */
  get size(): number {
    let count = 0;
    for (const { polls } of this.groups.values()) count += polls.size;
    return count;
  }

  /** Someone's rights have changed: whoever may not read any more is sent away now. */
  async recheck(): Promise<void> {
    await Promise.all([...this.groups.values()].map(({ polls }) => allowed([...polls])));
  }

  close(): void {
    this.closed = true;
    this.leave();
    this.gathering.stop();
    for (const group of this.groups.values()) {
      for (const poll of group.polls) poll.finish({ kind: 'closed', since: group.since });
    }
  }

  private group(since: Seq, query: ChangesQuery, plain: boolean): Group {
    const { allLeaves, limit, filter, inline, ahead } = query;
    const key = JSON.stringify([since, plain, allLeaves, limit, filter.key, inline, ahead]);
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const group: Group = { key, since, query, plain, polls: new Set() };
    this.groups.set(key, group);
    return group;
  }

  /** Rows of one write come one by one: answer when they are all there. */
  private schedule(): void {
    if (this.flushing) {
      this.again = true;
      return;
    }
    this.flushing = true;
    setImmediate(() => void this.flush());
  }

  private async flush(): Promise<void> {
    this.again = false;
    const { due } = this;
    this.due = false;
    await Promise.all([...this.groups.values()].map((group) => this.answer(group, due)));
    this.flushing = false;
    if (this.again && !this.closed) this.schedule();
  }

  private async answer(group: Group, due: boolean): Promise<void> {
    const found = this.lookUp(group);
    if (found === null) return;
    const heard = [...group.polls].filter((poll) => found === 'ask' || !found.rows.every(poll.knows));
    const holds = ({ knows }: Poll): boolean =>
      found !== 'ask' && !due && this.holds(found.rows, group.query, knows);
    const ready = heard.filter((poll) => !holds(poll));
    if (ready.length < heard.length) this.gathering.hold();
    if (ready.length === 0) return;
    // Newcomers from now on have another position: they are not answered with these rows.
    if (ready.length === group.polls.size && this.groups.get(group.key) === group) {
      this.groups.delete(group.key);
    }
    const result: WaitResult =
      found === 'ask'
        ? { kind: 'ask' }
        : {
            kind: 'rows',
            json: await this.json(found, group.query.inline),
            last: found.last,
          };
    for (const poll of await allowed(ready)) poll.finish(result);
  }

  /** Nothing for this group so far: it need not look at these rows again, nor be told of them later. */
  private moveOn(group: Group): void {
    this.groups.delete(group.key);
    group.since = this.feed.seq;
    group.key = `moved ${++this.moves}`;
    if (group.polls.size > 0) this.groups.set(group.key, group);
  }

  /** Without the documents where they cannot be read: the rows are true all the same. */
  private json(told: Told, inline: boolean): Promise<string> {
    return this.render(told, inline).catch(() => changesJson(told));
  }

  private lookUp(group: Group): Told | 'ask' | null {
    const rows = this.feed.after(group.since);
    if (rows === null) return 'ask';
    const { filter } = group.query;
    if (!group.plain) {
      const relevant = rows.some(({ id }) => filter.byId?.(id) ?? true);
      return relevant ? 'ask' : null;
    }
    const picked = pickRows(rows, group.query);
    const newest = picked.at(-1);
    if (newest === undefined) {
      this.moveOn(group);
      return null;
    }
    const last = picked.length === group.query.limit ? newest.seq : this.feed.seq;
    return withAhead(this.feed, group.query, { rows: picked, last });
  }
}

/** Those who may still read; the others have been told. One check per person. */
async function allowed(polls: readonly Poll[]): Promise<Poll[]> {
  const checks = new Map<string, Promise<{ error: unknown } | null>>();
  const passed: Poll[] = [];
  await Promise.all(
    polls.map(async (poll) => {
      let check = checks.get(poll.who);
      if (check === undefined) {
        check = poll.check().then(
          () => null,
          (error: unknown) => ({ error }),
        );
        checks.set(poll.who, check);
      }
      const failed = await check;
      if (failed === null) passed.push(poll);
      else poll.fail(failed.error);
    }),
  );
  return passed;
}
