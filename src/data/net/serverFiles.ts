import { DB_BASE } from '#api/wire.ts';
import { databaseName, FILE_ATTACHMENT, idRange } from '#domain/ids.ts';
import { ok } from '#domain/result.ts';
import { attempt } from '../failure.ts';
import type { EventFileEntry, Outcome } from '../types.ts';
import { filesOf } from './checked.ts';
import type { Http } from './http.ts';

/** The files of an event as the server has them: a light copy leaves them out (ARCHITECTURE.md, "Light and full"). */
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
        return ok(filesOf(await http.request(`${base(eventId)}/_all_docs?${query.toString()}`)));
      }),
    content: (eventId, fileId) =>
      attempt(async () => {
        const path = `${base(eventId)}/${encodeURIComponent(fileId)}/${FILE_ATTACHMENT}`;
        return ok(await (await http.stream(path)).blob());
      }),
  };
}
