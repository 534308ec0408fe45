import { contactKey } from '#domain/notifications/audience.ts';
import { afterEvent, isSettled, rowId, type Row, type RowEvent } from '#domain/notifications/row.ts';
import { afterLook, type Resends } from '#domain/notifications/resends.ts';
import { read, remove, update } from '../../storage/documents.ts';
import type { OthersWrites } from '../../storage/others.ts';
import type { AnyDoc, Database, Seq } from '../../storage/types.ts';
import { isOptOut, OptedOut, optOutId } from './optOuts.ts';
import { frozenId, keptOf, type Kept } from './frozen.ts';
import { createGroupWriter, type GroupWriter } from './groupWriter.ts';
import type { Picture } from './pictures.ts';

/** A row as it is stored; what it froze is a document of its own (frozen.ts), and this its digest. */
export interface LedgerRow extends Row<string> {
  _rev: string;
  /** What was sent, in short. */
  message?: string;
  /** The registration has its new status: it is not set again, whatever somebody makes of it. */
  told?: true;
}

const generation = ({ _rev }: LedgerRow): number => Number.parseInt(_rev, 10);
const pictureId = (cid: string): string => `picture/${cid}`;
const resendsId = (notifId: string): string => `resends/${notifId}`;
const isRow = (doc: AnyDoc | undefined): doc is AnyDoc & LedgerRow => doc?.['type'] === 'row';

/**
 * One event's outbox: a row for each message to each person, in a database that no token reaches. Kept in memory, and brought
 * up to date by what has changed since; each change of a row is a compare-and-set, so whoever is late finds out before
 * anything is sent.
 */
export class Ledger {
  readonly db: Database;
  private readonly now: () => number;
  private readonly writer: GroupWriter;
  private readonly others: OthersWrites | null;
  private readonly rows = new Map<string, LedgerRow>();
  private readonly byPerson = new Map<string, Map<string, LedgerRow>>();
  private readonly resends = new Map<string, Resends>();
  /** Addresses (contactKey) that want no news of this event. */
  readonly optedOut = new OptedOut();
  /** Those that are kept, by their ids in a mail. */
  private readonly pictures = new Set<string>();
  private seq: Seq | null = null;
  private turn: Promise<void> = Promise.resolve();

  /** `others`: where all who write are in this process, who else did; else the database is asked. */
  constructor(db: Database, now: () => number, others: OthersWrites | null = null) {
    this.db = db;
    this.now = now;
    this.others = others;
    this.writer = createGroupWriter(db, others);
  }

  /** Nobody asks it any more. */
  close(): void {
    this.others?.stop();
  }

  /** Learns what others have written. */
  refresh(): Promise<void> {
    this.turn = this.turn.catch(() => undefined).then(() => this.read());
    return this.turn;
  }

  private async read(): Promise<void> {
    const written = this.others?.take() ?? null;
    if (this.seq !== null && written !== null) {
      if (written.length === 0) return;
      const since = this.seq;
      // What was told is told once: after a failure all is read anew.
      this.seq = null;
      const { rows } = await this.db.allDocs({ keys: [...written], include_docs: true });
      for (const row of rows) this.learn('doc' in row ? row.doc : undefined);
      this.seq = since;
      return;
    }
    const { results, last_seq } = await this.db.changes({ since: this.seq ?? 0, include_docs: true });
    for (const { doc } of results) this.learn(doc);
    this.seq = last_seq;
  }

  private learn(doc: object | null | undefined): void {
    const found = (doc ?? undefined) as AnyDoc | undefined;
    if (isRow(found)) {
      // What this process has in hand of it is more than is stored.
      if (this.rows.get(found._id)?._rev !== found._rev) this.keep(found);
    } else if (found?.['type'] === 'resends')
      this.resends.set(found['notifId'] as string, found['resends'] as Resends);
    else if (isOptOut(found)) this.optedOut.learn(found);
  }

  all(): Iterable<LedgerRow> {
    return this.rows.values();
  }

  get size(): number {
    return this.rows.size;
  }

  get(id: string): LedgerRow | null {
    return this.rows.get(id) ?? null;
  }

  /** Of one person, in no order. */
  of(consumerId: string): Iterable<LedgerRow> {
    return this.byPerson.get(consumerId)?.values() ?? [];
  }

  /** Of one notification, in no order. */
  *ofNotif(notifId: string): Iterable<LedgerRow> {
    for (const row of this.rows.values()) if (row.notifId === notifId) yield row;
  }

  people(): Iterable<string> {
    return this.byPerson.keys();
  }

  attempts(notifId: string, consumerId: string): number {
    let attempts = 0;
    for (const row of this.of(consumerId)) {
      if (row.notifId === notifId) attempts = Math.max(attempts, row.attempt);
    }
    return attempts;
  }

  /** Whether a message of it is still on its way to somebody. */
  private isOpen(notifId: string, consumerId: string): boolean {
    return [...this.of(consumerId)].some((row) => row.notifId === notifId && !isSettled(row));
  }

  resendsOf(notifId: string): Resends {
    return this.resends.get(notifId) ?? {};
  }

  /** Notes who is new in the list, before anything follows from it. */
  async noteResends(notifId: string, list: readonly string[]): Promise<Resends> {
    const known = this.resendsOf(notifId);
    const attempts = (consumerId: string): number => this.attempts(notifId, consumerId);
    const isOpen = (consumerId: string): boolean => this.isOpen(notifId, consumerId);
    if (afterLook(known, list, attempts, isOpen) === known) return known;
    const stored = await update(this.db, resendsId(notifId), (doc) => {
      const before = (doc?.['resends'] ?? {}) as Resends;
      const next = afterLook(before, list, attempts, isOpen);
      return next === before ? null : { type: 'resends', notifId, resends: next };
    });
    const resends = (stored?.['resends'] ?? {}) as Resends;
    this.resends.set(notifId, resends);
    return resends;
  }

  /** Puts rows in; those that are there stay as they are. Resolves, when they are durable, with those that are new. */
  async insert(rows: readonly Row<string>[]): Promise<LedgerRow[]> {
    const fresh = rows.filter(({ _id }) => !this.rows.has(_id));
    const revs = await Promise.all(fresh.map((row) => this.writer.put(row)));
    return fresh.flatMap((row, index) => {
      const rev = revs[index];
      if (rev == null) return [];
      const stored: LedgerRow = { ...row, _rev: rev };
      this.keep(stored);
      return [stored];
    });
  }

  /** Null where that cannot happen to it, or somebody else was faster: then it is not this process's any more. */
  async move(
    row: LedgerRow,
    event: RowEvent<string>,
    more: Partial<Pick<LedgerRow, 'providerId'>> = {},
  ): Promise<LedgerRow | null> {
    const next = afterEvent(row, event, this.now());
    if (next === null) return null;
    const doc = { ...next, ...more };
    const rev = await this.writer.put(doc);
    if (rev === null) return null;
    const stored: LedgerRow = { ...doc, _rev: rev };
    this.keep(stored);
    return stored;
  }

  /**
   * This process has it in hand. That is in memory alone: what is meant is kept by `freeze`, and the next mark, of which others
   * hear, is upon what is stored, so one of two has it.
   */
  claim(row: LedgerRow, frozen: string, message: string | undefined): LedgerRow | null {
    const next = afterEvent(row, { kind: 'claim', frozen }, this.now());
    if (next === null) return null;
    const claimed = { ...next, _rev: row._rev, ...(message === undefined ? {} : { message }) };
    this.keep(claimed);
    return claimed;
  }

  /** Keeps what is meant. Where something is kept already, that is it, and it is told. */
  async freeze(rowId: string, kept: Kept): Promise<Kept | null> {
    const stored = { _id: frozenId(rowId), type: 'frozen', ...kept };
    const rev = await this.writer.put(stored);
    return rev === null ? keptOf(this.db, rowId) : null;
  }

  /** Keeps the pictures of a message, each once for all who get it. */
  async keepPictures(pictures: readonly Picture[]): Promise<void> {
    for (const { cid, bytes } of pictures) {
      if (this.pictures.has(cid)) continue;
      const data = Buffer.from(bytes).toString('base64');
      await update(this.db, pictureId(cid), (stored) => (stored === null ? { type: 'picture', data } : null));
      this.pictures.add(cid);
    }
  }

  /** What is in the pictures of a message that was tried before; null where one is not there. */
  async picturesOf(cids: readonly string[]): Promise<Uint8Array[] | null> {
    const stored = await Promise.all(cids.map((cid) => read(this.db, pictureId(cid))));
    const found = stored.flatMap((doc) => (typeof doc?.['data'] === 'string' ? [doc['data']] : []));
    return found.length < cids.length
      ? null
      : found.map((data) => new Uint8Array(Buffer.from(data, 'base64')));
  }

  /** Whoever has an address wants no news any more, or wants them again; said twice, it is said. */
  async setOptOut(address: string, isOut: boolean): Promise<void> {
    await update(this.db, optOutId(address), (stored) =>
      (stored !== null && stored['back'] !== true) === isOut && (stored === null || 'address' in stored)
        ? null
        : { type: 'optout', address, at: this.now(), ...(isOut ? {} : { back: true }) },
    );
    this.optedOut.note(address, isOut);
  }

  /** Up to this moment, whichever process heard of it. */
  async isOptedOut(to: string): Promise<boolean> {
    await this.refresh();
    return this.optedOut.has(contactKey(to));
  }

  /** Notes that the registration has been told. Where this is lost, its own attempts say so. */
  async noteTold(rows: readonly LedgerRow[]): Promise<void> {
    await Promise.all(
      rows.map(async (row) => {
        const doc: LedgerRow = { ...row, told: true };
        const rev = await this.writer.put(doc);
        if (rev !== null) this.keep({ ...doc, _rev: rev });
      }),
    );
  }

  /** Takes away what a message said; that it was sent, and what became of it, stays. Null where somebody else was faster. */
  async forget(row: LedgerRow): Promise<LedgerRow | null> {
    await remove(this.db, frozenId(row._id));
    const { message, ...doc } = row;
    // Another process may have it in hand: it finds out, and sends nothing.
    if (message === undefined && isSettled(row)) return row;
    const rev = await this.writer.put(doc);
    if (rev === null) return null;
    const stored = { ...doc, _rev: rev };
    this.keep(stored);
    return stored;
  }

  /** What was kept for a message that waits is not what is meant any more. False where somebody else was faster. */
  async thaw({ frozen: _frozen, message: _message, ...doc }: LedgerRow): Promise<boolean> {
    // The row goes first: whoever has it in hand finds out before anything is sent.
    const rev = await this.writer.put(doc);
    if (rev === null) return false;
    this.keep({ ...doc, _rev: rev });
    await remove(this.db, frozenId(doc._id));
    return true;
  }

  private keep(row: LedgerRow): void {
    const known = this.rows.get(row._id);
    // A look that began before a write of this process ends after it.
    if (known !== undefined && generation(known) > generation(row)) return;
    this.rows.set(row._id, row);
    const own = this.byPerson.get(row.consumerId);
    if (own === undefined) this.byPerson.set(row.consumerId, new Map([[row._id, row]]));
    else own.set(row._id, row);
  }
}

/** A new row. */
export function newRow(
  about: Pick<Row, 'notifId' | 'consumerId' | 'attempt' | 'method'> &
    Partial<Pick<Row, 'hold' | 'sameAs' | 'byForm' | 'byItself' | 'statusThen'>> & { isDoubtful?: boolean },
  now: number,
  dueAt = now,
): Row<string> {
  const { isDoubtful = false, ...row } = about;
  return {
    _id: rowId(row.notifId, row.consumerId, row.attempt),
    type: 'row',
    ...row,
    state: isDoubtful ? 'uncertain' : row.hold === undefined ? 'queued' : 'withheld',
    ...{ createdAt: now, at: now, dueAt, tries: 0 },
  };
}
