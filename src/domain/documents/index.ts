import type { z } from 'zod';
import { err, ok, type Result } from '../result.ts';
import { typeOfId, type EventDocType } from '../ids.ts';
import { checkin } from './checkin.ts';
import { client } from './client.ts';
import { consumer } from './consumer.ts';
import { event } from './event.ts';
import { file, form, invitationTemplate, invoiceTemplate, notif, whatsappTemplate } from './others.ts';
import { readSpellings, session } from './session.ts';

/** The schema of each document type of an event's database. */
export const schemas = {
  event,
  session,
  client,
  consumer,
  form,
  file,
  notif,
  invitationtemplate: invitationTemplate,
  invoicetemplate: invoiceTemplate,
  whatsapptemplate: whatsappTemplate,
  checkin,
} as const satisfies Record<EventDocType, z.ZodType>;

export type DocOf<T extends EventDocType> = z.infer<(typeof schemas)[T]>;
export type EventDocument = { [T in EventDocType]: DocOf<T> }[EventDocType];

/** What is wrong with a document, and where: `field` is a dotted path, empty for the document itself. */
export interface ShapeError {
  code: 'invalid_document';
  field: string;
  detail: string;
}

/**
 * Checks a document against the schema of the type that its id announces, reads older spellings and fills defaults.
 * Specification 1 §3 and 2 §3; contract, "Databases".
 */
export function parseDocument(doc: Record<string, unknown>): Result<EventDocument, ShapeError> {
  const id = doc['_id'];
  const type = typeof id === 'string' ? typeOfId(id) : null;
  if (type === null) return err({ code: 'invalid_document', field: '_id', detail: 'unknown document id' });
  if (doc['type'] !== type) {
    return err({ code: 'invalid_document', field: 'type', detail: `expected ${type}` });
  }
  const parsed = schemas[type].safeParse(type === 'session' || type === 'event' ? readSpellings(doc) : doc);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const path: PropertyKey[] = [...(issue?.path ?? [])];
  if (issue?.code === 'unrecognized_keys') path.push(...issue.keys.slice(0, 1));
  return err({ code: 'invalid_document', field: path.join('.'), detail: issue?.message ?? 'invalid' });
}
