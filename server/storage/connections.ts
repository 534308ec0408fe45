import { Agent, request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent as SafeAgent, request as safeRequest } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** How long a node may take to accept a connection, in ms. */
const CONNECT = 10_000;
/** What a request failed with where it did not; nothing of it was sent. */
export const NO_CONNECTION = 'NO_CONNECTION';
/** A connection without work is closed before the other side does so, just when it is used again, in ms. */
const IDLE = 4000;
const NO_BODY = new Set([204, 304]);

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Over a connection of its own: one that is kept open may be dead without having been told so. */
  isFresh?: boolean;
  /** Called when the answer begins, and with each piece of it. */
  heard?(): void;
}

/** Requests over connections that stay open. */
export interface Connections {
  /** The answer has been read whole. `end` breaks it off, with the reason as its failure. */
  ask(url: string, asked: Asked): { answer: Promise<Response>; end: (reason: Error) => void };
  close(): void;
}

/**
 * Node's own client: `fetch` takes twice the processor's time for each request, and a check-in is little else; and of a connection
 * that ends as it begins it says nothing for ever. Compressed is only what was asked for so.
 */
export function openConnections(): Connections {
  const options = { keepAlive: true, timeout: IDLE, noDelay: true };
  const plain = new Agent(options);
  const safe = new SafeAgent(options);
  return {
    ask(url, { method = 'GET', headers, body, isFresh = false, heard }) {
      const isSafe = url.startsWith('https:');
      const kept = isSafe ? safe : plain;
      const sending = (isSafe ? safeRequest : plainRequest)(url, {
        ...{ method, agent: isFresh ? false : kept },
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      });
      let fail: (error: Error) => void = () => undefined;
      const answer = new Promise<Response>((resolve, reject) => {
        fail = reject;
        sending.on('error', reject);
        sending.on('response', (reply) => void readWhole(reply, heard).then(resolve, reject));
      });
      sending.on('socket', (socket) => {
        if (!socket.connecting) return;
        const late = setTimeout(() => {
          sending.destroy(Object.assign(new Error('no connection'), { code: NO_CONNECTION }));
        }, CONNECT);
        const settle = (): void => clearTimeout(late);
        socket.once(isSafe ? 'secureConnect' : 'connect', settle);
        socket.once('close', settle);
      });
      sending.end(body);
      return {
        answer,
        end(reason) {
          fail(reason);
          sending.destroy(reason);
        },
      };
    },
    close() {
      plain.destroy();
      safe.destroy();
    },
  };
}

async function readWhole(reply: IncomingMessage, heard?: () => void): Promise<Response> {
  heard?.();
  const pieces: Uint8Array[] = [];
  for await (const piece of reply) {
    heard?.();
    pieces.push(piece as Uint8Array);
  }
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  const isPacked = reply.headers['content-encoding'] === 'gzip' && whole.length > 0;
  const content = isPacked ? new Uint8Array(await promisify(gunzip)(whole)) : whole;
  const status = reply.statusCode ?? 502;
  const headers = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Response(NO_BODY.has(status) ? null : content, { status, headers });
}
