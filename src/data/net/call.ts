import type { z } from 'zod';
import { API_BASE } from '#api/schemas.ts';
import { DataFailure } from '../failure.ts';
import type { Failure } from '../types.ts';
import type { Http, RequestOptions } from './http.ts';

export type Call = <T extends z.ZodType>(
  schema: T,
  path: string,
  options?: RequestOptions,
) => Promise<z.infer<T>>;

/** Calls of the JSON API whose replies are checked before they are used. */
export function createCall(http: Http): Call {
  return async (schema, path, options = {}) => {
    const parsed = schema.safeParse(await http.request(API_BASE + path, options));
    if (!parsed.success) throw new DataFailure({ code: 'unknown', message: `unexpected reply to ${path}` });
    return parsed.data;
  };
}

/** Input in the shape of the API's body, or a failure that names the field. */
export function checked<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const failure: Failure = { code: 'invalid_document', field: issue?.path.join('.') ?? '' };
  throw new DataFailure(issue === undefined ? failure : { ...failure, message: issue.message });
}
