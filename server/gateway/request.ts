import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, HttpError, invalidField } from '../base/errors.ts';
import { holdsTooMuch } from './size.ts';
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
  /** Does a piece of heavy work when it is this request's turn. Never one within another. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** The same for work that reads what is attached: only while what this person asked for before is read (outgoing.ts). */
  fileTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Counts characters that wait for this person to read them; the result ends that. */
  hold(size: number): () => void;
  /** The same until the reply is over. Throws 429 where too much waits already. */
  claim(size: number): void;
  /** To be awaited between the pieces of an answer: they are made one at a time, users in turn, after what is soon done. */
  round(): Promise<void>;
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
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      throw invalidField(name, 'must be JSON');
    }
    const wild = wildness(parsed);
    if (wild !== null) throw invalidField(name, wild);
    return parsed;
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
const BROKEN_TEXT = 'has a text that is not Unicode';

/** The body as JSON. Throws 400 for anything else, for absurd nesting and for keys that meddle with prototypes. */
function jsonBody(body: Buffer): unknown {
  const value = untamedBody(body);
  const wild = wildness(value);
  if (wild !== null) throw badRequest(`the body ${wild}`);
  return value;
}

export function jsonObject(body: Buffer): Record<string, unknown> {
  return asObject(jsonBody(body));
}

/** The same without a look inside: whoever asks judges each part by `wildness`, or walks none of them. */
export function untamedObject(body: Buffer): Record<string, unknown> {
  return asObject(untamedBody(body));
}

function untamedBody(body: Buffer): unknown {
  if (body.length === 0) throw badRequest('the body must be JSON');
  if (holdsTooMuch(body)) throw new HttpError(413, 'too_large', 'the body holds too many values');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('the body is not valid JSON');
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw badRequest('the body must be a JSON object');
  return value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is wrong with a value that others will walk: absurd nesting, keys that meddle with prototypes, half of a pair of
 * surrogates, which is no text to CouchDB and could never be moved there. Null if nothing.
 */
export function wildness(root: unknown): string | null {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'is nested too deeply';
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Object.hasOwn(value, '__proto__')) return 'has a forbidden key';
      if (!Array.isArray(value) && !Object.keys(value).every((key) => key.isWellFormed())) return BROKEN_TEXT;
      for (const child of Object.values(value) as unknown[]) {
        if (typeof child === 'string' && !child.isWellFormed()) return BROKEN_TEXT;
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return null;
}
