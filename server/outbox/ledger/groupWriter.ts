import { isConflict } from '../../base/errors.ts';
import type { OthersWrites } from '../../storage/others.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';

/**
 * Writes documents together that are asked for while a write is under way: many connections that wait for their marks wait for
 * one write, not one after the other.
 */
export interface GroupWriter {
  /** Resolves with the revision when it is durable; null where somebody else wrote it first. */
  put(doc: object & { _id: string }): Promise<string | null>;
}

interface Waiting {
  doc: object & { _id: string };
  resolve(rev: string | null): void;
  reject(error: unknown): void;
}

const MOST = 500;

/** `others`: who is not to take these writes for somebody else's. */
export function createGroupWriter(db: Database, others: OthersWrites | null = null): GroupWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    // Whoever asks in the same turn goes along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      try {
        const docs = group.map(({ doc }) => doc) as PouchDB.Core.PutDocument<AnyDoc>[];
        const put = (): ReturnType<typeof db.bulkDocs> => db.bulkDocs(docs);
        const ids = group.map(({ doc }) => doc._id);
        const replies = await (others === null ? put() : others.during(ids, put));
        for (const [index, { resolve, reject }] of group.entries()) {
          const reply = replies[index];
          if (reply === undefined) reject(new Error('no answer'));
          else if (!('error' in reply) || reply.error === undefined) resolve(reply.rev ?? '');
          else if (isConflict(reply) || (reply as { name?: string }).name === 'conflict') resolve(null);
          else reject(Object.assign(new Error(reply.message ?? 'write failed'), { status: reply.status }));
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    put: (doc) =>
      new Promise((resolve, reject) => {
        waiting.push({ doc, resolve, reject });
        if (!isWriting) void write();
      }),
  };
}
