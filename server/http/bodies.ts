import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseRest } from './connections.ts';
import { HttpError } from '../base/errors.ts';
import { networkOf } from '../base/network.ts';
import { personOf } from './guard.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes that somebody whom nobody knows may send here, where it is not the usual. */
    strangersLimit?: number;
  }
}

/** Bytes from somebody whom nobody knows: a login. */
const STRANGERS_LIMIT = 16 * 1024;
/** Bodies up to this size are not counted. */
const SMALL = 64 * 1024;
/** Bytes of larger bodies in memory at the same time: of everybody, and of one person. Each is there several times. */
const IN_FLIGHT = 128 * 1024 * 1024;
const IN_FLIGHT_OF_ONE = 64 * 1024 * 1024;
/** How long a body waits for room, in ms. */
const PATIENCE = 20_000;
export interface Pace {
  /** After this time (ms) … */
  grace: number;
  /** … a body must have come at this many bytes a second. */
  slowest: number;
  /** ms */
  lookEvery: number;
}
const PACE: Pace = { grace: 20_000, slowest: 1024, lookEvery: 2000 };
/** While others wait for room, a body has to come within this time, in seconds: two that drip would hold all of it. */
const LONGEST_IF_WAITED_FOR = 120;

/**
 * Who asks is known before a body is read (the `onRequest` hooks of `/api` and `/db`); here it is decided whether it is
 * read: not too large, not too many at once, not slower than any network. What is refused gets its answer at once.
 */
export function admitBodies(app: FastifyInstance, pace = PACE): void {
  const memory = new Room(IN_FLIGHT, IN_FLIGHT_OF_ONE);
  const slow = watchSpeed(pace, memory);
  app.addHook('onClose', async () => slow.stop());
  app.addHook('preParsing', async (request, reply, payload) => {
    const { raw } = request;
    const isStranger = personOf(request) === null;
    const { bodyLimit, config } = request.routeOptions;
    const limit = isStranger ? (config.strangersLimit ?? STRANGERS_LIMIT) : bodyLimit;
    const size = announced(raw) ?? limit;
    if (size === 0) return payload;
    // Unpacked it could be a thousand times as large as what is counted here; taken as it is, it is not what was meant.
    if (!/^(identity)?$/i.test(raw.headers['content-encoding'] ?? '')) throw packed();
    if (size > limit) throw tooLarge();
    if (size > SMALL) await reserve(memory, request, reply, Math.min(size, IN_FLIGHT_OF_ONE));
    slow.watch(request, reply, size);
    if (raw.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    return isStranger && announced(raw) === null ? Readable.from(upTo(limit, payload)) : payload;
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && announced(raw) !== 0)
      refuseRest(raw, reply.raw, (announced(raw) ?? Infinity) <= SMALL);
  });
}

/** Bytes that the headers announce; null where only the end will tell. */
function announced({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

const tooLarge = (): HttpError => new HttpError(413, 'too_large', 'the request is too large');

const packed = (): HttpError =>
  new HttpError(
    415,
    'bad_request',
    'a compressed body is not taken: send it as it is, without content-encoding',
  );

/** A body without an announced length, which ends with an error when it grows too large. */
async function* upTo(limit: number, payload: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  // The connection is still needed for the answer.
  for await (const part of payload.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length;
    if (size > limit) throw tooLarge();
    yield part as Buffer;
  }
}

async function reserve(
  room: Room,
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
): Promise<void> {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const release = await room.take(personOf(request)?.id ?? networkOf(request.ip), size, left.signal);
  if (release === null) {
    throw new HttpError(503, 'unavailable', 'too much is being sent at the same time: try again');
  }
  if (reply.raw.destroyed) release();
  else reply.raw.once('close', release);
}

interface Waiting {
  key: string;
  size: number;
  go(release: (() => void) | null): void;
}

/** A number of bytes, shared by all; whoever finds none waits, in order. */
export class Room {
  private used = 0;
  private readonly byKey = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();
  private readonly most: number;
  private readonly mostOfOne: number;

  constructor(most: number, mostOfOne: number) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /** Somebody has found no room. */
  get isWaitedFor(): boolean {
    return this.waiting.size > 0;
  }

  /** Resolves with what gives the bytes back, or with null when there was no room in time. */
  take(key: string, size: number, signal: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ...{ key, size },
        go: (release) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          this.waiting.delete(waiting);
          resolve(release);
        },
      };
      const giveUp = (): void => waiting.go(null);
      const timer = setTimeout(giveUp, PATIENCE);
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(waiting);
      this.serve();
    });
  }

  private serve(): void {
    for (const waiting of this.waiting) {
      const { key, size } = waiting;
      const mine = this.byKey.get(key) ?? 0;
      // One who has much under way lets the others pass; the others keep their order.
      if (mine > 0 && mine + size > this.mostOfOne) continue;
      if (this.used > 0 && this.used + size > this.most) return;
      this.add(key, size);
      let held = true;
      waiting.go(() => {
        if (held) this.add(key, -size);
        held = false;
        this.serve();
      });
    }
  }

  private add(key: string, size: number): void {
    this.used += size;
    const mine = (this.byKey.get(key) ?? 0) + size;
    if (mine > 0) this.byKey.set(key, mine);
    else this.byKey.delete(key);
  }
}

/** Bytes a second at which a body of that size has to come. */
export const speedWanted = (slowest: number, size: number, isWaitedFor: boolean): number =>
  isWaitedFor && size > SMALL ? Math.max(slowest, size / LONGEST_IF_WAITED_FOR) : slowest;

/** Ends bodies that drip. */
function watchSpeed({ grace, slowest, lookEvery }: Pace, room: Room) {
  const watched = new Map<IncomingMessage, { since: number; bytes: number; size: number }>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [raw, { since, bytes, size }] of watched) {
      if (raw.complete) {
        watched.delete(raw);
        continue;
      }
      const seconds = (now - since) / 1000;
      const wanted = speedWanted(slowest, size, room.isWaitedFor);
      if (seconds * 1000 < grace || (raw.socket.bytesRead - bytes) / seconds >= wanted) continue;
      watched.delete(raw);
      // Whoever reads the body hears of it as of any other failure of the connection, and answers.
      if (raw.listenerCount('error') === 0) raw.socket.destroy();
      else raw.emit('error', new HttpError(408, 'timeout', 'the body came too slowly'));
    }
  }, lookEvery);
  timer.unref();
  return {
    watch({ raw }: FastifyRequest, reply: FastifyReply, size: number): void {
      if (raw.complete) return;
      watched.set(raw, { since: performance.now(), bytes: raw.socket.bytesRead, size });
      reply.raw.once('close', () => watched.delete(raw));
    },
    stop: () => clearInterval(timer),
  };
}
