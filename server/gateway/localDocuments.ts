import { badRequest, HttpError, notFound } from '../base/errors.ts';
import { isObject, jsonObject, type DbRequest } from './request.ts';
import type { Target } from './target.ts';

/** Checkpoints are small. */
const MAX_BYTES = 64 * 1024;
/** What revisions of `_local` documents look like. */
const REVISION = /^0-\d+$/;
const NAME = /^[A-Za-z0-9_.~=+:@-]{1,200}$/;

/**
 * `_local` documents hold the checkpoints of replicators. Each user has their own, under another name in the database:
 * nobody reads or spoils another's, and no name of the database's own can be reached.
 */
function storedId(target: Target, name: string): string {
  if (!NAME.test(name)) throw notFound();
  return `_local/of.${target.person.id}.${name}`;
}

export async function getLocal(target: Target, name: string): Promise<object> {
  const doc = await target.db.get(storedId(target, name));
  return { ...doc, _id: `_local/${name}` };
}

/** Writes a checkpoint, or takes it away where it is marked as deleted, as CouchDB does. */
export async function putLocal(
  { body }: DbRequest,
  target: Target,
  name: string,
): Promise<{ status: number; json: object }> {
  const id = storedId(target, name);
  if (body.length > MAX_BYTES) throw new HttpError(413, 'too_large', 'a _local document is small');
  const doc = jsonObject(body);
  if (doc['_attachments'] !== undefined || (doc['_rev'] !== undefined && typeof doc['_rev'] !== 'string')) {
    throw badRequest('not a _local document');
  }
  // CouchDB fails at others.
  if (doc['_rev'] !== undefined && !REVISION.test(doc['_rev'] as string))
    throw new HttpError(409, 'conflict', 'document update conflict');
  if (doc['_deleted'] === true) return { status: 200, json: await deleteLocal(target, name) };
  const { _revisions, _deleted, ...content } = doc;
  if (!isObject(content)) throw badRequest('not a _local document');
  const { rev } = await target.db.put({ ...content, _id: id } as never);
  return { status: 201, json: { ok: true, id: `_local/${name}`, rev } };
}

/** Whatever its revision: nobody but its one owner writes it. Throws 404 where there is none. */
export async function deleteLocal(target: Target, name: string): Promise<object> {
  const doc = await target.db.get(storedId(target, name));
  await target.db.remove(doc as never);
  return { ok: true, id: `_local/${name}`, rev: '0-0' };
}
