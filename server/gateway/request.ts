import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, HttpError, invalidField } from '../errors.ts';
import type { Person } from '../auth/access.ts';

/** One request to a database, taken apart. */
export interface DbRequest {
  method: string;
  /** Database name and what follows, percent-decoded. */
  segments: string[];
  query: Query;
  person: Person;
  /** The body as it came; empty when there is none. */
  body: Buffer;
  contentType: string;
  http: FastifyRequest;
  reply: FastifyReply;
}

/** Splits a path below `/db` and decodes each part on its own, so that `%2F` stays within an id. Throws 400. */
export function pathSegments(rawUrl: string, base: string): string[] {
  const path = rawUrl.split('?', 1)[0] ?? '';
  try {
    return path
      .slice(base.length)
      .split('/')
      .filter((part, index) => index > 0 && part !== '')
      .map(decodeURIComponent);
  } catch {
    throw badRequest('the address is not validly encoded');
  }
}

/** The query of a request; wrong values throw 400 with the parameter's name. */
export class Query {
  private readonly values: URLSearchParams;

  constructor(rawUrl: string) {
    const cut = rawUrl.indexOf('?');
    this.values = new URLSearchParams(cut < 0 ? '' : rawUrl.slice(cut + 1));
  }

  text(name: string): string | undefined {
    return this.values.get(name) ?? undefined;
  }

  flag(name: string): boolean {
    const value = this.text(name);
    if (value === undefined || value === 'false') return false;
    if (value === 'true' || value === '') return true;
    throw invalidField(name, 'must be true or false');
  }

  /** A whole number from 0 to `max`; larger ones count as `max`. */
  count(name: string, max: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw invalidField(name, 'must be a whole number');
    return Math.min(Number(value), max);
  }

  json(name: string): unknown {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      throw invalidField(name, 'must be JSON');
    }
  }

  /** A key of `_all_docs` or of a view: JSON, always a text in this product. */
  key(...names: string[]): string | undefined {
    for (const name of names) {
      const value = this.json(name);
      if (typeof value === 'string') return value;
      if (value !== undefined) throw invalidField(name, 'must be a JSON string');
    }
    return undefined;
  }
}

/** Documents nest a few levels; more is an attack on everything that walks them recursively. */
const MAX_DEPTH = 100;

/** The body as JSON. Throws 400 for anything else, for absurd nesting and for keys that meddle with prototypes. */
export function jsonBody(body: Buffer): unknown {
  if (body.length === 0) throw badRequest('the body must be JSON');
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('the body is not valid JSON');
  }
  assertTame(value);
  return value;
}

export function jsonObject(body: Buffer): Record<string, unknown> {
  const value = jsonBody(body);
  if (!isObject(value)) throw badRequest('the body must be a JSON object');
  return value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function assertTame(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new HttpError(400, 'bad_request', 'the body is nested too deeply');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) throw badRequest('the body has a forbidden key');
      for (const child of Object.values(value)) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
}
