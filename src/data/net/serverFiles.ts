import { z } from 'zod';
import { DB_BASE } from '#api/schemas.ts';
import { FILE_ATTACHMENT } from '#domain/documents/file.ts';
import { databaseName, idRange } from '#domain/ids.ts';
import { ok } from '#domain/result.ts';
import { attempt } from '../failure.ts';
import type { EventFileEntry, Outcome } from '../types.ts';
import type { Http } from './http.ts';

const rows = z.object({
  rows: z.array(z.object({ id: z.string(), doc: z.looseObject({ name: z.string().catch('') }) })),
});

/** The files of an event as the server has them: a light copy leaves them out (architecture, "Light and full"). */
export interface ServerFiles {
  list(eventId: string): Outcome<EventFileEntry[]>;
  /** The PDF. Fails with `offline`, and `not_found` when it is gone. */
  content(eventId: string, fileId: string): Outcome<Blob>;
}

export function createServerFiles(http: Http): ServerFiles {
  const base = (eventId: string): string => `${DB_BASE}/${encodeURIComponent(databaseName(eventId))}`;
  return {
    list: (eventId) =>
      attempt(async () => {
        const { startkey, endkey } = idRange('file_');
        const query = new URLSearchParams({
          startkey: JSON.stringify(startkey),
          endkey: JSON.stringify(endkey),
          include_docs: 'true',
        });
        const reply = rows.parse(await http.request(`${base(eventId)}/_all_docs?${query.toString()}`));
        return ok(reply.rows.map(({ id, doc }) => ({ _id: id, name: doc.name })));
      }),
    content: (eventId, fileId) =>
      attempt(async () => {
        const path = `${base(eventId)}/${encodeURIComponent(fileId)}/${FILE_ATTACHMENT}`;
        return ok(await (await http.stream(path)).blob());
      }),
  };
}
