import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER } from '#api/wire.ts';
import type { Person } from '../auth/access.ts';
import { tooMany } from '../base/errors.ts';
import { Outgoing, weight } from '../base/outgoing.ts';
import { IdleReaders } from './idleReaders.ts';
import type { DbRequest } from './request.ts';
import { Crowd, Turns } from './turns.ts';

/**
 * Requests at the same time. Most of them are long polls, which cost little; a venue's phones may share a login, and
 * devices that give no name share their address. Heavy ones hold documents in memory until their reader has taken them.
 */
const MOST = { device: 500, user: 5000, heavyDevice: 24, heavyUser: 1000 };
/** Pieces of heavy work at the same time, of everybody together. */
const PLACES = 4;

const HEAVY = new Set([
  '_all_docs',
  '_bulk_docs',
  '_bulk_get',
  '_bundle',
  '_design',
  '_leaves',
  '_missing_revs',
  '_revs_diff',
]);

/** What may have a long answer, or waits. */
const LONG = new Set(['_all_docs', '_bulk_get', '_bundle', '_changes', '_design', '_leaves']);
/** Bytes of a request that is soon done: a door sends its check-ins one by one. */
const SHORT = 64 * 1024;
/** How long a piece of a long answer lets requests pass that are soon done, in ms. */
const COURTESY = 50;

/** Who may begin, and who is next: one user's requests never keep all the others waiting. */
export class Admission {
  private readonly crowd = new Crowd();
  private readonly turns = new Turns(PLACES);
  private readonly rounds = new Turns(1);
  /** Large files one after the other, so that each is counted before the next one is read. */
  private readonly files = new Turns(1);
  private readonly outgoing = new Outgoing();
  private readonly idle = new IdleReaders();
  /** Requests under way that are soon done, and who waits for their end. */
  private short = 0;
  private whenQuiet: (() => void) | null = null;

  /** Counts a request until its reply is over. Throws 429 where too many are under way. */
  enter(
    person: Person,
    http: FastifyRequest,
    reply: FastifyReply,
    endpoint: string | undefined,
  ): Pick<DbRequest, 'turn' | 'fileTurn' | 'hold' | 'claim' | 'round'> {
    const device = deviceOf(http);
    const places = [
      { key: `device ${person.id} ${device}`, most: MOST.device },
      { key: `user ${person.id}`, most: MOST.user },
    ];
    if (endpoint !== undefined && HEAVY.has(endpoint)) {
      places.push(
        { key: `heavy device ${person.id} ${device}`, most: MOST.heavyDevice },
        { key: `heavy user ${person.id}`, most: MOST.heavyUser },
      );
    }
    const leave = this.crowd.enter(places);
    if (leave === null) {
      throw tooMany('too many requests at the same time: wait a little');
    }
    const isShort = !LONG.has(endpoint ?? '') && Number(http.headers['content-length'] ?? 0) <= SHORT;
    if (isShort) this.short++;
    const { close, hold, ...outgoing } = this.outgoingOf(person.id, device, reply);
    /** An answer that has begun goes on, whoever else reads none. */
    let begun = isShort;
    const end = (): void => {
      leave();
      close();
      if (isShort && --this.short === 0) this.whenQuiet?.();
    };
    if (reply.raw.destroyed) end();
    else reply.raw.once('close', end);
    return {
      turn: (work) =>
        this.turns.take(person.id, device, async () => {
          // When it is its turn: those that came at the same time may stand still by then.
          if (!begun) this.idle.makeRoom(person.id);
          return work();
        }),
      ...outgoing,
      hold: (size) => {
        begun = true;
        const release = hold(size);
        const taken = this.idle.waits(person.id, () => reply.raw.destroy());
        return () => {
          release();
          taken();
        };
      },
      round: () => this.rounds.take(person.id, device, () => this.nextRound()),
    };
  }

  /** `close` is for the end of the reply: nothing is held for it any more. */
  private outgoingOf(
    user: string,
    device: string,
    { raw }: FastifyReply,
  ): Pick<DbRequest, 'fileTurn' | 'hold' | 'claim'> & { close: () => void } {
    const { files, outgoing } = this;
    const nothing = (): void => undefined;
    /** Ends what counts for something that was read and is on its way into the answer; for the answer itself. */
    let arrive = nothing;
    let read = nothing;
    const until = (release: () => void): (() => void) => {
      if (!raw.destroyed) return release;
      release();
      return nothing;
    };
    return {
      async fileTurn(work) {
        arrive();
        for (;;) {
          await outgoing.room(user, () => raw.destroyed);
          const done = await files.take(user, device, async () => {
            // Others may have filled it while this one waited for its turn, and whoever asked may have left.
            if (raw.destroyed || !outgoing.hasRoom(user)) return null;
            const value = await work();
            arrive = until(outgoing.hold(user, weight(value)));
            return { value };
          });
          if (done !== null) return done.value;
        }
      },
      hold(size) {
        arrive();
        return outgoing.hold(user, size);
      },
      claim(size) {
        arrive();
        read = until(outgoing.claim(user, size));
      },
      close() {
        arrive();
        read();
      },
    };
  }

  /** One at a time: called by whose turn it is. */
  private async nextRound(): Promise<void> {
    await nextRound();
    if (this.short === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, COURTESY);
      this.whenQuiet = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.whenQuiet = null;
  }
}

const deviceOf = ({ headers, ip }: FastifyRequest): string => {
  const named = headers[DEVICE_HEADER];
  return typeof named === 'string' ? named.slice(0, 100) : ip;
};
