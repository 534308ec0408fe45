import type { z } from 'zod';
import type { Role } from '#domain/rights/roles.ts';
import type { ApiError } from '../wire.ts';

/** Who may call: anybody, or whoever is logged in with at least this role. */
export type Caller = 'anybody' | Role;

/** One call of the API: the server's routes, their checks and the OpenAPI file are made of it. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; `:name` is a parameter. With `:eventId`, only those who may see the event. */
  readonly path: string;
  readonly who: Caller;
  /** What it does, in one line. */
  readonly does: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Of a call that went well, also one that was refused for a reason (`success: false`). */
  readonly reply: z.ZodType;
  /** Besides those that every call has: 400, 413, 429, 503, with a login 401 and 403, and of an event 404. */
  readonly errors?: readonly ApiError[];
  /** The body comes as fields of a form, not as JSON. */
  readonly isForm?: true;
  /** Bytes, where it is not the usual. */
  readonly bodyLimit?: number;
  /** For joined servers alone: nobody else's body is looked at. */
  readonly ofHubs?: true;
  /** Also for whoever must set up one-time codes before anything else. */
  readonly enrolling?: true;
}
