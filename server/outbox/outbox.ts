import type { AudienceSource } from '#domain/notifications/audience.ts';
import { attemptOf, countedAs, noCounts, type Counts } from '#domain/notifications/attempts.ts';
import type { Underway } from '#api/messageSchemas.ts';
import { isSettled } from '#domain/notifications/row.ts';
import { databaseName } from '#domain/ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Services } from '../services/services.ts';
import { othersWrites } from '../storage/others.ts';
import { outboxDatabase, type Database, type Storage } from '../storage/types.ts';
import { factReader, type EventFacts, type FactReader } from './compose/eventFacts.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { fill, type Filled } from './fill.ts';
import { Ledger } from './ledger/ledger.ts';
import { holdCalledOff, holdWaiting } from './ledger/calledOff.ts';
import { confirmCopy, copyOf } from './copy.ts';
import { heldBack, release } from './release.ts';
import { tellConsumers } from './ledger/tell.ts';
import { Ways } from './ledger/ways.ts';

export interface OutboxOptions {
  storage: Storage;
  services: Services;
  jobs: Jobs;
  now: () => number;
}

export interface OutboxCounts {
  counts: Counts;
  byNotif: Record<string, Counts>;
  /** Nothing is sent until a manager says that life goes on here. */
  isPaused: boolean;
}

/** Whether a copy may send is asked again so often (ms). */
const LOOK_AGAIN = 60_000;

/** Until devices have a registration that tells what became of a message (ms): meanwhile nobody is to be missing among its people. */
const UNTIL_TOLD = 10_000;

/** The job that sends what is in an event's outbox; what it does stands in sending.ts. */
export const SENDING = {
  name: 'sendMessages',
  atOnce: 3,
  ...{ attempts: Infinity, firstWait: 1000, longestWait: 60_000 },
  looks: true,
} as const satisfies Omit<JobKind<null>, 'run'>;

/** What is to be sent to whom, and what became of it: of all events, for one process (decision 29). */
export class Outbox {
  private readonly options: OutboxOptions;
  private readonly ledgers = new Map<string, Promise<Ledger>>();
  private readonly readers = new Map<string, FactReader>();
  private readonly lookedAt = new Set<string>();
  private readonly ways = new Ways();
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  /** Puts in who is due; resolves when that is durable. Sending goes on by itself. */
  async run(eventId: string): Promise<Filled> {
    return this.inTurn(eventId, async () => {
      const { storage, services, jobs, now } = this.options;
      const db = await storage.openExisting(databaseName(eventId));
      const reader = this.readerOn(eventId, db);
      await reader.refresh();
      const ledger = (): Promise<Ledger> => this.ledger(eventId);
      const notifs = await reader.notifs();
      const copy = await copyOf(storage);
      if (copy !== null && copy.confirmedAt === null)
        return { queued: 0, consumerIds: new Set<string>(), next: now() + LOOK_AGAIN };
      const started = await this.peopleAfterStart(eventId);
      try {
        const filled = await fill({
          ...{ db, reader, ledger, now, settings: () => services.of(eventId) },
          doubtfulBefore: copy?.confirmedAt ?? 0,
        });
        // Where there is an outbox, it is open by now.
        const open = await this.ledgers.get(eventId);
        await open?.refresh();
        if (open !== undefined) await noteTakenOut(open, notifs);
        const held = open === undefined ? [] : await holdCalledOff(open, notifs);
        const released =
          open === undefined ? [] : await this.released(eventId, open, reader, copy?.confirmedAt ?? 0);
        const queued = filled.queued + released.length;
        // Whoever put some in before may have ended just then.
        const isAnyLeft = started.length > 0 && [...(await ledger()).all()].some((row) => !isSettled(row));
        if (queued > 0 || isAnyLeft)
          await jobs.enqueue({ ...SENDING, run: never }, { eventId, key: '', payload: null });
        const others = this.ways.changed(eventId, notifs, open);
        const changed = [...filled.consumerIds, ...started, ...released, ...others];
        changed.push(...held.map(({ consumerId }) => consumerId));
        if (changed.length > 0) await tellConsumers(db, await ledger(), notifs, changed, now());
        return { ...filled, queued };
      } catch (error) {
        this.lookAgain(eventId);
        throw error;
      }
    });
  }

  /** Stops a message on its way: resolves, with how many do not get it, when that is durable. What goes just now is not fetched back. */
  async stop(eventId: string, notifId: string): Promise<number> {
    // Who is due by now waits for it too.
    await this.run(eventId);
    const held = await this.inTurn(eventId, async () => {
      const ledger = await this.ledgerIfAny(eventId);
      return ledger === null ? [] : holdWaiting(ledger, notifId);
    });
    await this.tell(
      eventId,
      held.map(({ consumerId }) => consumerId),
    ).catch((error: unknown) => {
      this.lookAgain(eventId);
      throw error;
    });
    return held.length;
  }

  private readerOn(eventId: string, db: Database): FactReader {
    const reader = this.readers.get(eventId) ?? factReader(db);
    this.readers.set(eventId, reader);
    return reader;
  }

  /** Who was held back and is not any more. */
  private async released(
    eventId: string,
    ledger: Ledger,
    reader: FactReader,
    doubtfulBefore: number,
  ): Promise<string[]> {
    if (heldBack(ledger).length === 0) return [];
    const facts = await reader.facts(await this.options.services.of(eventId), ledger.optedOut);
    const released = await release(ledger, facts, { doubtfulBefore, now: this.options.now() });
    return released.map(({ consumerId }) => consumerId);
  }

  /** Somebody could not be told. */
  lookAgain(eventId: string): void {
    this.lookedAt.delete(eventId);
  }

  /** All who have a row, once: a process that died may have owed them their news. */
  async peopleAfterStart(eventId: string): Promise<string[]> {
    if (this.lookedAt.has(eventId)) return [];
    const ledger = await this.ledgerIfAny(eventId);
    this.lookedAt.add(eventId);
    return [...(ledger?.people() ?? [])];
  }

  /** Puts right what registrations say of their messages. */
  async tell(eventId: string, consumerIds: readonly string[]): Promise<void> {
    const { storage, now } = this.options;
    if (consumerIds.length === 0 || !(await storage.exists(outboxDatabase(eventId)))) return;
    const ledger = await this.ledger(eventId);
    await ledger.refresh();
    if (ledger.size === 0) return;
    const db = await storage.openExisting(databaseName(eventId));
    const notifs = await factReader(db).notifs();
    await tellConsumers(db, ledger, notifs, consumerIds, now());
  }

  async counts(eventId: string): Promise<OutboxCounts> {
    const result: OutboxCounts = { counts: noCounts(), byNotif: {}, isPaused: await this.isPaused() };
    const ledger = await this.ledgerIfAny(eventId);
    for (const { notifId, state } of ledger?.all() ?? []) {
      const own = (result.byNotif[notifId] ??= noCounts());
      own[countedAs(state)]++;
      result.counts[countedAs(state)]++;
    }
    return result;
  }

  /** What nothing has become of yet, as far as devices can know: what has just gone they hear of a moment later. */
  async underway(
    eventId: string,
    { notif, consumer }: { notif?: string | undefined; consumer?: string | undefined },
  ): Promise<Underway[]> {
    const ledger = await this.ledgerIfAny(eventId);
    const rows = consumer === undefined ? ledger?.all() : ledger?.of(consumer);
    const now = this.options.now();
    return [...(rows ?? [])].flatMap((row) => {
      const { notifId, consumerId, attempt, dueAt } = row;
      if (notif !== undefined && notif !== notifId) return [];
      const isOver = isSettled(row);
      if (isOver && (now - row.at > UNTIL_TOLD || attemptOf(row, null, null) === null)) return [];
      const failure = isOver ? undefined : row.failure;
      const failed = failure && { error: failure.error, errorCode: failure.errorCode ?? null };
      return [{ ...{ notifId, consumerId, attempt, dueAt }, ...(failed === undefined ? {} : { failed }) }];
    });
  }

  /** Addresses that want no news of an event. */
  async optOuts(eventId: string): Promise<string[]> {
    const optedOut = (await this.ledgerIfAny(eventId))?.optedOut;
    if (optedOut?.hasErased !== true) return [...(optedOut ?? [])].sort();
    return optedOut.among((await this.stored(eventId)).consumers.values());
  }

  /** Messages and registrations of an event, as they are now. */
  async stored(eventId: string): Promise<Pick<EventFacts, 'notifs'> & Pick<AudienceSource, 'consumers'>> {
    return this.inTurn(eventId, async () => {
      const db = await this.options.storage.openExisting(databaseName(eventId));
      const reader = this.readerOn(eventId, db);
      await reader.refresh();
      return { notifs: await reader.notifs(), consumers: await reader.consumers() };
    });
  }

  /** As it is stored now; null where nothing was ever put in. */
  private async ledgerIfAny(eventId: string): Promise<Ledger | null> {
    if (!(await this.options.storage.exists(outboxDatabase(eventId)))) return null;
    const ledger = await this.ledger(eventId);
    await ledger.refresh();
    return ledger;
  }

  /** Nobody has said that of all copies this one goes on. */
  async isPaused(): Promise<boolean> {
    const copy = await copyOf(this.options.storage);
    return copy !== null && copy.confirmedAt === null;
  }

  /** A manager says so; what was on its way when the copy was made is in doubt. */
  async confirmCopy(): Promise<void> {
    await confirmCopy(this.options.storage, this.options.now());
  }

  async ledger(eventId: string): Promise<Ledger> {
    const { storage, now } = this.options;
    const name = outboxDatabase(eventId);
    let opened = this.ledgers.get(eventId);
    if (opened === undefined) {
      opened = storage.open(name).then((db) => new Ledger(db, now, othersWrites(storage, name)));
      this.ledgers.set(eventId, opened);
      opened.catch(() => this.ledgers.delete(eventId));
    }
    return opened;
  }

  /** How many messages are on which way in which state, of the events that this process has looked at. */
  async tally(): Promise<{ method: string; state: string; count: number }[]> {
    const result = new Map<string, { method: string; state: string; count: number }>();
    for (const opened of this.ledgers.values()) {
      const ledger = await opened.catch(() => null);
      for (const { method, state } of ledger?.all() ?? []) {
        const key = `${method} ${countedAs(state)}`;
        const counted = result.get(key) ?? { method, state: countedAs(state), count: 0 };
        result.set(key, { ...counted, count: counted.count + 1 });
      }
    }
    return [...result.values()];
  }

  /**
   * The event is no more, and one of the same name begins anew; or this process takes it over from one that may have died
   * before it told anybody.
   */
  forget(eventId: string): void {
    this.lookAgain(eventId);
    void this.ledgers.get(eventId)?.then(
      (ledger) => ledger.close(),
      () => undefined,
    );
    this.ledgers.delete(eventId);
    this.readers.delete(eventId);
    this.ways.forget(eventId);
  }

  private async inTurn<T>(eventId: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(eventId) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.turns.set(eventId, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(eventId) === turn) this.turns.delete(eventId);
    }
  }
}

const never = (): Promise<void> => Promise.reject(new Error('is run by the worker'));

/** Whoever is no more in the list of a message that nothing else is to be done about is new when they are there again. */
async function noteTakenOut(ledger: Ledger, notifs: ReadonlyMap<string, Notif>): Promise<void> {
  for (const { _id, notifType, resendConsumerIds } of notifs.values()) {
    if (notifType === 'inactive' && resendConsumerIds.length === 0) await ledger.noteResends(_id, []);
  }
}
