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

/** Who may begin, and who is next: one user's requests never keep all the others waiting. */
export class Admission {
  private readonly crowd = new Crowd();
  private readonly turns = new Turns(PLACES);

  /** Counts a request until its reply is over. Throws 429 where too many are under way. */
  enter(
    person: Person,
    http: FastifyRequest,
    reply: FastifyReply,
    endpoint: string | undefined,
  ): Pick<DbRequest, 'turn'> {
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
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
    return { turn: (work) => this.turns.take(person.id, device, work) };
  }
}

const deviceOf = ({ headers, ip }: FastifyRequest): string => {
  const named = headers[DEVICE_HEADER];
  return typeof named === 'string' ? named.slice(0, 100) : ip;
};
