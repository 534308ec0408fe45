import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

export interface ConnectionLimits {
  /** Connections at the same time. */
  overall: number;
  /** Of one address; the phones of a venue share one. */
  perAddress: number;
  /** Tells a proxy, which speaks for many addresses. */
  isProxy(address: string): boolean;
  /** Tells whether it is known who makes this request. */
  isKnown(request: IncomingMessage): boolean;
}

/** Requests on one connection that wait for their answers: browsers and proxies send one after the other. */
const PIPELINED = 16;
/** How long a refused body may go on coming before the connection is cut, so that its sender reads the answer, in ms. */
const LINGER = 10_000;
const MOMENT = 1000;

/** Time-outs, in ms. Bodies have their own (bodies.ts). */
export const TIMEOUTS = {
  /** Until the headers of a request are there; also of a connection that says nothing. */
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  /** Of a whole request with its body, however steadily it comes. */
  requestTimeout: 30 * 60_000,
  /** Between two requests. */
  keepAliveTimeout: 72_000,
  /** Nothing moves in either direction; more than a long poll waits. */
  connectionTimeout: 150_000,
};

/** How long requests under way may take once the server is ending, in ms; what stops it waits longer (deploy). */
export const GRACE = 10_000;

/**
 * Bounds the connections of a server. When there are too many, those that wait for nothing give way, the oldest first,
 * then those of strangers: neither a thousand idle ones nor a thousand logins that drip keep a door out. Only when all
 * are at work for people who are known is a new one refused.
 */
export function boundConnections(server: Server, limits: ConnectionLimits): void {
  /** With the requests under way; those that came to rest first are first. */
  const atWork = new Map<Socket, Set<IncomingMessage>>();
  const byAddress = new Map<string, number>();

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const counted = limits.isProxy(address) ? null : address;
    const mine = counted === null ? 0 : (byAddress.get(counted) ?? 0);
    const isOfAddress = (other: Socket): boolean => other.remoteAddress === address;
    const full = mine >= limits.perAddress ? isOfAddress : atWork.size >= limits.overall ? () => true : null;
    if (full !== null && !giveWay(full)) {
      socket.destroy();
      return;
    }
    atWork.set(socket, new Set());
    if (counted !== null) byAddress.set(counted, (byAddress.get(counted) ?? 0) + 1);
    socket.once('close', () => {
      atWork.delete(socket);
      if (counted === null) return;
      const left = (byAddress.get(counted) ?? 1) - 1;
      if (left > 0) byAddress.set(counted, left);
      else byAddress.delete(counted);
    });
  });

  function giveWay(wanted: (socket: Socket) => boolean): boolean {
    let stranger: Socket | null = null;
    for (const [socket, requests] of atWork) {
      if (!wanted(socket)) continue;
      if (requests.size === 0) {
        socket.destroy();
        return true;
      }
      if (stranger === null && ![...requests].some(limits.isKnown)) stranger = socket;
    }
    stranger?.destroy();
    return stranger !== null;
  }

  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request;
    const requests = atWork.get(socket);
    // Refused already.
    if (requests === undefined) return;
    if (requests.size >= PIPELINED) {
      socket.destroy();
      return;
    }
    requests.add(request);
    reply.once('close', () => {
      requests.delete(request);
      // To the end of the line: it was used last.
      if (atWork.delete(socket)) atWork.set(socket, requests);
    });
  });

  // Whoever asks before sending a large body gets the answer when it is known who asks (bodies.ts).
  server.on('checkContinue', (request: IncomingMessage, reply: ServerResponse) => {
    server.emit('request', request, reply);
  });
}

/**
 * To be called before the answer to a request whose body is not read. Closing at once would reset the connection while
 * its sender still sends, and the answer would be lost with it: instead our side is closed, and what still comes is
 * thrown away for a while. A small one is usually there in a moment, and the connection goes on.
 */
export function refuseRest(request: IncomingMessage, reply: ServerResponse, isSmall: boolean): void {
  const { socket } = request;
  // An injected request has no connection that could be ended.
  if (!(socket instanceof Socket)) return;
  if (isSmall) {
    reply.once('finish', () => {
      // Without a listener to the connection's end: there may be many such requests on one.
      setTimeout(() => request.complete || socket.destroyed || linger(socket), MOMENT).unref();
    });
    return;
  }
  reply.shouldKeepAlive = false;
  socket.destroySoon = () => linger(socket);
}

function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}

const REASONS: Record<string, [status: number, line: string, error: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'timeout', 'the request took too long'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'too_large', 'the headers are too large'],
};

/** What is no HTTP, or too slow, or has too many headers, gets an answer in the contract's form where it still can. */
export const answerClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = REASONS[error.code ?? ''];
  const [status, line, code, message] = known ?? [
    400,
    'Bad Request',
    'bad_request',
    'this is no HTTP request',
  ];
  const body = JSON.stringify({ ok: false, error: code, message, reason: message });
  socket.write(
    `HTTP/1.1 ${status} ${line}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  linger(socket as Socket);
};

/** Nothing new; what runs may end. Connections are kept open between requests and must be told one by one. */
export async function closeConnections(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
  const force = setTimeout(() => app.server.closeAllConnections(), GRACE);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}
