import type { ApiCall } from '#api/calls.ts';
import { canonical } from '#domain/canonical.ts';

/** Throws where a handler answers anything else, or anything more, than the table of the API says of its call. */
export function checkReply({ method, path, reply }: ApiCall, answer: unknown): void {
  const parsed = reply.safeParse(answer);
  if (!parsed.success)
    throw new Error(`${method} ${path} answers what it should not: ${parsed.error.message}`);
  const said = JSON.parse(JSON.stringify(answer)) as unknown;
  if (canonical(parsed.data) === canonical(said)) return;
  throw new Error(`${method} ${path} answers more than it should: ${JSON.stringify(said)}`);
}
