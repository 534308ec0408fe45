import { isCheckinBy } from '#domain/ids.ts';
import type { Access } from '../../auth/access.ts';
import { position } from '../../storage/documents.ts';
import { continues, isStillRead } from '../../storage/epochs.ts';
import { DATABASES, type Database, type Feed, type Seq, type Storage } from '../../storage/types.ts';
import { withAhead } from './ahead.ts';
import { changesPieces, readChanges, readChangesQuery, type ChangesQuery } from './changes.ts';
import type { DbRequest } from '../request.ts';
import { allow, type Target } from '../target.ts';
import { changesJson, withLastSeq } from './changesJson.ts';
import type { FreshDocuments } from '../fresh.ts';
import { InlineCheckins } from './inlineCheckins.ts';
import { isPlain, pickRows } from './rowsInMemory.ts';
import { isFresh, outdated, readStanding, writeStanding } from './positions.ts';
import type { Pieces } from '../stream.ts';
import { WaitingRoom, type Reader, type Render, type WaitResult } from './waiting.ts';

/** What stands for one database that is asked for changes. */
interface Place {
  db: Database;
  feed: Feed;
  room: WaitingRoom;
  render: Render;
}

class RoleChanged extends Error {}

/** Answers `_changes`, waiting for news where asked to. Closing ends all waits. */
export class ChangesService {
  private readonly rooms = new Map<string, Place>();
  private readonly storage: Storage;
  private readonly access: Access;
  private readonly fresh: FreshDocuments;
  private readonly stops: (() => void)[] = [];
  private closed = false;

  constructor(storage: Storage, access: Access, fresh: FreshDocuments) {
    this.storage = storage;
    this.access = access;
    this.fresh = fresh;
  }

  /** Follows the documents that rights stand on, so that taking them away ends waits at once. */
  async start(): Promise<void> {
    for (const name of [DATABASES.users, DATABASES.central, DATABASES.auth]) {
      const feed = await this.storage.feed(name);
      this.stops.push(feed.subscribe(() => void this.recheck()));
    }
  }

  /** How many readers wait. */
  get waiting(): number {
    return [...this.rooms.values()].reduce((sum, { room }) => sum + room.size, 0);
  }

  close(): void {
    this.closed = true;
    for (const stop of this.stops) stop();
    for (const { room } of this.rooms.values()) room.close();
    this.rooms.clear();
  }

  /** The JSON of one page of changes, in pieces where it may be long. `signal` tells that the reader has left. */
  async answer(request: DbRequest, target: Target, signal: AbortSignal): Promise<string | Pieces> {
    const query = await readChangesQuery(request, target, this.storage.kind);
    const turn = query.attachments ? request.fileTurn : request.turn;
    const moved = await this.otherLife(request, target, query);
    if (moved !== null) return moved;
    const place = await this.place(target);
    if (this.storage.kind === 'couchdb') return this.answerRemote(target, query, { ...place, turn }, signal);
    const { feed, room, render } = place;
    if (isPlain(query)) {
      const rows = feed.after(query.since);
      const picked = rows === null ? null : pickRows(rows, query);
      const { knows } = this.reader(target, query, signal);
      const isHeld = query.longpoll && picked !== null && room.holds(picked, query, knows);
      if (picked !== null && !isHeld && (picked.length > 0 || !query.longpoll)) {
        const last = (picked.length === query.limit ? picked.at(-1)?.seq : undefined) ?? feed.seq;
        return render(withAhead(feed, query, { rows: picked, last }), query.inline);
      }
      const since = picked?.length === 0 ? feed.seq : query.since;
      if (picked !== null) return this.wait(target, query, since, { room, render, turn }, signal);
    }
    // Rows between this position and the end of the reading are told twice at worst.
    const before = feed.seq;
    const wound = await rewound(query, target.db, feed);
    if (!query.longpoll && !query.inline) return changesPieces(target, wound, turn);
    const page = await readChanges(target, wound, turn);
    if (page.results.length > 0 || !query.longpoll || query.descending) {
      const told = { rows: page.results, last: page.last_seq };
      return render(isPlain(query) ? withAhead(feed, query, told) : told, query.inline);
    }
    return this.wait(target, query, before, { room, render, turn }, signal);
  }

  /** Where the database stands. */
  async position(target: Target): Promise<{ docCount: number; seq: Seq }> {
    const standing = await this.standing(target);
    const { docCount, seq } = await position(target.db);
    return { docCount, seq: standing(seq) };
  }

  /**
   * To be called before the database is asked where it stands: makes of its answer the position that a reader is given. On
   * CouchDB it says as well how far this server's follower was before: who waits from there asks CouchDB nothing, however
   * many they are, and who falls behind from there is told of the check-ins ahead.
   */
  async standing(target: Target): Promise<(own: Seq) => Seq> {
    if (this.storage.kind !== 'couchdb') return (own) => own;
    const { feed } = await this.place(target);
    // News that come meanwhile are told from memory.
    const told = { feed: feed.seq, at: Date.now(), again: false };
    return (own) => writeStanding({ own, told });
  }

  private async wait(
    target: Target,
    asked: ChangesQuery,
    position: ChangesQuery['since'],
    { room, render, turn }: Pick<Place, 'room' | 'render'> & Pick<DbRequest, 'turn'>,
    signal: AbortSignal,
  ): Promise<string> {
    const reader = this.reader(target, asked, signal);
    const until = Date.now() + asked.timeout;
    let query = asked;
    let since = position;
    for (;;) {
      const remaining = { ...query, timeout: Math.max(0, until - Date.now()) };
      const result = await waited(room.wait(since, remaining, isPlain(query), reader), since);
      if (result.kind === 'rows') return result.json;
      if (result.kind === 'timeout' || result.kind === 'closed')
        return changesJson({ rows: [], last: result.since });
      const page = await readChanges(target, { ...query, since }, turn);
      if (page.results.length > 0) {
        return render({ rows: page.results, last: page.last_seq }, query.inline);
      }
      since = page.last_seq;
      query = { ...query, since };
    }
  }

  /**
   * For a reader that says in which epoch its position was told (decision 14): null when that is the current one,
   * else no rows, the current epoch, whether the reader may go on or has to compare, and whether at least what it has
   * read up to its position is still there, as after a crash that lost nothing.
   */
  private async otherLife(request: DbRequest, target: Target, query: ChangesQuery): Promise<string | null> {
    const said = request.query.text('epoch');
    if (said === undefined) return null;
    const epochs = await this.storage.epochs(target.name);
    const current = epochs.at(-1)?.id ?? '';
    const ahead = await isAhead(query.since, target.db, await this.storage.feed(target.name));
    if (said === current && !ahead) return null;
    const goesOn = !ahead && continues(epochs, said, query.since);
    const read = !ahead && isStillRead(epochs, said, query.since);
    return JSON.stringify({ results: [], last_seq: query.since, epoch: current, continues: goesOn, read });
  }

  /** Where the database is a CouchDB: see positions.ts for why a reader's place has two parts. */
  private async answerRemote(
    target: Target,
    query: ChangesQuery,
    { feed, room, render, turn }: Place & Pick<DbRequest, 'turn'>,
    signal: AbortSignal,
  ): Promise<string | Pieces> {
    const reader = this.reader(target, query, signal);
    const until = Date.now() + query.timeout;
    const plain = isPlain(query);
    const before = readStanding(query.since);
    let { own } = before;
    if (!query.longpoll && !query.inline) return changesPieces(target, { ...query, since: own }, turn);
    // Who does not wait wants what there is, and this server's follower may be a moment behind.
    let told = plain && query.longpoll && isFresh(before.told, Date.now()) ? before.told : null;
    for (;;) {
      if (told === null) {
        told = { feed: feed.seq, at: Date.now(), again: false };
        const page = await readChanges(target, { ...query, since: own }, turn);
        own = page.last_seq;
        if (page.results.length > 0 || !query.longpoll || query.descending) {
          const isWhole = plain && page.results.length < query.limit;
          const standing = { own, told: isWhole ? told : outdated(before.told) };
          const answer = { rows: page.results, last: writeStanding(standing) };
          // What was told from memory came with its documents.
          const inline = query.inline && before.told?.again !== true;
          return render(plain ? withAhead(feed, query, answer, before.told?.feed) : answer, inline);
        }
      }
      const remaining = Math.max(0, until - Date.now());
      const waiting = room.wait(told.feed, { ...query, timeout: remaining }, plain, reader);
      const result = await waited(waiting, told.feed);
      if (result.kind === 'rows') {
        return withLastSeq(result, writeStanding({ own, told: { ...told, feed: result.last, again: true } }));
      }
      if (result.kind !== 'ask') {
        const standing = { own, told: plain ? { ...told, feed: result.since } : null };
        return changesJson({ rows: [], last: writeStanding(standing) });
      }
      told = null;
    }
  }

  private reader({ person, name }: Target, { device }: ChangesQuery, signal: AbortSignal): Reader {
    return {
      who: `${person.id} ${person.issuedAt} ${person.loginId} ${person.role}`,
      check: async () => {
        const now = await this.access.recheck({ ...person, userId: person.id });
        await allow(this.access, now, name);
        // What is there for a person follows the role: the next question is answered by the new one.
        if (now.role !== person.role) throw new RoleChanged();
      },
      knows: ({ id }) => device !== null && isCheckinBy(device, id),
      signal,
    };
  }

  private async place(target: Target): Promise<Place> {
    const known = this.rooms.get(target.name);
    if (known?.db === target.db) return known;
    const feed = await this.storage.feed(target.name);
    const again = this.rooms.get(target.name);
    if (again?.db === target.db) return again;
    again?.room.close();
    const checkins = new InlineCheckins(target.db, target.name, this.fresh);
    const render: Render = async (told, inline) => (inline ? checkins.page(told) : changesJson(told));
    const made: Place = { db: target.db, feed, render, room: new WaitingRoom(feed, render) };
    if (this.closed) made.room.close();
    else this.rooms.set(target.name, made);
    return made;
  }

  private async recheck(): Promise<void> {
    await Promise.all([...this.rooms.values()].map(({ room }) => room.recheck()));
  }
}

/** Whose role has changed is sent away with no rows, as at the end of the waiting. */
async function waited(waiting: Promise<WaitResult>, since: Seq): Promise<WaitResult> {
  try {
    return await waiting;
  } catch (error) {
    if (error instanceof RoleChanged) return { kind: 'closed', since };
    throw error;
  }
}

/**
 * A position from the future means a database restored from a backup: start over, nothing may be missed. The follower
 * may be a moment behind, so the database itself is asked.
 */
async function rewound(query: ChangesQuery, db: Database, feed: Feed): Promise<ChangesQuery> {
  return !query.descending && (await isAhead(query.since, db, feed)) ? { ...query, since: 0 } : query;
}

async function isAhead(since: Seq, db: Database, feed: Feed): Promise<boolean> {
  if (typeof since !== 'number' || since <= Number(feed.seq)) return false;
  return since > Number((await position(db)).seq);
}
