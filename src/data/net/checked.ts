import { z } from 'zod';
import { CALLS, type ApiCall, type CallName } from '#api/calls.ts';
import { servicesDocument } from '#domain/documents/services.ts';
import type { ServicesDoc } from '#domain/services/settings.ts';
import { isPerson, user, type User } from '#domain/documents/user.ts';
import { DataFailure } from '../failure.ts';
import type { EventFileEntry, Failure } from '../types.ts';

/*
 * What judges that which goes to the server and comes from it.
 */

export const rowOf = (name: CallName): ApiCall => CALLS[name];

/** Input in the shape of the API's body, or a failure that names the field. */
export function checkedBody(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const failure: Failure = { code: 'invalid_document', field: issue?.path.join('.') ?? '' };
  throw new DataFailure(issue === undefined ? failure : { ...failure, message: issue.message });
}

const userRows = z.object({ rows: z.array(z.object({ doc: z.unknown() })) });

/** The users of an `_all_docs`; null for anything else. Design documents and what is no person are left out. */
export function usersOf(answer: unknown): User[] | null {
  const reply = userRows.safeParse(answer);
  return reply.success ? reply.data.rows.flatMap(({ doc }) => personOf(doc)) : null;
}

/** A paired phone or a hub is no person, and nobody gives it rights. */
function personOf(doc: unknown): User[] {
  const parsed = user.safeParse(doc);
  return parsed.success && isPerson(parsed.data) ? [parsed.data] : [];
}

/** The services of an event. Throws for anything else. */
export const servicesOf = (answer: unknown): ServicesDoc => servicesDocument.schema.parse(answer);

const fileRows = z.object({
  rows: z.array(z.object({ id: z.string(), doc: z.looseObject({ name: z.string().catch('') }) })),
});

/** The files of an `_all_docs`. Throws for anything else. */
export const filesOf = (answer: unknown): EventFileEntry[] =>
  fileRows.parse(answer).rows.map(({ id, doc }) => ({ _id: id, name: doc.name }));
