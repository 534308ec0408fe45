import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER } from '#api/schemas.ts';
import type { Person } from '../auth/access.ts';
import { tooMany } from '../errors.ts';
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
  /** Requests under way that are soon done, and who waits for their end. */
  private short = 0;
  private whenQuiet: (() => void) | null = null;

  /** Counts a request until its reply is over. Throws 429 where too many are under way. */
  enter(
    person: Person,
    http: FastifyRequest,
    reply: FastifyReply,
    endpoint: string | undefined,
  ): Pick<DbRequest, 'turn' | 'round'> {
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
    const end = (): void => {
      leave();
      if (isShort && --this.short === 0) this.whenQuiet?.();
    };
    if (reply.raw.destroyed) end();
    else reply.raw.once('close', end);
    return {
      turn: (work) => this.turns.take(person.id, device, work),
      round: () => this.rounds.take(person.id, device, () => this.nextRound()),
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
