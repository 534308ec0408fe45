import { FILE_MAX_BYTES, PDF_TYPE } from '#domain/documents/file.ts';
import { TERMS_ATTACHMENT } from '#domain/documents/form.ts';
import { PICTURE_ATTACHMENT, PICTURE_MAX_BYTES, PICTURE_TYPES } from '#domain/documents/event.ts';
import { TEMPLATE_ATTACHMENT } from '#domain/documents/templateFields.ts';
import { OPENED } from '#domain/conflicts/registers.ts';
import { agreesWithBytes, bareType, SNIFFED_BYTES } from '#domain/documents/fileKinds.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { IncomingDoc } from '#domain/judging/verdict.ts';
import { isObject } from './request.ts';

/** Why one document of a write was refused. */
export interface Refused {
  /**
   * CouchDB's error name; `forbidden` is what replicators report as a refusal. `unavailable` is none: the document is to
   * be sent again once its writer or this server is updated, and apps of any age keep it until then.
   */
  error: 'forbidden' | 'conflict' | 'unavailable';
  /** Code for the client, for example one of validateWrite. */
  reason: string;
  field?: string;
  detail?: string;
}

export const invalid = (field: string, detail: string): Refused => ({
  error: 'forbidden',
  reason: 'invalid_document',
  field,
  detail,
});

/** Any whole number that JavaScript counts with; how far a document may leap is the judge's matter. */
const REV = /^[1-9]\d{0,14}-[0-9a-z]{1,64}$/;
/** CouchDB reads 32 capital letters of these as the same revision, PouchDB as another. */
const REV_HASH = /^[0-9a-z]{1,64}$/;
const MAX_REVISIONS = 2000;
const MAX_ID = 300;
/** Characters of a document without what is attached: what CouchDB takes unless it is told otherwise. */
const MAX_DOCUMENT = 8_000_000;
/** Fields of a document, and of each object whose fields merge one by one: seven versions with fifty thousand each took half a minute. */
const MAX_FIELDS = 1000;
/** Four letters of base64 are three bytes. */
const SNIFFED_BASE64 = Math.ceil(SNIFFED_BYTES / 3) * 4;

/** All that PouchDB would read as instructions; it would also obey others, such as `_rev_tree`. */
const REPLICATION_FIELDS = new Set(['_id', '_rev', '_revisions', '_deleted', '_attachments']);

export const isRev = (value: unknown): value is string => typeof value === 'string' && REV.test(value);

/** Checks what every document needs before a database may see it, whatever its type. */
export function checkEnvelope(doc: IncomingDoc, newEdits: boolean): Result<null, Refused> {
  if (typeof doc._id !== 'string' || doc._id === '' || doc._id.length > MAX_ID) {
    return err(invalid('_id', 'must be a text'));
  }
  for (const key of Object.keys(doc)) {
    if (key.startsWith('_') && !REPLICATION_FIELDS.has(key)) return err(invalid(key, 'is reserved'));
  }
  if (doc._deleted !== undefined && typeof doc._deleted !== 'boolean') {
    return err(invalid('_deleted', 'must be true or false'));
  }
  if (doc['_rev'] === undefined ? !newEdits : !isRev(doc['_rev'])) {
    return err(invalid('_rev', 'must be a revision'));
  }
  if (!areRevisions(doc['_revisions'], doc['_rev'])) return err(invalid('_revisions', 'must lead to _rev'));
  for (const field of ['', ...OPENED]) {
    const value = field === '' ? doc : doc[field];
    if (isObject(value) && Object.keys(value).length > MAX_FIELDS)
      return err(invalid(field, 'has too many fields'));
  }
  if (isHeavier(doc, MAX_DOCUMENT)) return err(invalid('', 'is too large'));
  return checkAttachments(doc);
}

/** Whether its texts and values come to more characters than that; attachments and history apart. */
function isHeavier({ _attachments, _revisions, ...content }: IncomingDoc, most: number): boolean {
  let weight = 0;
  const open: unknown[] = [content];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    weight += typeof value === 'string' ? value.length + 3 : 6;
    if (weight > most) return true;
    if (Array.isArray(value)) for (const one of value as unknown[]) open.push(one ?? null);
    else if (isObject(value)) for (const [key, child] of Object.entries(value)) open.push(key, child ?? null);
  }
  return false;
}

function areRevisions(value: unknown, rev: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { start, ids } = value;
  if (!Number.isSafeInteger(start) || !Array.isArray(ids)) return false;
  if (ids.length === 0 || ids.length > MAX_REVISIONS || ids.length > (start as number)) return false;
  if (!ids.every((id) => typeof id === 'string' && REV_HASH.test(id))) return false;
  if (new Set(ids).size < ids.length) return false;
  return `${String(start)}-${String(ids[0])}` === rev;
}

function checkAttachments(doc: IncomingDoc): Result<null, Refused> {
  const attachments = doc['_attachments'];
  if (attachments === undefined) return ok(null);
  if (!isObject(attachments)) return err(invalid('_attachments', 'must be an object'));
  for (const [name, value] of Object.entries(attachments)) {
    const refused = checkAttachment(String(doc._id), name, value);
    if (refused !== null) return err(invalid(`_attachments.${name}`, refused));
  }
  return ok(null);
}

/** Names become a part of CouchDB's addresses, slashes and all: `..` would lead out of the document and the database. */
const isPathPart = (part: string): boolean => !['', '.', '..'].includes(part);

function checkAttachment(docId: string, name: string, value: unknown): string | null {
  if (name.length > 200 || name.startsWith('_') || !name.split('/').every(isPathPart))
    return 'is no name for an attachment';
  if (/^(checkin|entrychange)_/.test(docId)) return 'what is written once has no attachments';
  if (!isObject(value)) return 'must be an object';
  if (value['content_type'] !== undefined && !isContentType(value['content_type'])) {
    return 'content_type must be a media type';
  }
  if (value['stub'] === true) return typeof value['digest'] === 'string' ? null : 'a stub needs its digest';
  const { data } = value;
  // Exactly what PouchDB accepts: it answers anything else by failing the whole batch, twice.
  if (typeof data !== 'string' || Buffer.from(data, 'base64').toString('base64') !== data) {
    return 'data must be base64';
  }
  const contentType = value['content_type'];
  const start = Uint8Array.from(Buffer.from(data.slice(0, SNIFFED_BASE64), 'base64'));
  if (typeof contentType === 'string' && !agreesWithBytes(contentType, start)) {
    return `is no ${bareType(contentType)}`;
  }
  return checkKind(docId, name, contentType, (data.length * 3) / 4);
}

/** Pictures are images of limited size, files are PDFs (specification 1 §5, "Uploads"). */
function checkKind(docId: string, name: string, contentType: unknown, bytes: number): string | null {
  if (docId === 'event' && name === PICTURE_ATTACHMENT) {
    if (!(PICTURE_TYPES as readonly unknown[]).includes(contentType)) return 'must be an image';
    if (bytes > PICTURE_MAX_BYTES + 2) return 'is too large';
  }
  if (isOnePdf(docId, name)) {
    if (contentType !== PDF_TYPE) return 'must be a PDF';
    if (bytes > FILE_MAX_BYTES + 2) return 'is too large';
  }
  if (docId.startsWith('file_') && contentType !== 'application/pdf') return 'must be a PDF';
  return null;
}

/** The terms of a form, and what a template is drawn on. */
const isOnePdf = (docId: string, name: string): boolean =>
  (docId.startsWith('form_') && name === TERMS_ATTACHMENT) ||
  (/^(invitation|invoice)template_/.test(docId) && name === TEMPLATE_ATTACHMENT);

const isContentType = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 200 && /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(value);
