import { z } from 'zod';
import { CALLS, type ApiCall } from '#api/calls.ts';
import { failureReply } from '#api/schemas.ts';
import { API_BASE, API_ERRORS, type ApiError } from '#api/wire.ts';
import { version } from '../base/root.ts';
import { OWN_PAPERS } from '../desk/ownFiles.ts';

type Json = Record<string, unknown>;

/** Statuses of the codes that a call may be refused with (errors.ts). */
const STATUS: Record<ApiError, number> = {
  bad_request: 400,
  invalid_field: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_many: 409,
  too_large: 413,
  too_many_requests: 429,
  busy: 503,
  not_implemented: 501,
  storage_full: 507,
  unavailable: 503,
  cards_unavailable: 503,
  cards_refused: 400,
  services_key: 503,
  pages_open: 503,
  money_came: 409,
  copy_unconfirmed: 503,
  central_only: 409,
  hub_ended: 503,
  hub_unknown: 503,
  codes_first: 403,
  door_over: 401,
  update_first: 426,
  server_outdated: 503,
  unknown: 500,
};
const OF_EVERY_CALL: readonly ApiError[] = [
  'invalid_field',
  'too_large',
  'too_many_requests',
  'unavailable',
  'update_first',
  'server_outdated',
];
const OF_WHO_IS_KNOWN: readonly ApiError[] = ['unauthorized', 'door_over', 'forbidden', 'codes_first'];

/** What is beside the table, since it takes or gives something else than JSON. Pages for people are none of it. */
interface OtherCall {
  name: string;
  method: 'get' | 'post';
  path: string;
  does: string;
  isForm?: true;
  gives: string;
  errors: Readonly<Record<number, string>>;
}
export const OTHER_CALLS: readonly OtherCall[] = [
  ...OWN_PAPERS.map((kind): OtherCall => {
    const does = {
      invitation: 'The invitation of a guest’s own registration, by its token',
      invoice: 'The invoice of a guest’s own registration as it was issued, by its token',
    };
    return {
      ...{
        name: `desk_${kind}`,
        method: 'get',
        path: `/desk/registrations/:token/${kind}`,
        does: does[kind],
      },
      ...{ gives: 'application/pdf', errors: { 404: 'not_found', 429: 'too_many_requests' } },
    };
  }),
  {
    ...{ name: 'messageReceived', method: 'post', path: '/message-received/:eventId', isForm: true },
    does: 'Twilio brings what a guest answered; form fields, signed with the account’s token. STOP and START are heard',
    ...{ gives: 'text/xml', errors: { 403: 'forbidden', 413: 'too_large', 415: 'bad_request' } },
  },
];

let made: Json | null = null;

/** The API as an OpenAPI 3.1 document, made of its table once. */
export function openApi(): Json {
  made ??= describe();
  return made;
}

function describe(): Json {
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, described: Json): void => {
    const key = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method.toLowerCase()]: described };
  };
  for (const [name, call] of Object.entries(CALLS)) add(call.path, call.method, operation(name, call));
  for (const call of OTHER_CALLS) add(call.path, call.method, otherOperation(call));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version,
      description:
        'Replies are JSON with `ok`. A refusal that belongs to the matter is `ok: true, success: false, reason`; any other is `ok: false, error, message` with a status. Times are ms since 1970 unless said otherwise. A hub answers 409 `central_only` for what only its central server does.',
    },
    servers: [{ url: API_BASE }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Failure: schemaOf(failureReply, 'output'),
        Error: { type: 'string', enum: [...API_ERRORS] },
      },
    },
  };
}

function operation(name: string, call: ApiCall): Json {
  return {
    operationId: name,
    summary: call.does,
    ...(call.who === 'anybody' ? { security: [] } : { security: [{ token: [] }], 'x-role': call.who }),
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...(call.body === undefined ? {} : { requestBody: requestBody(call.body, call.isForm) }),
    responses: responses(call),
  };
}

function otherOperation(call: OtherCall): Json {
  const failures = Object.entries(call.errors).map(([status, code]) => [status, failure(code)]);
  return {
    ...{ operationId: call.name, summary: call.does, security: [], parameters: pathParameters(call) },
    ...(call.isForm === undefined
      ? {}
      : { requestBody: requestBody(z.record(z.string(), z.string()), call.isForm) }),
    responses: {
      200: { description: 'OK', content: { [call.gives]: {} } },
      ...Object.fromEntries(failures),
    },
  };
}

const pathParameters = ({ path }: Pick<ApiCall, 'path'>): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: ApiCall): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }));
}

const requestBody = (body: z.ZodType, isForm = false): Json => ({
  required: !body.safeParse(undefined).success,
  content: {
    [isForm ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: schemaOf(body, 'input') },
  },
});

function responses(call: ApiCall): Json {
  const known = call.who === 'anybody' ? [] : OF_WHO_IS_KNOWN;
  const ofEvent: ApiError[] = known.length > 0 && call.path.includes('/:eventId') ? ['not_found'] : [];
  const ofWriting: ApiError[] = call.method === 'GET' ? [] : ['storage_full'];
  const codes = new Set([...OF_EVERY_CALL, ...known, ...ofEvent, ...ofWriting, ...(call.errors ?? [])]);
  const byStatus = new Map<number, ApiError[]>();
  for (const code of codes) byStatus.set(STATUS[code], [...(byStatus.get(STATUS[code]) ?? []), code]);
  const failures = [...byStatus].map(([status, those]) => [status, failure(those.join(', '))] as const);
  const good = {
    description: 'OK',
    content: { 'application/json': { schema: schemaOf(call.reply, 'output') } },
  };
  return { 200: good, ...Object.fromEntries(failures) };
}

const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

/** What a refinement says in code has no words in JSON Schema: the server judges more than the file tells. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
