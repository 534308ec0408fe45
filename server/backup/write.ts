import { createHash } from 'node:crypto';
import { canonical } from '#domain/canonical.ts';
import { statusOf } from '../base/errors.ts';
import { missingRevisions } from '../gateway/write/missing.ts';
import type { AnyDoc, Database, Storage } from '../storage/types.ts';
import { BackupError, type Entries, type LeafDoc, type Progress } from './entries.ts';

/** Documents written or compared at a time: so many, or so many characters. */
const BATCH_DOCS = 200;
const BATCH_SIZE = 2_000_000;

/** What a stream of entries tells of itself. */
export interface Told {
  databases: number;
  documents: number;
}

interface Batch {
  name: string;
  docs: LeafDoc[];
}

/** The documents of a stream in batches; `onEnd` hears of each database's end. */
async function* batches(
  entries: Entries,
  onEnd: (name: string, documents: number) => Promise<void>,
): AsyncGenerator<Batch> {
  let name = '';
  let docs: LeafDoc[] = [];
  let size = 0;
  for await (const one of entries) {
    if ('database' in one) name = one.database;
    if ('doc' in one) {
      docs.push(one.doc);
      size += JSON.stringify(one.doc).length;
    }
    const ended = 'end' in one;
    if (docs.length > 0 && (ended || docs.length >= BATCH_DOCS || size >= BATCH_SIZE)) {
      yield { name, docs };
      docs = [];
      size = 0;
    }
    if (ended) await onEnd(one.end, one.documents);
  }
}

/** Puts all documents of a stream into a storage, each leaf under its own revision. */
export async function writeStorage(entries: Entries, storage: Storage, tell: Progress): Promise<Told> {
  const told = { databases: 0, documents: 0 };
  const onEnd = async (name: string, documents: number): Promise<void> => {
    // Empty ones too.
    await storage.open(name);
    told.databases++;
    told.documents += documents;
    tell(`${name}: ${documents} documents written`);
  };
  for await (const { name, docs } of batches(entries, onEnd)) {
    await writeTogether(name, await storage.open(name), docs);
  }
  return told;
}

/** One bad document fails its whole batch: then each is written alone, so that it can be named. */
async function writeTogether(name: string, db: Database, docs: readonly LeafDoc[]): Promise<void> {
  let answers: { error?: unknown; id?: string; message?: string }[];
  try {
    answers = (await db.bulkDocs(docs.map((doc) => ({ ...doc })) as never, { new_edits: false })) as object[];
  } catch (error) {
    const [first, ...others] = docs;
    if (first === undefined || (statusOf(error) ?? 500) >= 500) throw error;
    if (others.length > 0) {
      for (const doc of docs) await writeTogether(name, db, [doc]);
      return;
    }
    const { reason, message } = error as { reason?: unknown; message?: unknown };
    answers = [{ error, id: first._id, message: String(reason ?? message) }];
  }
  const failed = answers.find(({ error }) => error);
  if (failed === undefined) return;
  const what = failed.id ?? 'a document';
  throw new BackupError(`${name}: ${what} cannot be written: ${failed.message ?? ''}`);
}

/**
 * Reads everything back: each leaf of the stream must be there with its content, history and attachments, and no
 * document more than were told. Throws BackupError naming the first difference.
 */
export async function checkStorage(entries: Entries, storage: Storage, tell: Progress): Promise<void> {
  let ids = new Set<string>();
  const onEnd = async (name: string, documents: number): Promise<void> => {
    const { results } = await (await storage.open(name)).changes({ since: 0 });
    const there = results.filter(({ id }) => !id.startsWith('_')).length;
    if (ids.size !== documents || there !== documents)
      throw new BackupError(`${name}: ${there} documents are there, not ${documents}`);
    tell(`${name}: ${documents} documents compared`);
    ids = new Set();
  };
  for await (const { name, docs } of batches(entries, onEnd)) {
    for (const { _id } of docs) ids.add(_id);
    await compare(name, await storage.open(name), docs);
  }
}

async function compare(name: string, db: Database, docs: readonly LeafDoc[]): Promise<void> {
  const wanted = docs.map(({ _id, _rev }) => ({ id: _id, rev: _rev }));
  const { results } = await db.bulkGet({ docs: wanted, revs: true, attachments: true });
  const there = new Map<string, string>();
  for (const one of results) {
    for (const found of one.docs) {
      if ('ok' in found) there.set(keyOf(found.ok as unknown as LeafDoc), digestOf(found.ok as AnyDoc));
    }
  }
  const absent = new Map<string, string[]>();
  for (const doc of docs) {
    const found = there.get(keyOf(doc));
    if (found === undefined) absent.set(doc._id, [...(absent.get(doc._id) ?? []), doc._rev]);
    else if (found !== digestOf(doc))
      throw new BackupError(`${name}: ${doc._id} differs from what was written`);
  }
  if (absent.size === 0) return;
  // Changed while the backup was made: then a later version is there, which names this one in its history.
  const [lost] = (await missingRevisions(db, absent)).keys();
  if (lost !== undefined) throw new BackupError(`${name}: ${lost} is missing`);
}

const keyOf = ({ _id, _rev }: LeafDoc): string => `${_id} ${_rev}`;

/** Content, history and the bytes of attachments; not what a storage adds of its own. */
function digestOf(doc: AnyDoc): string {
  const { _attachments, _revisions, ...content } = doc;
  const files = Object.entries((_attachments ?? {}) as Record<string, AnyDoc>)
    .map(([name, file]) => ({ name, type: file['content_type'], data: file['data'] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const text = canonical({
    content,
    history: _revisions,
    files,
  });
  return createHash('sha256').update(text).digest('base64');
}
