import { archivedSince } from '#domain/sessions/archive.ts';
import type { Clock } from '#domain/devices/clock.ts';
import type { OwnUser } from '#domain/documents/user.ts';
import type { NewId } from '#domain/ids.ts';
import type { IncomingDoc } from '#domain/judging/validateWrite.ts';
import { validateWrite } from '#domain/judging/validateWrite.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { FilledStore } from '../store/eventStore.ts';
import type { DeviceInfo, Failure } from '../types.ts';

/** A document on its way into PouchDB, whose types want an index signature. */
export type NewDoc = Record<string, unknown> & { _id: string };

/** What the use cases of one event work with. */
export interface RepositoryContext {
  db: LocalDatabase;
  store: FilledStore;
  clock: Clock;
  device: DeviceInfo;
  newId: NewId;
  /** Waits until no tab of this device holds the name; resolves with the way to let go of it. */
  lock(name: string): Promise<() => void>;
  /** Who acts; read at each use case, because a role may change while the event is open. */
  user(): OwnUser | null;
}

/** The same judgement as the server's, before anything is saved. */
export function judge(
  context: RepositoryContext,
  doc: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Result<null, Failure> {
  const user = context.user();
  if (user === null) return err({ code: 'unauthorized' });
  const { _id: id, role, username: name } = user;
  const isAct = doc['type'] === 'checkin' || doc['type'] === 'entrychange';
  const session = isAct ? context.store.session(String(doc['sessionId'])) : null;
  const verdict = validateWrite(
    doc as IncomingDoc,
    stored,
    { id, role, name },
    {
      // What is edited here is dated by this clock; each look at it is kept for the next start.
      now: session === null ? Infinity : context.clock.now(),
      archivedSince: session === null ? null : archivedSince(session),
    },
  );
  if (verdict.ok) return ok(null);
  const { code, field, detail } = verdict.error;
  if (code === 'newer_document') return err({ code: 'app_outdated' });
  if (code === 'session_archived') return err({ code: 'event_archived' });
  if (code !== 'invalid_document') return err({ code: 'forbidden', message: code });
  return err({
    code,
    ...(field === undefined ? {} : { field }),
    ...(detail === undefined ? {} : { message: detail }),
  });
}
