import type { ApiError } from '#api/wire.ts';

/** A failed call: becomes the reply `{ ok: false, error, message, field? }` (docs/contract.md, "HTTP"). */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** Seconds after which another try makes sense, with 429 and 503. */
  readonly retryAfter: number | undefined;
  /** Of the reply, for those who know what to do about it. */
  headers: Readonly<Record<string, string>> = {};

  constructor(
    status: number,
    code: ApiError | (string & {}),
    message: string,
    field?: string,
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

export const notFound = (message = 'missing'): HttpError => new HttpError(404, 'not_found', message);
export const forbidden = (message = 'too little right'): HttpError =>
  new HttpError(403, 'forbidden', message);
export const unauthorized = (message = 'log in first'): HttpError =>
  new HttpError(401, 'unauthorized', message);
export const badRequest = (message: string): HttpError => new HttpError(400, 'bad_request', message);
export const invalidField = (field: string, message: string): HttpError =>
  new HttpError(400, 'invalid_field', message, field);
export const tooMany = (message = 'too many requests: wait a little', retryAfter = 5): HttpError =>
  new HttpError(429, 'too_many_requests', message, undefined, retryAfter);
/** The server is asked for more than it can do just now. */
export const busy = (): HttpError =>
  new HttpError(503, 'busy', 'many people are logging in just now: try again', undefined, 2);
export const methodNotAllowed = (): HttpError => new HttpError(405, 'bad_request', 'method not allowed');

/** The status that PouchDB or CouchDB gave an error, or null. */
export function statusOf(error: unknown): number | null {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : null;
}

export const isMissing = (error: unknown): boolean => statusOf(error) === 404;
export const isConflict = (error: unknown): boolean => statusOf(error) === 409;

/** What says that a database is closed, or that its server went away before or during its answer. */
const UNREACHABLE =
  /database is (closed|not open)|storage is closed|ECONNREFUSED|ECONNRESET|fetch failed|invalid json response body|premature close|terminated/i;

/** Any thrown value as what the client may know of it; the inside of an unexpected one stays in the log. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|no space left|disk full|EDQUOT|quota exceeded|EFBIG|file too large/i.test(text)) {
    return new HttpError(507, 'storage_full', 'the server has no space left: nothing was saved');
  }
  if (/too many (open )?files|EMFILE|ENFILE/i.test(text)) {
    return new HttpError(503, 'unavailable', 'the server has too many files open: try again');
  }
  if (UNREACHABLE.test(text)) {
    return new HttpError(503, 'unavailable', 'the database cannot be reached');
  }
  if (/database is destroyed/i.test(text)) return notFound();
  const status = statusOf(error) ?? fastifyStatus(error);
  switch (status) {
    case 400:
      return badRequest(text);
    case 401:
    case 403:
    case 412:
    case 500:
    case null:
      return status === 412
        ? new HttpError(412, 'conflict', text)
        : new HttpError(500, 'unknown', 'an error occurred on the server');
    case 404:
      return notFound(reasonOf(error) ?? text);
    case 409:
      return new HttpError(409, 'conflict', 'document update conflict');
    case 413:
      return new HttpError(413, 'too_large', 'the request is too large');
    case 414:
      return new HttpError(414, 'too_large', 'the address is too long');
    case 503:
      return new HttpError(503, 'unavailable', 'the database cannot be reached');
    case 415:
      return new HttpError(415, 'bad_request', 'unsupported media type');
    default:
      return new HttpError(status, 'unknown', status < 500 ? text : 'an error occurred on the server');
  }
}

function reasonOf(error: unknown): string | undefined {
  const reason = (error as { reason?: unknown }).reason;
  return typeof reason === 'string' ? reason : undefined;
}

function fastifyStatus(error: unknown): number | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 ? status : null;
}
