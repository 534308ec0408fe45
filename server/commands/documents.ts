import type { NewVersion } from '#domain/commands/command.ts';
import { refusalOf } from '#domain/commands/refusal.ts';
import type { Documents, Written } from '#domain/commands/documents.ts';
import { databaseName } from '#domain/ids.ts';
import type { IncomingDoc, Refusal } from '#domain/judging/verdict.ts';
import type { Person } from '../auth/access.ts';
import type { Target } from '../gateway/target.ts';
import type { Verdict } from '../gateway/write/storing.ts';
import type { GatewayWriter } from '../gateway/write/write.ts';
import type { Database, Storage } from '../storage/types.ts';
import { databaseView } from './view.ts';

/**
 * Where commands run on the server: over the event's database, through the gateway's own writer. So what the server writes
 * is judged with its person's rights of now, kept apart from other writes of the same documents, brought to most nodes of a
 * cluster, and told in the history, as if a device had sent it.
 */
export async function serverDocuments(parts: Parts, eventId: string, person: Person): Promise<Documents> {
  const { db, write } = await writingTo(parts, eventId, person);
  return { view: () => databaseView(db), write };
}

interface Parts {
  storage: Storage;
  writer: GatewayWriter;
}

/** The event's database, and how its person writes to it; `isWhole`: of which nothing is written where one of it is refused. */
export async function writingTo(
  { storage, writer }: Parts,
  eventId: string,
  person: Person,
  isWhole: (docs: readonly NewVersion[]) => boolean = () => false,
): Promise<Pick<Documents, 'write'> & { db: Database }> {
  const name = databaseName(eventId);
  const db = await storage.openExisting(name);
  const target: Target = {
    ...{ name, kind: 'event', eventId, db, person, scope: 'all', show: (doc) => doc },
    isOwn: true,
  };
  return {
    db,
    async write(docs) {
      const one = { ...target, isWhole: isWhole(docs) };
      const verdicts = await writer.write(one, docs as unknown as IncomingDoc[], true);
      return verdicts.map(writtenAs);
    },
  };
}

function writtenAs(verdict: Verdict): Written {
  if ('ok' in verdict) return { rev: verdict.rev };
  const { error, reason, field, detail } = verdict;
  return error === 'conflict'
    ? { conflict: true }
    : { refused: refusalOf({ code: reason as Refusal['code'], field, detail }) };
}
