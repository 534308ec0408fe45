import { z } from 'zod';
import { CALLS, type ApiCall } from '#api/calls.ts';
import { OTHER_CALLS } from '../api/openApi.ts';
import type { Random } from '../sample/random.ts';
import { WildValues, type Known, type Shape } from './wildValues.ts';

/** A request that no program of ours sends on purpose. */
export interface WildRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** As it is sent. */
  body?: string;
  /** What a right answer is, where that is known. */
  reply?: z.ZodType | undefined;
}

type Bodies =
  'documents' | 'document' | 'revisions' | 'wanted' | 'keys' | 'changes' | 'groups' | 'fields' | 'none';

/** What there is to ask for: the methods and parameters that fit, and what belongs into the body. */
interface Call {
  methods: string;
  /** `ID` stands for any id. */
  path: string;
  parameters?: string;
  body: Bodies;
  /** Its body is the fields of a form. */
  isForm?: boolean;
  /** The shape of a right body, and what a right answer is. */
  like?: Shape | undefined;
  reply?: z.ZodType;
}

const AS_INPUT = { io: 'input', unrepresentable: 'any' } as const;
const shapeOf = (query: z.ZodType | undefined): object =>
  query === undefined ? {} : ((z.toJSONSchema(query, AS_INPUT) as Shape).properties ?? {});

const RANGE = 'key startkey endkey start_key end_key inclusive_end descending limit skip';
const DOCUMENT = 'rev open_revs latest revs revs_info conflicts attachments';

const DATABASE_CALLS: readonly Call[] = [
  { methods: 'GET HEAD', path: 'ID', parameters: DOCUMENT, body: 'none' },
  { methods: 'GET', path: 'ID', parameters: 'latest rev open_revs', body: 'none' },
  { methods: 'PUT', path: 'ID', parameters: 'rev new_edits', body: 'document' },
  { methods: 'DELETE', path: 'ID', parameters: 'rev', body: 'none' },
  { methods: 'GET PUT DELETE', path: 'ID/ID', parameters: 'rev', body: 'document' },
  {
    methods: 'GET POST',
    path: '_all_docs',
    parameters: `keys include_docs attachments conflicts update_seq ${RANGE}`,
    body: 'keys',
  },
  {
    methods: 'GET POST',
    path: '_design/main/_view/ID',
    parameters: `keys include_docs reduce group ${RANGE}`,
    body: 'keys',
  },
  { methods: 'POST', path: '_bulk_docs', body: 'documents' },
  { methods: 'POST', path: '_bulk_docs', body: 'documents' },
  { methods: 'POST', path: '_bulk_get', parameters: 'latest revs attachments', body: 'wanted' },
  { methods: 'POST', path: '_revs_diff', parameters: 'all', body: 'revisions' },
  { methods: 'POST', path: '_missing_revs', parameters: 'all', body: 'revisions' },
  {
    methods: 'GET POST',
    path: '_changes',
    parameters:
      'since feed filter style inline epoch doc_ids selector include_docs conflicts attachments descending limit',
    body: 'changes',
  },
  { methods: 'GET', path: '_bundle', parameters: 'mode after', body: 'none' },
  { methods: 'GET POST', path: '_leaves', body: 'groups' },
  { methods: 'GET PUT DELETE', path: '_local/ID', body: 'document' },
  { methods: 'GET POST', path: '', parameters: 'batch', body: 'document' },
  { methods: 'POST', path: '_ensure_full_commit', body: 'none' },
  { methods: 'GET', path: '_design/main', body: 'none' },
  { methods: 'GET', path: '_ID', body: 'none' },
];
const asAsked = (path: string): string => path.slice(1).replaceAll(/:\w+/g, 'ID');
/** All of the table but those that end the server, or the login of who asks, as they should; and what stands beside it. */
const API_CALLS: readonly Call[] = [
  ...Object.values(CALLS)
    .filter((call: ApiCall) => call !== CALLS.shutdown && call !== CALLS.logout)
    .map((call: ApiCall): Call => ({
      methods: call.method,
      path: asAsked(call.path),
      parameters: Object.keys(shapeOf(call.query)).join(' '),
      body: call.body === undefined ? 'none' : 'fields',
      isForm: call.isForm ?? false,
      like: call.body === undefined ? undefined : (z.toJSONSchema(call.body, AS_INPUT) as Shape),
      reply: call.reply,
    })),
  ...OTHER_CALLS.map(({ method, path, isForm = false }): Call => ({
    ...{ methods: method.toUpperCase(), path: asAsked(path), isForm },
    body: isForm ? 'fields' : 'none',
  })),
];
const UNKNOWN_CALLS: readonly Call[] = [
  { methods: 'GET POST', path: 'ID', body: 'fields' },
  { methods: 'GET POST', path: 'ID/ID', body: 'fields' },
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const TYPES = ['text/plain', 'image/png', 'application/pdf', 'multipart/related; boundary="x"', 'x', ''];
const NO_JSON = [
  '',
  '{',
  'null',
  '[]',
  '{"a":',
  '\u0000',
  '"\\ud800"',
  '{"__proto__":{"role":"manager"}}',
  '[[[[',
];
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['if-match', ['"1-x"', '*', '"', '__proto__']],
  ['accept-language', ['fr', '*', 'x'.repeat(500), ',;q=', '__proto__']],
  ['x-foyer-device', ['__proto__', 'constructor', 'x'.repeat(500)]],
  ['range', ['bytes=0-', 'bytes=-1', 'x']],
];

interface Aim {
  isApi: boolean;
  call: Call;
  method: string;
  parameter?: string;
}

const aimsOf = (isApi: boolean, calls: readonly Call[]): Aim[] =>
  calls.flatMap((call) =>
    call.methods.split(' ').flatMap((method): Aim[] => {
      const parameters = (call.parameters ?? '').split(' ').filter((name) => name !== '');
      return [
        { isApi, call, method },
        ...parameters.map((parameter) => ({ isApi, call, method, parameter })),
      ];
    }),
  );
/** Each call with each of its methods, and with each of its parameters: whoever asks is to ask for all of them. */
export const AIMS: readonly Aim[] = [...aimsOf(true, API_CALLS), ...aimsOf(false, DATABASE_CALLS)];

function anyAim({ pick, chance }: Random): Aim {
  const isApi = chance(0.35);
  const call = pick(isApi ? (chance(0.95) ? API_CALLS : UNKNOWN_CALLS) : DATABASE_CALLS);
  return { isApi, call, method: chance(0.95) ? pick(call.methods.split(' ')) : pick(METHODS) };
}

/**
 * Requests to every path of `/db` and `/api`, the same for the same randomness; most of them are nearly right. Without an
 * aim it is any of them, or one that there is not.
 */
export function wildRequest(random: Random, known: Known, aim: Aim = anyAim(random)): WildRequest {
  const { pick, chance, int } = random;
  const values = new WildValues(random, known);
  const { isApi, call, method, parameter } = aim;
  const base = isApi ? '/api' : `/db/${values.inPath(values.database())}`;
  const path = `${base}/${call.path.replaceAll('ID', () => values.inPath(values.id()))}`;
  const fitting = call.parameters?.split(' ') ?? [];
  const query = Array.from({ length: int(0, 4) }, () => {
    const name = fitting.length > 0 && chance(0.9) ? pick(fitting) : values.name();
    return `${name}=${values.inQuery(name)}`;
  });
  if (parameter !== undefined) query.push(`${parameter}=${values.inQuery(parameter)}`);
  // A long poll would wait for what never comes.
  if (call.path === '_changes') query.unshift('timeout=0');
  const headers: Record<string, string> = {};
  for (const [name, odd] of HEADERS) if (chance(0.05)) headers[name] = pick(odd);
  const request = {
    ...{ method, path: [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?'), headers },
    reply: method === call.methods ? call.reply : undefined,
  };
  if (['GET', 'HEAD'].includes(method) || (call.body === 'none' && chance(0.8))) return request;
  headers['content-type'] = chance(0.9) ? 'application/json' : pick(TYPES);
  const right = () =>
    call.like === undefined ? values[call.body === 'none' ? 'fields' : call.body]() : values.like(call.like);
  const body = chance(0.9) ? right() : values.any();
  if (call.isForm === true && chance(0.8)) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { ...request, body: asForm(body) };
  }
  return { ...request, body: chance(0.95) ? JSON.stringify(body) : pick(NO_JSON) };
}

function asForm(body: unknown): string {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return new URLSearchParams(fields.map(([name, value]) => [name, asText(value)])).toString();
}
