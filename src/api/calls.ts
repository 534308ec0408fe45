import type { z } from 'zod';
import type { ApiCall } from './calls/call.ts';
import { codeCalls } from './calls/codes.ts';
import { deskCalls } from './calls/desk.ts';
import { doorCalls } from './calls/doors.ts';
import { eventCalls } from './calls/events.ts';
import { hubCalls } from './calls/hubs.ts';
import { messageCalls } from './calls/messages.ts';
import { peopleCalls, loginCalls } from './calls/people.ts';
import { openCalls, operatorCalls } from './calls/server.ts';

export type { ApiCall } from './calls/call.ts';

/** Every call of the JSON API (specification 1 §7 and 2 §7; docs/contract.md, "HTTP"). */
export const CALLS = {
  ...openCalls,
  ...peopleCalls,
  ...codeCalls,
  ...loginCalls,
  ...doorCalls,
  ...hubCalls,
  ...eventCalls,
  ...operatorCalls,
  ...messageCalls,
  ...deskCalls,
} as const satisfies Record<string, ApiCall>;

export type CallName = keyof typeof CALLS;

type ParamsIn<Path extends string> = Path extends `${infer Before}/${infer After}`
  ? ParamsIn<Before> | ParamsIn<After>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Table = typeof CALLS;
/** Names of the parameters in the path of a call. */
export type ParamOf<N extends CallName> = ParamsIn<Table[N]['path']>;
/** What the calls answer, by their names. */
export type Replies = { [N in CallName]: z.input<Table[N]['reply']> };
type Checked<T> = T extends z.ZodType ? z.output<T> : undefined;
/** Bodies and queries as the handlers get them. */
export type Bodies = { [N in CallName]: Table[N] extends { body: infer T } ? Checked<T> : undefined };
export type Queries = { [N in CallName]: Table[N] extends { query: infer T } ? Checked<T> : undefined };
