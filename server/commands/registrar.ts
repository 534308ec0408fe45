import { setTimeout as delay } from 'node:timers/promises';
import type { Caller, Command, NewVersion } from '#domain/commands/command.ts';
import type { Documents } from '#domain/commands/documents.ts';
import type { CommandRefusal } from '#domain/commands/refusal.ts';
import { run } from '#domain/commands/run.ts';
import { together } from '#domain/commands/together.ts';
import { databaseName, type NewId } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Person } from '../auth/access.ts';
import type { GatewayWriter } from '../gateway/write/write.ts';
import type { Database, Storage } from '../storage/types.ts';
import { alike, gather, type Call } from './calls.ts';
import { writingTo } from './documents.ts';
import { callerOf, DESK, ownPerson } from './own.ts';
import { databaseView, type DatabaseView } from './view.ts';
import { groupsOf, Overtaken, unfinishedGroups, type Groups } from './groups.ts';
import { isAct } from './made.ts';
import { writtenSince, type WrittenSince } from './written.ts';

/** So many at a time, or in a second, are a rush. */
const MANY = 20;
/** How long after a group of many a rush lasts, and how long others let it go first at most, ms. */
const RUSH_MS = 150;
const LONGEST_YIELD = 2000;
/** How long an event that nobody calls stays in memory, ms. */
const KEPT_MS = 60_000;
/** Events in memory at most. */
const EVENTS = 20;
/** How often a group is decided anew because another process was faster. */
const ATTEMPTS = 20;

export interface RegistrarParts {
  storage: Storage;
  writer: GatewayWriter;
  newId: NewId;
  /** ms since 1970 */
  now(): number;
  /** How long another process may take to end its group, ms; by default as long as a CouchDB may need. */
  patience?: number;
}

interface Who {
  eventId: string;
  person: Person;
  device: Caller['device'];
  /**
   * What was left half written is ended before this is decided, and not only where it writes: what it answers about a registration
   * must be so. For the process that registers.
   */
  ends?: boolean;
}

/**
 * Runs the commands of whom many call a second, a public form for instance. An event's documents stay in memory while it is
 * called for, brought up to date before each decision; what waits meanwhile is decided and written together. So a call
 * neither reads all that others did in its session, nor decides on what is older (decision 27).
 */
export interface Registrar {
  /** Resolves once it is durable, with what it decided or why not; throws when the database fails. */
  call<Input, Value>(
    who: Who,
    command: Command<Input, Value>,
    input: Input,
  ): Promise<Result<Value, CommandRefusal>>;
  /** Resolves when no rush is on, or after a while: for work that can wait, and would take the time of people who cannot. */
  calm(): Promise<void>;
  /** Ends what a process that died has left half written. For the one process that registers, when it begins to. */
  finish(): Promise<void>;
  /** Takes nothing new, and resolves when what was called is done. */
  close(): Promise<void>;
}

/** One event that is called for. */
interface Desk {
  waiting: Call[];
  known: { view: DatabaseView; written: WrittenSince } | null;
  groups: Groups | null;
  /** The epoch of the database that it was read in: of another one nothing is known (decision 14). */
  epoch: string | undefined;
  working: Promise<void> | null;
  /** Runs while nobody calls. */
  timer: NodeJS.Timeout | undefined;
}

const newDesk = (): Desk => ({
  ...{ waiting: [], known: null, groups: null, epoch: undefined, working: null, timer: undefined },
});

/** Whoever calls this has what was left half written ended. */
const nothing: Command<null, null> = () => ok({ value: null, write: [] });
const SELF = ownPerson(DESK);

export function createRegistrar({ storage, writer, newId, now, patience }: RegistrarParts): Registrar {
  /** The one called last stands last. */
  const desks = new Map<string, Desk>();
  let isClosed = false;
  /** By `performance.now()`. */
  let rushUntil = 0;
  let calls = { lately: 0, at: 0 };

  /** So many call a second: in groups of many, or in many groups. */
  function isRush(more: number): boolean {
    const at = performance.now();
    calls = { lately: calls.lately * Math.exp((calls.at - at) / 1000) + more, at };
    return calls.lately >= MANY;
  }

  async function work(eventId: string, desk: Desk): Promise<void> {
    let before = 0;
    let took = 0;
    while (desk.waiting.length > 0) {
      if (before >= MANY) await gather(desk.waiting, before, took / 3);
      const began = performance.now();
      const calls = alike(desk.waiting);
      before = calls.length;
      const rushes = isRush(before);
      if (rushes) rushUntil = Infinity;
      desk.waiting.splice(0, calls.length);
      try {
        await decideInTurn(eventId, desk, calls);
      } catch (error) {
        // What is in memory may not be what is stored.
        forget(desk);
        for (const { fail } of calls) fail(error);
      }
      took = performance.now() - began;
      if (rushes) rushUntil = performance.now() + RUSH_MS;
    }
    // In one go with the look at who waits: whoever calls next begins anew.
    desk.working = null;
    desk.timer = setTimeout(() => void drop(eventId, desk), KEPT_MS).unref();
  }

  /** Where a document is refused: once more without what it was decided on, and if that does not help, each by itself. */
  async function decideInTurn(
    eventId: string,
    desk: Desk,
    calls: readonly Call[],
    isAgain = false,
  ): Promise<void> {
    const refusal = await decideInTime(eventId, desk, calls);
    if (refusal === null) return;
    if (!isAgain) {
      forget(desk);
      await decideInTurn(eventId, desk, calls, true);
    } else if (calls.length === 1) calls[0]?.answer(err(refusal));
    else for (const call of calls) await decideInTurn(eventId, desk, [call], true);
  }

  /** Again where another process was faster. */
  async function decideInTime(...of: Parameters<typeof decide>): Promise<CommandRefusal | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await decide(...of);
      } catch (error) {
        if (!(error instanceof Overtaken) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Answers them, or says why they must be decided anew. */
  async function decide(eventId: string, desk: Desk, calls: readonly Call[]): Promise<CommandRefusal | null> {
    const [first] = calls;
    if (first === undefined) return null;
    const { command, person, device, ends } = first;
    const isWhole = (docs: readonly NewVersion[]): boolean => storage.kind === 'embedded' || docs.some(isAct);
    const { db, write } = await writingTo({ storage, writer }, eventId, person, isWhole);
    const epoch = (await storage.epochs(databaseName(eventId))).at(-1)?.id;
    if (epoch !== desk.epoch) forget(desk);
    desk.epoch = epoch;
    const groups = (desk.groups ??= groupsOf(storage, eventId, newId, patience));
    if (command === nothing) await groups.open({ db, write });
    else if (ends) await groups.ready({ db, write });
    const view = await upToDate(eventId, desk, db);
    const caller = callerOf(person, { now: now(), newId, device });
    const inputs = calls.map(({ input }) => input);
    /** The revisions of what this run has written. */
    const mine = new Map<string, string>();
    const noting: Documents['write'] = async (docs) => {
      if (docs.some(isAct)) await groups.enter({ db, write }, mine);
      const replies = await write(docs);
      for (const [index, doc] of docs.entries()) {
        const reply = replies[index];
        if (reply === undefined || !('rev' in reply)) continue;
        view.wrote(doc, reply.rev);
        mine.set(doc._id, reply.rev);
      }
      // Who may ask again is decided anew, too, where another process has ended the group while this one stood still at its acts.
      if (replies.some((reply) => 'conflict' in reply) || (ends && docs.some(isAct)))
        await groups.goOn({ db, write }, mine);
      return replies;
    };
    const begin: Documents['begin'] = (steps) => groups.begin(steps, { db, write });
    const documents: Documents = { view: () => view, write: noting, begin };
    const done = await run(documents, together(command), inputs, caller);
    if (!done.ok) {
      await groups.settle({ db, write }, mine);
      // What would make again what was written is told so.
      if (done.error.code !== 'unknown' && (ends || mine.size === 0)) return done.error;
      forget(desk);
    }
    for (const [index, call] of calls.entries()) {
      const none = err({ code: 'unknown' as const, message: 'no answer' });
      call.answer(done.ok ? (done.value.value[index] ?? none) : done);
    }
    return null;
  }

  /** What is in memory of the event, with all that was written since; from the beginning where that cannot be told. */
  async function upToDate(eventId: string, desk: Desk, db: Database): Promise<DatabaseView> {
    let written = (await desk.known?.written.next()) ?? null;
    if (written === null) unlearn(desk);
    if (desk.known === null) {
      desk.known = { view: databaseView(db), written: writtenSince(storage, eventId, db) };
      written = await desk.known.written.next();
    }
    await desk.known.view.refresh(written ?? []);
    return desk.known.view;
  }

  function unlearn(desk: Desk): void {
    desk.known?.written.stop();
    desk.known = null;
  }
  function forget(desk: Desk): void {
    unlearn(desk);
    desk.groups = null;
  }
  async function drop(eventId: string, desk: Desk): Promise<void> {
    clearTimeout(desk.timer);
    const { groups } = desk;
    forget(desk);
    desks.delete(eventId);
    // Where this fails, whoever begins next finds that nothing is left to do.
    await groups?.clear().catch(() => undefined);
  }

  function keep(eventId: string, desk: Desk): void {
    clearTimeout(desk.timer);
    desk.timer = undefined;
    desks.delete(eventId);
    desks.set(eventId, desk);
    for (const [id, desk] of desks) {
      if (desks.size <= EVENTS) break;
      if (desk.working === null && id !== eventId) void drop(id, desk);
    }
  }

  const call: Registrar['call'] = <Input, Value>(
    { eventId, person, device, ends = false }: Who,
    command: Command<Input, Value>,
    input: Input,
  ) => {
    if (isClosed) return Promise.reject(new Error('the server ends'));
    const desk = desks.get(eventId) ?? newDesk();
    keep(eventId, desk);
    return new Promise<Result<Value, CommandRefusal>>((answer, fail) => {
      desk.waiting.push({
        ...{ command: command as Command<unknown, unknown>, input, person, device, ends, fail },
        answer: answer as Call['answer'],
      });
      desk.working ??= work(eventId, desk);
    });
  };

  return {
    call,
    async finish() {
      const failures: unknown[] = [];
      for (const eventId of await unfinishedGroups(storage)) {
        if (!(await storage.exists(databaseName(eventId)))) continue;
        const device = { id: 'server', name: SELF.user.username };
        // One event that cannot be written keeps no other one back.
        await call({ eventId, person: SELF, device }, nothing, null).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    async calm() {
      const end = performance.now() + LONGEST_YIELD;
      while (performance.now() < Math.min(rushUntil, end)) await delay(RUSH_MS / 3);
    },
    async close() {
      isClosed = true;
      await Promise.all([...desks.values()].flatMap(({ working }) => working ?? []));
      await Promise.all([...desks].map(([eventId, desk]) => drop(eventId, desk)));
    },
  };
}
