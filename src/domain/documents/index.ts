import type { z } from 'zod';
import { err, ok, type Result } from '../result.ts';
import { typeOfId, type EventDocType } from '../ids.ts';
import { checkinDocument } from './checkin.ts';
import { clientDocument } from './client.ts';
import { isComplete } from './complete.ts';
import { consumerDocument } from './consumer.ts';
import { migrated, versionOf, type DocumentDefinition } from './definition.ts';
import { entrychangeDocument } from './entrychange.ts';
import { eventDocument } from './event.ts';
import { fileDocument } from './file.ts';
import { formDocument } from './form.ts';
import { invitationTemplateDocument } from './invitationTemplate.ts';
import { invoiceTemplateDocument } from './invoiceTemplate.ts';
import { notifDocument } from './notif.ts';
import { paymentDocument } from './payment.ts';
import { sessionDocument } from './session.ts';
import { whatsappTemplateDocument } from './whatsappTemplate.ts';

/** Every type of document of an event's database. */
export const DOCUMENTS = {
  event: eventDocument,
  session: sessionDocument,
  client: clientDocument,
  consumer: consumerDocument,
  form: formDocument,
  file: fileDocument,
  notif: notifDocument,
  invitationtemplate: invitationTemplateDocument,
  invoicetemplate: invoiceTemplateDocument,
  whatsapptemplate: whatsappTemplateDocument,
  checkin: checkinDocument,
  entrychange: entrychangeDocument,
  payment: paymentDocument,
} as const satisfies Record<EventDocType, DocumentDefinition>;

export type DocOf<T extends EventDocType> = z.infer<(typeof DOCUMENTS)[T]['schema']>;
export type EventDocument = { [T in EventDocType]: DocOf<T> }[EventDocType];

type Fields = Record<string, unknown>;

/** What is wrong with a document, and where: `field` is a dotted path, empty for the document itself. */
export interface ShapeError {
  /** `newer_document`: a later version of this program wrote it, and its shape is not known here. */
  code: 'invalid_document' | 'newer_document';
  field: string;
  detail: string;
}

const definitionOf = (type: EventDocType): DocumentDefinition => DOCUMENTS[type];

/**
 * Checks a document against the schema of the type that its id announces, brings older forms up to date and fills
 * defaults. Specification 1 §3 and 2 §3; docs/contract.md, "Databases".
 */
export function parseDocument(doc: Fields): Result<EventDocument, ShapeError> {
  const type = typeOf(doc);
  if (!type.ok) return type;
  if (isNewer(doc)) {
    const detail = `this program knows version ${definitionOf(type.value).version}`;
    return err({ code: 'newer_document', field: 'schemaVersion', detail });
  }
  return parseAs(type.value, doc);
}

/** Whether a later version of this program wrote it: it may be shown as far as it is understood, and never written. */
export function isNewer(doc: Readonly<Fields>): boolean {
  // Nearly all of thousands; no type begins with less.
  if (versionOf(doc) === 1) return false;
  const id = doc['_id'];
  const type = typeof id === 'string' ? typeOfId(id) : null;
  return type !== null && versionOf(doc) > definitionOf(type).version;
}

/** Whether this program would write the document in a later version than it is stored in. */
export function isOlder(doc: Readonly<Fields>): boolean {
  const id = doc['_id'];
  const type = typeof id === 'string' ? typeOfId(id) : null;
  return type !== null && versionOf(doc) < definitionOf(type).version;
}

/** The document in the newest form that this program knows, or in that of `version`; one of no known type as it is. */
export function upToDate<T extends Fields>(doc: T, version?: number): T {
  const id = doc['_id'];
  const type = typeof id === 'string' ? typeOfId(id) : null;
  return type === null ? doc : migrated(definitionOf(type), doc, version);
}

/**
 * A stored document as screens read it, or null where it cannot be shown. A newer one is shown as far as today's schema
 * understands it. The numerous are taken as they are where nothing is missing in them: the gateway has judged them, and
 * checking 10,000 documents again costs a phone more than a second.
 */
export function readStored(doc: Fields): EventDocument | null {
  const type = typeOf(doc);
  if (!type.ok) return null;
  const definition = definitionOf(type.value);
  const current = migrated(definition, doc);
  if (isNewer(doc)) return understoodPart(definition, doc);
  if (definition.numerous === true && isComplete(definition.schema, current)) {
    return current as unknown as EventDocument;
  }
  if (type.value === 'session') return readSession(current);
  const parsed = parseAs(type.value, current);
  return parsed.ok ? parsed.value : null;
}

/** A document of a later version without the fields that mean something else by now; null if it needs one of them. */
function understoodPart({ schema }: DocumentDefinition, doc: Fields): EventDocument | null {
  const result = { ...doc };
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const parsed = field.safeParse(doc[name]);
    const { success, data } = parsed.success ? parsed : field.safeParse(undefined);
    if (!success) return null;
    result[name] = data;
  }
  return result as unknown as EventDocument;
}

/** A session's entries, up to 20,000, are taken as they are for the same reason; everything else of it is checked. */
function readSession(doc: Fields): EventDocument | null {
  const { clients, ...rest } = doc;
  const trusted = clients !== undefined && isComplete(sessionDocument.schema.shape.clients, clients);
  const parsed = parseAs('session', trusted ? { ...rest, clients: [] } : doc);
  if (!parsed.ok) return null;
  return trusted ? ({ ...parsed.value, clients } as EventDocument) : parsed.value;
}

function typeOf(doc: Fields): Result<EventDocType, ShapeError> {
  const id = doc['_id'];
  const type = typeof id === 'string' ? typeOfId(id) : null;
  if (type === null) return err({ code: 'invalid_document', field: '_id', detail: 'unknown document id' });
  if (doc['type'] === type) return ok(type);
  return err({ code: 'invalid_document', field: 'type', detail: `expected ${type}` });
}

function parseAs(type: EventDocType, doc: Fields): Result<EventDocument, ShapeError> {
  const definition = definitionOf(type);
  const parsed = definition.schema.safeParse(migrated(definition, doc));
  if (parsed.success) return ok(parsed.data as EventDocument);
  const issue = parsed.error.issues[0];
  const path: PropertyKey[] = [...(issue?.path ?? [])];
  if (issue?.code === 'unrecognized_keys') path.push(...issue.keys.slice(0, 1));
  return err({ code: 'invalid_document', field: path.join('.'), detail: issue?.message ?? 'invalid' });
}
