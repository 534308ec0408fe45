import type { HubState, HubStatus } from '#api/hubSchemas.ts';
import type { Accounts } from '../auth/accounts.ts';
import { createAlarm, type Alarm } from '../base/alarm.ts';
import { toHttpError } from '../base/errors.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { applyEvents, applyPeople } from './apply.ts';
import { createClock } from './clock.ts';
import { createEventLink, type EventLink } from './eventLink.ts';
import { markTold, untoldDoors } from './made.ts';
import { createMetTimes } from './metTimes.ts';
import { writeIdentity, type Identity } from './identity.ts';
import { createRefusalTeller } from './tellRefused.ts';
import { UpstreamError } from './asking.ts';
import type { LoginReply, PairReply, Upstream } from './upstream.ts';

/** How often the central server is asked who may do what, ms. */
const STATE_EVERY = 10_000;
/** The same of a hub that was ended, ms: its key may have been another for a moment, or a newer backup be put back. */
const ENDED_EVERY = 60_000;
/** Between tries while it cannot be reached, ms. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export interface LinkLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface LinkParts {
  storage: Storage;
  accounts: Accounts;
  upstream: Upstream;
  dataDir: string;
  identity: Identity;
  log: LinkLog;
  now: () => number;
}

/** What makes a server a hub: the exchange with the central one. */
export interface Link {
  /** Its account at the central server. */
  readonly userId: string;
  /** For the header of every reply, ms: of the event that it is about, or of all that are exchanged; 0 for never. */
  met(eventId?: string): number;
  /** The central server does not know this hub any more. */
  ended(): boolean;
  status(): Promise<HubStatus>;
  /**
   * A login, as the central server answers it: then its token is worth something on both. Null where that one cannot be asked;
   * throws what it says to whoever must wait, or brought what cannot be.
   */
  login(...asked: Parameters<Upstream['login']>): Promise<LoginReply | null>;
  /** The same for a phone that brings a door's code. */
  pair(...asked: Parameters<Upstream['pair']>): Promise<PairReply | null>;
  /** Asks the central server who may do what, from here on. Never throws. */
  look(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  link: EventLink;
  complete: boolean;
  /** The central server exchanges it with this hub no more. */
  withdrawn: boolean;
  alarm: Alarm;
  stop(): void;
  ended: Promise<void>;
}

/** What fails on the hub itself. */
const troubleHere = (error: unknown): 'full' | 'offline' =>
  toHttpError(error).code === 'storage_full' ? 'full' : 'offline';

export function createLink({ storage, accounts, upstream, dataDir, identity, log, now }: LinkParts): Link {
  const stopping = new AbortController();
  const { signal } = stopping;
  const alarm = createAlarm();
  /** Doors may have been paired here of which the central server does not know. */
  let hasMade = true;
  const events = new Map<string, Running>();
  let trouble: HubStatus['trouble'] = identity.ended ? 'ended' : 'offline';
  let state: Omit<HubState, 'ok'> | null = null;
  const tellRefused = createRefusalTeller(upstream);
  let looking: Promise<void> | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopUsers = (): void => undefined;

  const clock = createClock(upstream, now, (ms) =>
    log.warn({ ms }, 'hub: the clock differs from that of the central server: set it'),
  );
  const isTaken = (id: string): boolean =>
    events.get(id)?.withdrawn === true || state?.events.some((event) => event.id === id) === false;
  const metTimes = createMetTimes(storage, clock, isTaken);

  async function end(): Promise<void> {
    if (identity.ended) return;
    identity.ended = true;
    trouble = 'ended';
    log.warn({ hub: identity.name }, 'hub: ended by the central server; nothing is served any more');
    await writeIdentity(dataDir, identity);
    for (const { stop } of events.values()) stop();
  }

  /** It is known there after all: nobody had ended it. */
  async function revive(): Promise<void> {
    if (!identity.ended) return;
    await Promise.all([...events.values()].map(({ ended }) => ended));
    events.clear();
    identity.ended = false;
    trouble = 'offline';
    log.warn({ hub: identity.name }, 'hub: the central server knows it again; it serves as before');
    await writeIdentity(dataDir, identity);
  }

  function failed(error: unknown): void {
    const found = error instanceof UpstreamError ? error.trouble : troubleHere(error);
    if (!(error instanceof UpstreamError))
      log.warn({ err: error }, 'hub: an exchange failed, will be tried again');
    if (found !== 'withdrawn' && !identity.ended) trouble = found;
  }

  function noteMet(eventId: string, at: number): void {
    metTimes.note(eventId, at);
    if (!identity.ended) trouble = null;
  }

  async function runEvent(eventId: string, own: Running, ownSignal: AbortSignal): Promise<void> {
    for (let wait = FIRST_WAIT; !ownSignal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const began = now();
      try {
        await own.link.session(ownSignal);
      } catch (error) {
        if (ownSignal.aborted) return;
        if (error instanceof UpstreamError && error.trouble === 'ended') return end();
        own.withdrawn = error instanceof UpstreamError && error.trouble === 'withdrawn';
        failed(error);
      }
      if (now() - began > LONGEST_WAIT) wait = FIRST_WAIT;
      await own.alarm.wait(wait * (0.5 + Math.random() / 2));
    }
  }

  async function follow(eventId: string): Promise<void> {
    if (events.has(eventId) || signal.aborted) return;
    const controller = new AbortController();
    const both = AbortSignal.any([signal, controller.signal]);
    const link = createEventLink({
      ...{ storage, eventId, remote: upstream.event(eventId), now, introduce },
      onMet(at) {
        noteMet(eventId, at);
        own.withdrawn = false;
        if (own.complete) return;
        own.complete = true;
        void list();
      },
    });
    const own: Running = {
      ...{
        link,
        complete: await link.isComplete(),
        withdrawn: false,
        alarm: createAlarm(),
        ended: Promise.resolve(),
      },
      stop() {
        controller.abort();
        own.alarm.wake();
      },
    };
    events.set(eventId, own);
    own.ended = runEvent(eventId, own, both);
  }

  async function list(): Promise<void> {
    const complete = new Set([...events].flatMap(([id, own]) => (own.complete ? [id] : [])));
    // A door that is being made is wholly there, or not at all.
    await accounts.exclusive(() => applyEvents(storage, state?.events ?? [], complete)).catch(failed);
  }

  /** Before the central server says who there is: it must know whom it would leave out. */
  async function tellMade(): Promise<void> {
    if (!hasMade) return;
    hasMade = false;
    try {
      const doors = await untoldDoors(storage, accounts);
      if (doors.length === 0) return;
      // What is refused is named by nobody, and ends.
      await upstream.made(doors, signal);
      await markTold(
        storage,
        doors.map(({ id }) => id),
      );
    } catch (error) {
      // A central server of before knows no such doors: they stay the hub's own.
      if (error instanceof UpstreamError && error.trouble === 'withdrawn') return;
      hasMade = true;
      throw error;
    }
  }

  /** Graver than that nobody answers: everything that is done here is dated by it. */
  const troubleNow = (): HubStatus['trouble'] =>
    (trouble === null || trouble === 'offline') && clock.isWrong() ? 'clock' : trouble;

  async function ask(): Promise<void> {
    try {
      // Whatever hinders it: rights that are withdrawn end here none the less.
      const hindered = await tellMade().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const given = await upstream.state(signal);
      await revive();
      state = given;
      clock.tell();
      const ended = await accounts.exclusive(() => applyPeople({ storage, accounts }, given.people, now()));
      for (const { userId, loginId } of ended) await upstream.endLogin(userId, loginId, signal);
      for (const { id } of given.events) await follow(id);
      await list();
      await tellRefused(await refusedHere(), signal);
      // It answers: whoever waits for it tries now.
      for (const { alarm: own } of events.values()) own.wake();
      if (hindered !== null) throw hindered.error;
      if (trouble !== null && metTimes.isEmpty() && given.events.length === 0) trouble = null;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof UpstreamError && error.trouble === 'ended') await end();
      else failed(error);
    }
  }

  const refusedHere = () =>
    Promise.all([...events].map(async ([eventId, { link }]) => ({ eventId, refused: await link.refused() })));

  /** The central server knows who did what is sent next. */
  async function introduce(): Promise<void> {
    if (hasMade) await lookAnew();
  }

  async function lookAnew(): Promise<void> {
    // What is under way may have been asked before.
    await looking;
    await look();
  }

  async function answered<T extends { success: boolean }>(asked: Promise<T>): Promise<T | null> {
    const reply = await asked.catch((error: unknown) => {
      if (error instanceof UpstreamError && error.answer !== null) throw error.answer;
      return null;
    });
    if (reply?.success === true) await lookAnew();
    return reply;
  }

  const look = (): Promise<void> => (looking ??= ask().finally(() => (looking = null)));

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      await look();
      const usual = identity.ended ? ENDED_EVERY : STATE_EVERY;
      await alarm.wait(trouble === 'offline' ? FIRST_WAIT * 4 : usual);
    }
  }

  return {
    userId: identity.userId,
    met: metTimes.of,
    ended: () => identity.ended,
    login: (...asked) => answered(upstream.login(...asked)),
    pair: (...asked) => answered(upstream.pair(...asked)),
    look: lookAnew,
    async status() {
      const all = [...events].map(async ([id, { link, complete, withdrawn }]) => ({
        ...{ id, complete, withdrawn, met: metTimes.get(id), refused: await link.refused() },
      }));
      return {
        ...{ name: identity.name, upstream: identity.address, met: metTimes.of() || null },
        trouble: troubleNow(),
        events: await Promise.all(all),
      };
    },
    async start() {
      await metTimes.load();
      clock.tell();
      stopUsers = storage.onWrite(DATABASES.users, () => {
        hasMade = true;
      });
      running = loop();
    },
    async stop() {
      stopUsers();
      stopping.abort(new Error('the server ends'));
      alarm.wake();
      for (const own of events.values()) own.stop();
      await running;
      await Promise.all([...events.values()].map(({ ended }) => ended));
      await metTimes.save();
    },
  };
}
