import { z } from 'zod';
import { DESK_ENDPOINTS } from '#domain/config.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { isPrivateAddress } from '#domain/text/webAddress.ts';
import { parseCouchAddress } from './couchAddress.ts';
import { parseProxies } from './proxies.ts';

/** What the environment says (docs/contract.md, "Environment"). */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Where people reach the server, without a slash at the end; null when unknown. */
  publicUrl: string | null;
  /** Addresses and ranges of proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[];
  /** One address or several (couchAddress.ts), with credentials; null means embedded storage. */
  couchUrl: string | null;
  /** Null: made at the first start and kept in DATA_DIR. */
  tokenSecret: string | null;
  servicesKey: string | null;
  /** Seconds. */
  tokenTtl: number;
  /** Who brings it may read the metrics; null: managers alone. */
  metricsToken: string | null;
  admin: { username: string | null; password: string | null };
  /** Whose one-time codes are taken away at this start. */
  resetCodes: string | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Other addresses of external services, for tests. */
  twilioApiBase: string | null;
  stripeApiBase: string | null;
  /** Who is told that an event, its sessions or forms changed (desk/webhook.ts); null: nobody. */
  eventWebhook: { address: string; secret: string } | null;
  /** This is a hub: the central server that it is joined to, and a code of that one's manager (hub/identity.ts). */
  upstream: { address: string; code: string | null } | null;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A wrong or missing value of the environment; the message is one line that names the variable. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = 'ConfigError';
  }
}

const DAYS_30 = 30 * 24 * 3600;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });

const webAddress = z.string().refine((value) => parseWebAddress(value) !== null, {
  error: 'must be an http or https address',
});

function parseWebAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : null;
}

/** Addresses are made by putting something behind it; the app is at the root of its host. */
const isRoot = (url: URL): boolean => url.href === `${url.origin}/`;
const ROOT = {
  error: 'must be an address without a path, a login or anything behind it, such as https://foyer.example',
};

const hasNoLogin = (url: URL | null): boolean => (url?.username ?? '') + (url?.password ?? '') === '';
/** What is called: requests are made of no address with a login in it. */
const calledAddress = webAddress.refine((value) => hasNoLogin(parseWebAddress(value)), {
  error: 'must be an address without a login in it',
});

function isPrivate(text: string): boolean {
  const url = parseWebAddress(text);
  return url === null || isPrivateAddress(url);
}

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'must be an address or a host name' })
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: webAddress
    .transform((value) => value.replace(/\/+$/, ''))
    .refine((value) => isRoot(new URL(value)), ROOT)
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((value) => parseProxies(value) !== null, {
      error: 'must be none, loopback, or a list of addresses such as 10.0.0.1, 192.168.0.0/16',
    })
    .optional(),
  COUCHDB_URL: z
    .string()
    .superRefine((value, context) => {
      const address = parseCouchAddress(value);
      if (typeof address === 'string') context.addIssue({ code: 'custom', message: address });
    })
    .optional(),
  TOKEN_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  SERVICES_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  METRICS_TOKEN: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  TOKEN_TTL: wholeNumber(60, 366 * 24 * 3600).default(DAYS_30),
  ADMIN_USERNAME: z
    .string()
    .refine((value) => matchesPattern('username', value), { error: 'must be 1 to 64 letters' })
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .refine((value) => matchesPattern('password', value), {
      error: 'must have at least 6 characters, one capital letter and one digit',
    })
    .optional(),
  RESET_CODES: z.string().max(1000).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  TWILIO_API_BASE: calledAddress.optional(),
  STRIPE_API_BASE: calledAddress.optional(),
  EVENT_WEBHOOK: calledAddress.optional(),
  FOYER_UPSTREAM: webAddress
    .refine((value) => isPrivate(value), { error: 'must be an https address: a login goes there' })
    .transform((value) => value.replace(/\/+$/, ''))
    .refine((value) => isRoot(new URL(value)), ROOT)
    .optional(),
  FOYER_UPSTREAM_CODE: z.string().max(40).optional(),
  EVENT_WEBHOOK_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
});

/** Reads the environment; empty values count as absent. Throws ConfigError naming the first wrong variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(String(issue?.path[0] ?? 'environment'), issue?.message ?? 'is invalid');
  }
  const { data } = parsed;
  if (data.ADMIN_PASSWORD !== undefined && data.ADMIN_USERNAME === undefined) {
    throw new ConfigError('ADMIN_USERNAME', 'is missing: ADMIN_PASSWORD is set');
  }
  const { EVENT_WEBHOOK: address = DESK_ENDPOINTS.eventWebhook, EVENT_WEBHOOK_SECRET: secret } = data;
  if (address !== '' && secret === undefined)
    throw new ConfigError('EVENT_WEBHOOK_SECRET', 'is missing: EVENT_WEBHOOK is set');
  if (address === '' && secret !== undefined)
    throw new ConfigError('EVENT_WEBHOOK', 'is missing: EVENT_WEBHOOK_SECRET is set');
  if (data.FOYER_UPSTREAM_CODE !== undefined && data.FOYER_UPSTREAM === undefined)
    throw new ConfigError('FOYER_UPSTREAM', 'is missing: FOYER_UPSTREAM_CODE is set');
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    publicUrl: data.PUBLIC_URL ?? null,
    // Who has a public address has a proxy, usually on the same machine.
    trustProxy: parseProxies(data.TRUST_PROXY ?? (data.PUBLIC_URL === undefined ? 'none' : 'loopback')) ?? [],
    couchUrl: data.COUCHDB_URL ?? null,
    tokenSecret: data.TOKEN_SECRET ?? null,
    servicesKey: data.SERVICES_KEY ?? null,
    tokenTtl: data.TOKEN_TTL,
    metricsToken: data.METRICS_TOKEN ?? null,
    admin: { username: data.ADMIN_USERNAME ?? null, password: data.ADMIN_PASSWORD ?? null },
    resetCodes: data.RESET_CODES ?? null,
    logLevel: data.LOG_LEVEL,
    twilioApiBase: data.TWILIO_API_BASE ?? null,
    stripeApiBase: data.STRIPE_API_BASE ?? null,
    upstream:
      data.FOYER_UPSTREAM === undefined
        ? null
        : { address: data.FOYER_UPSTREAM, code: data.FOYER_UPSTREAM_CODE ?? null },
    eventWebhook: address === '' || secret === undefined ? null : { address, secret },
  };
}
