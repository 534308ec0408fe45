import { LeafGroups, leafGroup } from '#domain/conflicts/leaves.ts';
import { isInScope } from '#domain/rights/reach.ts';
import { invalidField } from '../../base/errors.ts';
import type { Database, Seq, Storage } from '../../storage/types.ts';
import { jsonObject, type DbRequest } from '../request.ts';
import type { Target } from '../target.ts';

/** Rows read from the database at a time. */
const PAGE = 2000;
/** Most groups that are told document by document in one answer. */
const MAX_GROUPS = 500;
/** Many devices compare at the same time, and then nobody for days: what was read is kept for so long, ms. */
const KEPT_MS = 60_000;

/** What one database holds, kept in step with it while it is asked for. */
class LeafIndex {
  seq: Seq = 0;
  readonly rows = new Map<string, readonly string[]>();
  readonly groups = new LeafGroups();
  private reading: Promise<void> = Promise.resolve();
  readonly db: Database;
  /** Its life: another one may lack what this index has read. */
  readonly epoch: string;

  constructor(db: Database, epoch: string) {
    this.db = db;
    this.epoch = epoch;
  }

  /** Resolves when everything written before the call is in. */
  update(): Promise<void> {
    this.reading = this.reading.then(
      () => this.read(),
      () => this.read(),
    );
    return this.reading;
  }

  private async read(): Promise<void> {
    for (;;) {
      const page = await this.db.changes({
        since: this.seq,
        limit: PAGE,
        style: 'all_docs',
        ...{ batch_size: PAGE },
      });
      for (const { id, changes } of page.results) {
        if (id.startsWith('_')) continue;
        const before = this.rows.get(id);
        if (before !== undefined) this.groups.remove(id, before);
        const revs = changes.map(({ rev }) => rev);
        this.rows.set(id, revs);
        this.groups.add(id, revs);
      }
      this.seq = page.last_seq;
      if (page.results.length < PAGE) return;
    }
  }
}

/**
 * Tells what a database holds, so that a device that met it in another life finds what it lacks (decision 14):
 * fingerprints of all groups, and for some of them every document's leaves.
 */
export class LeavesService {
  private readonly storage: Storage;
  private readonly indexes = new Map<string, { index: LeafIndex; timer: NodeJS.Timeout }>();

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** GET _leaves; `standing` makes the position that the reader goes on from. */
  async fingerprints(target: Target, { round }: DbRequest, standing: (own: Seq) => Seq): Promise<unknown> {
    // The life is read first: should it end meanwhile, the next exchange says so.
    const index = await this.indexOf(target);
    await index.update();
    // Many devices compare at the same time, and all get here in the same moment.
    await round();
    const groups = Object.entries(index.groups.fingerprints()).filter(([group]) =>
      isInScope(target.scope, group),
    );
    return { epoch: index.epoch, last_seq: standing(index.seq), groups: Object.fromEntries(groups) };
  }

  /** POST _leaves: `{ groups: [name, …] }` */
  async rows(target: Target, request: DbRequest): Promise<unknown> {
    const { groups } = jsonObject(request.body);
    if (
      !Array.isArray(groups) ||
      groups.length > MAX_GROUPS ||
      !groups.every((one) => typeof one === 'string')
    )
      throw invalidField('groups', `must be a list of at most ${MAX_GROUPS} names`);
    const wanted = new Set<string>(groups);
    const index = await this.indexOf(target);
    await index.update();
    await request.round();
    const rows = [...index.rows].flatMap(([id, revs]) =>
      wanted.has(leafGroup(id)) && isInScope(target.scope, id) ? [{ id, revs }] : [],
    );
    return { rows };
  }

  close(): void {
    for (const { timer } of this.indexes.values()) clearTimeout(timer);
    this.indexes.clear();
  }

  private async indexOf({ name, db }: Target): Promise<LeafIndex> {
    const epoch = (await this.storage.epochs(name)).at(-1)?.id ?? '';
    const known = this.indexes.get(name);
    clearTimeout(known?.timer);
    const isSame = known?.index.db === db && known.index.epoch === epoch;
    const index = isSame ? known.index : new LeafIndex(db, epoch);
    const timer = setTimeout(() => this.indexes.delete(name), KEPT_MS);
    timer.unref();
    this.indexes.set(name, { index, timer });
    return index;
  }
}
