import type { z } from 'zod';
import type { CALLS, CallName, ParamOf } from '#api/calls.ts';
import { API_BASE } from '#api/wire.ts';
import { DataFailure } from '../failure.ts';
import { checkedBody, rowOf } from './checked.ts';
import type { Http, RequestOptions } from './http.ts';

type Table = typeof CALLS;
type Input<T> = T extends z.ZodType ? z.input<T> : never;

/** What a call is made with: its parameters and body as the table has them, and how the request is made. */
type CallOptions<N extends CallName> = Omit<RequestOptions, 'method' | 'body'> &
  ([ParamOf<N>] extends [never] ? { params?: undefined } : { params: Record<ParamOf<N>, string> }) &
  (Table[N] extends { body: infer T } ? { body: Input<T> } : { body?: undefined }) &
  (Table[N] extends { query: infer T } ? { query?: Input<T> } : { query?: undefined });

export type Reply<N extends CallName> = z.output<Table[N]['reply']>;

/**
 * Makes a call of the API by its name. The body is checked before it leaves, the reply before it is used. Throws
 * DataFailure, with the field where the body is wrong.
 */
export type Call = <N extends CallName>(
  name: N,
  ...options: Record<string, never> extends CallOptions<N> ? [CallOptions<N>?] : [CallOptions<N>]
) => Promise<Reply<N>>;

export function createCall(http: Http): Call {
  return async (name, ...[options]) => {
    const call = rowOf(name);
    const { params = {}, query = {}, body, ...how } = (options ?? {}) as Loose;
    const words = new URLSearchParams(query).toString();
    const path = call.path.replaceAll(/:(\w+)/g, (_, param: string) =>
      encodeURIComponent(params[param] ?? ''),
    );
    const answer = await http.request(`${API_BASE}${path}${words === '' ? '' : `?${words}`}`, {
      ...how,
      method: call.method,
      ...(body === undefined || call.body === undefined ? {} : { body: checkedBody(call.body, body) }),
    });
    const parsed = call.reply.safeParse(answer);
    if (!parsed.success) throw new DataFailure({ code: 'unknown', message: `unexpected reply to ${path}` });
    return parsed.data as Reply<typeof name>;
  };
}

type Loose = RequestOptions & { params?: Record<string, string>; query?: Record<string, string> };
