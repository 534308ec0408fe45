import type { Clock } from '#domain/devices/clock.ts';
import type { CopyMode } from '#domain/devices/light.ts';
import { typeOfId } from '#domain/ids.ts';
import { isInScope, type CopyScope } from '#domain/rights/reach.ts';
import type { Deps } from '../deps.ts';
import { DataFailure } from '../failure.ts';
import type { LocalDatabase } from '../local/database.ts';
import { NO_COPY, readCopy, writeCopy, type CopyMarker } from '../local/positions.ts';
import type { Remote, RemoteChange, RemoteChanges, WireDoc } from '../net/remote.ts';
import { createCell, type Cell } from '../signal.ts';
import { actsHere } from './actsHere.ts';
import { readBundle } from './bundle.ts';
import { compareWithServer, type LocalLeaves } from './compare.ts';
import type { RefusedLedger } from './ledger.ts';
import { closeLostLeaves } from './lostLeaves.ts';
import type { Outbox } from './outbox.ts';
import { bringTemplates } from './templates.ts';

const CHANGES_PAGE = 1000;
/** Who is behind hears of check-ins with each page: one that takes longer, ms, is followed by smaller ones. */
const PAGE_MS = 500;
const LEAST_PAGE = 125;
/** Documents per `_bulk_get`; a session may be 800 kB. */
const FETCH_PAGE = 250;
/** Documents per local write of a first pull: larger batches gain little and hold the database longer. */
const BUNDLE_BATCH = 1000;
/** How often a first pull that brought too little is begun anew at once. */
const ATTEMPTS = 3;

export interface Pull {
  readonly marker: Cell<CopyMarker>;
  load(): Promise<void>;
  /** True when everything of this mode was here once. */
  has(mode: CopyMode): boolean;
  /** The first pull, or the upgrade from light to full; goes on where a cut left it. */
  first(mode: CopyMode, signal: AbortSignal): Promise<void>;
  /**
   * One exchange of changes. With `wait` the server answers when there is something, or after 25 s. Returns true when
   * there may be more at once.
   */
  once(options: { wait: boolean; signal: AbortSignal }): Promise<boolean>;
  /** What a member's light copy has beside its feed: the templates. */
  templates(signal: AbortSignal): Promise<void>;
  /** Learns the number of documents on the server. */
  count(signal: AbortSignal): Promise<void>;
}

/** Where the changes after a first pull begin. */
type Begin = Pick<CopyMarker, 'since' | 'epoch'>;

export interface PullContext {
  deps: Deps;
  db: LocalDatabase;
  remote: Remote;
  outbox: Outbox;
  ledger: RefusedLedger;
  clock: Clock;
  /** What this user's role may hold. */
  scope: CopyScope;
  /** Begins before everything is compared with a server that is not the one that was known. */
  onCompare?(): void;
  /** Sends these to the server, which lacks them. Throws when it could not. */
  resend(documents: readonly LocalLeaves[], signal: AbortSignal): Promise<void>;
  /** Documents from the server are here, durably. */
  onWritten?(docs: readonly WireDoc[]): void;
}

export function createPull(context: PullContext): Pull {
  const { deps, db, remote, outbox, ledger, clock, scope, onWritten } = context;
  const marker = createCell<CopyMarker>(NO_COPY, deps.report);
  let limit = CHANGES_PAGE;
  let ahead: RemoteChanges['ahead'] = null;

  function paced(ms: number): void {
    if (ms > PAGE_MS) limit = Math.max(LEAST_PAGE, limit / 2);
    else if (ms < PAGE_MS / 4) limit = Math.min(CHANGES_PAGE, limit * 2);
  }

  async function mark(change: Partial<CopyMarker>): Promise<void> {
    const next = { ...marker.get(), ...change };
    await writeCopy(db, next);
    marker.set(next);
  }

  async function write(brought: readonly WireDoc[]): Promise<void> {
    // The server may know of a new role before this device does.
    const docs = brought.filter(({ _id }) => isInScope(scope, _id));
    if (docs.length === 0) return;
    const news = docs.filter(({ _id, _rev }) => !outbox.isKnown(_id, _rev));
    for (const doc of docs) {
      outbox.known(doc._id, [doc._rev]);
      learnTime(clock, doc);
    }
    try {
      await db.use((pouch) => pouch.bulkDocs([...docs], { new_edits: false }));
    } catch (error) {
      // A full disk, say: when the page comes again, they are still to be written.
      for (const { _id, _rev } of news) outbox.notHere(_id, [_rev]);
      throw error;
    }
    await ledger.recordSeen(docs, []);
    onWritten?.(docs);
  }

  /** Which of these revisions are not in the local database. What is, the server has too: it is no news for it. */
  async function lackedHere(asked: Record<string, string[]>): Promise<{ id: string; rev: string }[]> {
    if (Object.keys(asked).length === 0) return [];
    const diff = await db.use((pouch) => pouch.revsDiff(asked));
    return Object.entries(asked).flatMap(([id, revs]) => {
      const lacking = new Set(diff[id]?.missing ?? []);
      outbox.known(
        id,
        revs.filter((rev) => !lacking.has(rev)),
      );
      return revs.filter((rev) => lacking.has(rev)).map((rev) => ({ id, rev }));
    });
  }

  async function fetchMissing(rows: readonly RemoteChange[], signal: AbortSignal): Promise<void> {
    await ledger.recordSeen([], rows);
    const asked: Record<string, string[]> = {};
    const here = new Map<string, WireDoc>();
    const news = new Set<string>();
    for (const { id, revs, doc } of rows) {
      // Our own pushes come back as changes; they need no look into the database.
      const unknown = revs.filter((rev) => !outbox.isKnown(id, rev));
      if (unknown.length === 0) continue;
      news.add(id);
      // What came with its row needs none either: one that is here already is not written again.
      if (doc !== null && unknown.every((rev) => rev === doc._rev)) here.set(`${id} ${doc._rev}`, doc);
      // Told twice where it is a check-in that also lies ahead.
      else asked[id] = [...new Set([...(asked[id] ?? []), ...unknown])];
    }
    if (news.size === 0) return;
    // Before anything is written: what a document of several leaves had already, and nobody knows since a restart, is read
    // with its new leaf as if it had been made here.
    const own = new Map([...news].map((id) => [id, outbox.ownOf(id)]));
    const missing = (await lackedHere(asked)).filter(({ id, rev }) => !here.has(`${id} ${rev}`));
    // Check-ins before all others, and these before anything is fetched: no door waits for hundreds who register, or for a
    // large session.
    const isCheckin = (id: string): boolean => typeOfId(id) === 'checkin';
    const writeInTurn = async (some: readonly WireDoc[]): Promise<void> => {
      await write(some.filter(({ _id }) => isCheckin(_id)));
      await write(some.filter(({ _id }) => !isCheckin(_id)));
    };
    const docs = [...here.values()];
    await writeInTurn(docs);
    missing.sort((a, b) => Number(isCheckin(b.id)) - Number(isCheckin(a.id)));
    for (let start = 0; start < missing.length; start += FETCH_PAGE) {
      await writeInTurn(await remote.bulkGet(missing.slice(start, start + FETCH_PAGE), signal));
    }
    const brought = new Set([...docs, ...missing.map(({ id }) => ({ _id: id }))].map(({ _id }) => _id));
    if (scope !== 'door' || brought.size === 0) return;
    await outbox.catchUp();
    // Few, if any: to read hundreds who register once more would cost a door as much as writing them.
    const split = rows.filter(
      ({ id }) => brought.has(id) && typeOfId(id) !== 'checkin' && outbox.isSplit(id),
    );
    if (split.length === 0) return;
    await closeLostLeaves({ db, outbox, ledger }, split, (id) => own.get(id) ?? []);
    await outbox.catchUp();
  }

  /** Another life of the server's database: nothing counts as done before both hold the same. */
  async function compare(signal: AbortSignal): Promise<void> {
    context.onCompare?.();
    const { mode } = marker.get();
    const lacking: LocalLeaves[] = [];
    const met = await compareWithServer(
      { db, remote, mode, fetch: fetchMissing, lacking: (some) => void lacking.push(...some) },
      signal,
    );
    await context.resend(lacking, signal);
    // Last of all: a crash before this line compares once more.
    await mark({ ...met, leftOut: 0, lastExchange: deps.wall() });
  }

  /** Reads the bundle, from where a cut left it, and writes it. Returns the position that belongs to it. */
  async function bring(mode: CopyMode, signal: AbortSignal): Promise<Begin> {
    const kept = marker.get().bundle;
    let bundle = kept?.mode === mode && kept.scope === scope ? kept : null;
    const here = marker.get().complete ? await actsHere(db, outbox) : () => 0;
    const response = await remote.bundle(mode, bundle?.after ?? null, signal);
    await readBundle(
      deps,
      response,
      BUNDLE_BATCH,
      {
        async head({ since, total, epoch }) {
          if (bundle !== null && bundle.epoch !== epoch) {
            // The other half is another database's: from the beginning.
            await mark({ bundle: null });
            throw new DataFailure({ code: 'offline', message: 'the server changed during a first pull' });
          }
          // A resumed bundle keeps its first position, and what there was then: later changes are in the feed after it,
          // once or twice.
          bundle ??= { mode, scope, since, epoch, after: null, done: 0, leftOut: 0, total };
          await mark({ bundle, remoteDocs: total });
        },
        async batch(docs, omitted) {
          signal.throwIfAborted();
          await write(docs);
          if (bundle === null) return;
          const more = omitted?.leftOut ?? 0;
          const before = docs.at(-1)?._id ?? bundle.after;
          const news = omitted === null ? 0 : Math.max(0, more - here(before, omitted.last));
          // The leaves of one document come in one batch.
          const done = bundle.done + new Set(docs.map(({ _id }) => _id)).size + more;
          const after = omitted?.last ?? before;
          bundle = { ...bundle, after, done, leftOut: bundle.leftOut + news };
          await mark({ bundle });
        },
      },
      signal,
    );
    return { since: bundle?.since ?? 0, epoch: bundle?.epoch ?? null };
  }

  /**
   * Whether the first pull brought fewer documents than there are: no copy counts as complete that was not counted, for
   * a server of several nodes, or whatever stands between, may have left something out. What came is counted, not what
   * is here: a document that was deleted on this device is not here, and lacks nothing.
   */
  async function isLacking(mode: CopyMode, signal: AbortSignal): Promise<boolean> {
    const { done = 0, total = 0 } = marker.get().bundle ?? {};
    // Fewer than when it began: deleted meanwhile, or missing.
    return done < total && done < (await remote.count(mode, signal));
  }

  return {
    marker,
    async load() {
      marker.set(await readCopy(db));
    },
    has(mode) {
      const copy = marker.get();
      return (
        copy.complete &&
        (mode === 'light' || copy.mode === 'full') &&
        (scope === 'door' || copy.scope === 'all')
      );
    },
    async first(mode, signal) {
      let begin = await bring(mode, signal);
      for (let attempt = 1; await isLacking(mode, signal); attempt++) {
        await mark({ bundle: null });
        if (attempt === ATTEMPTS) {
          throw new DataFailure({ code: 'offline', message: 'documents are missing' }, 503);
        }
        begin = await bring(mode, signal);
      }
      const { complete, since, mode: before } = marker.get();
      if (!complete) await outbox.skipFirstPull();
      // An upgrade keeps the older position: what changed since is pulled again for both halves.
      await mark({
        mode: complete && before === 'full' ? before : mode,
        scope,
        complete: true,
        leftOut: marker.get().bundle?.leftOut ?? 0,
        ...(complete && since !== null ? {} : begin),
        bundle: null,
        lastExchange: deps.wall(),
      });
    },
    async once({ wait, signal }) {
      const { since, mode, epoch } = marker.get();
      const asked = { since: since ?? 0, epoch: epoch ?? '', limit, ahead, wait, mode, signal };
      const reply = await remote.changes(asked);
      ahead = null;
      if (reply.moved !== null) {
        if (reply.moved.continues) await mark({ epoch: reply.moved.epoch });
        else await compare(signal);
        return true;
      }
      const [begin, isCut] = [deps.wall(), reply.rows.length >= limit];
      await fetchMissing(reply.rows, signal);
      if (isCut) paced(deps.wall() - begin);
      // Or after a crash this counts as made here; to a server that lost it a door would offer what is not its to bring.
      if (scope === 'door' && reply.rows.length > 0) await outbox.save();
      if (reply.since !== since) await mark({ since: reply.since, lastExchange: deps.wall() });
      else marker.set({ ...marker.get(), lastExchange: deps.wall() });
      ({ ahead } = reply);
      return reply.pending === null ? isCut : reply.pending > 0;
    },
    templates: (signal) => bringTemplates({ db, remote, fetch: fetchMissing }, signal),
    async count(signal) {
      const remoteDocs = await remote.count(marker.get().mode, signal);
      if (remoteDocs !== marker.get().remoteDocs) await mark({ remoteDocs });
    },
  };
}

/** Times made elsewhere, so that what is done here afterwards is later. */
function learnTime(clock: Clock, doc: WireDoc): void {
  const { time, metadata } = doc as { time?: unknown; metadata?: { updatedAt?: unknown } };
  if (typeof time === 'number') clock.observe(time);
  if (typeof metadata?.updatedAt === 'number') clock.observe(metadata.updatedAt);
}
