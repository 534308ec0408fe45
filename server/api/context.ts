import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiCall } from '#api/calls.ts';
import type { Documents } from '#domain/commands/documents.ts';
import { DEVICE_HEADER } from '#api/wire.ts';
import type { NewId } from '#domain/ids.ts';
import type { Role } from '#domain/rights/roles.ts';
import type { Access, Comers, Person } from '../auth/access.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Codes } from '../auth/codes.ts';
import type { Origin, SignIn } from '../auth/signIn.ts';
import { invalidField } from '../base/errors.ts';
import type { DeskAccounts } from '../desk/accounts.ts';
import type { Desk } from '../desk/desk.ts';
import type { OwnDesk } from '../desk/ownDesk.ts';
import type { Doors } from '../doors/doors.ts';
import type { Registrar } from '../commands/registrar.ts';
import type { Hubs } from '../hub/hubs.ts';
import type { Link } from '../hub/link.ts';
import { identify } from '../http/guard.ts';
import type { Limits } from '../base/limits.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Payments } from '../payments/payments.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Services } from '../services/services.ts';
import type { Storage } from '../storage/types.ts';
import type { WorkerStatus } from '../worker/types.ts';

/** What the handlers of the API work with. */
export interface ApiParts {
  storage: Storage;
  /** An event's documents for the commands of whoever asks, or of `ownPerson` (commands/own.ts). */
  documents: (eventId: string, person: Person) => Promise<Documents>;
  /** For commands that many call a second, a public form for instance. */
  registrar: Registrar;
  desk: Desk;
  ownDesk: OwnDesk;
  deskAccounts: DeskAccounts;
  doors: Doors;
  hubs: Hubs;
  /** The exchange with the central server; null where this is no hub. */
  link: Link | null;
  jobs: Jobs;
  access: Access;
  accounts: Accounts;
  codes: Codes;
  signIn: SignIn;
  limits: Limits;
  security: SecurityLog;
  services: Services;
  outbox: Outbox;
  payments: Payments;
  /** The address that people use; null where nobody said it. */
  publicUrl: string | null;
  /** Where Twilio's API is, if not at its own address. */
  twilioBase: string | null;
  /** For what commands make. */
  newId: NewId;
  /** ms since 1970 */
  now: () => number;
  /** ms since 1970 */
  startedAt: number;
  /** Ends the server after the reply was sent; absent where nobody may (tests). */
  shutdown?: () => void;
  /** Judges what a handler answers, in tests: throws where it is not what the table says. */
  check?: (call: ApiCall, answer: unknown) => void;
  /** What the worker is doing; null where another process, or nobody, does its work. */
  worker: () => WorkerStatus | null;
}

export type ApiRoutes = (app: FastifyInstance, parts: ApiParts) => void;

export const comersOf = ({ enrolling }: ApiCall): Comers => (enrolling === true ? 'also_enrolling' : 'ready');

/** Who asks, at least of the role. Throws 401, 403, 429. */
export async function require(
  parts: ApiParts,
  request: FastifyRequest,
  role: Role,
  comers: Comers,
): Promise<Person> {
  const person = await identify(parts.access, parts.limits, request, comers);
  parts.access.require(person, role);
  return person;
}

/** Where a request comes from; `userAgent` where the caller says it better than the header. */
export function originOf(request: FastifyRequest, userAgent?: string): Origin {
  const device = request.headers[DEVICE_HEADER];
  return {
    address: request.ip,
    deviceId: typeof device === 'string' && device !== '' ? device.slice(0, 100) : null,
    userAgent: userAgent ?? request.headers['user-agent'] ?? '',
  };
}

/** What a hub passes on of the device that asks it. */
export function toldBy({ headers }: FastifyRequest): Record<string, string> {
  const { [DEVICE_HEADER]: device, 'user-agent': agent } = headers;
  return {
    ...(agent === undefined ? {} : { 'user-agent': agent }),
    ...(typeof device === 'string' ? { [DEVICE_HEADER]: device } : {}),
  };
}

/** The body, or the query, by its schema. Throws 400 with the field's dotted path. */
export function parse<T extends z.ZodType>(schema: T, asked: unknown): z.infer<T> {
  const parsed = schema.safeParse(asked);
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error.issues);
  throw invalidField(field, message);
}

interface Issue {
  code?: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
  errors?: Issue[][];
}

/** The path of the first problem; within a union, of the variant that fits best. */
function firstProblem(issues: readonly Issue[]): { field: string; message: string } {
  const [issue] = issues;
  if (issue === undefined) return { field: '', message: 'is invalid' };
  if (issue.code === 'unrecognized_keys' && issue.keys?.[0] !== undefined) {
    return { field: [...issue.path, issue.keys[0]].join('.'), message: 'is unknown' };
  }
  const variants = issue.errors ?? [];
  if (issue.code === 'invalid_union' && variants.length > 0) {
    const [best = []] = [...variants].sort((a, b) => a.length - b.length || depth(b) - depth(a));
    const inner = firstProblem(best);
    const path = inner.field === '' ? issue.path : [...issue.path, inner.field];
    return { field: path.join('.'), message: inner.message };
  }
  return { field: issue.path.join('.'), message: issue.message };
}

const depth = (issues: readonly Issue[]): number => firstProblem(issues).field.split('.').length;
