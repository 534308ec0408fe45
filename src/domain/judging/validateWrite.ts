import { MAX_AHEAD_MS } from '../checkins/admissions.ts';
import { versionOf } from '../documents/definition.ts';
import { holdsNobody, isErased } from '../documents/erasure.ts';
import { isNewer, parseDocument, type EventDocument, type ShapeError } from '../documents/index.ts';
import { isWrittenOnce, typeOfId } from '../ids.ts';
import { bearsMoney } from '../money/bearsMoney.ts';
import { err, ok, type Result } from '../result.ts';
import { hasRole } from '../rights/roles.ts';
import { archivedPart, changesArchivedPictures } from '../sessions/archive.ts';
import { actAhead } from './ahead.ts';
import { ends, follows } from './following.ts';
import { isAct, judgeAct, meets } from './judgeAct.ts';
import type { Circumstances, IncomingDoc, Signer, Stored, Verdict } from './verdict.ts';

/**
 * The one judgement of a write to an event's database, used by the server's gateway and by the client before it saves
 * (ARCHITECTURE.md, "A check-in, from finger to history"). `stored` is what the database holds under that id now, or null.
 *
 * - a host writes nothing but new check-in documents, under its own name (specification 1 §6, 2 §6);
 * - check-ins, entry changes and notes of money are written once: nobody changes or deletes one; two that are made of the same
 *   payment of a bank statement meet;
 * - nothing is dated more than a day ahead, neither these nor an edit; past ones are always taken;
 * - an archived session's plan, entries and check-ins are read-only, except for what was done before, and it is not deleted;
 * - a registration on which money or an invoice stands is not deleted;
 * - members and managers write everything of the event's, but delete neither the event itself nor what is written once;
 * - who was erased stays so: nothing of the person is written again;
 * - whatever is written has the shape of its type;
 * - what a later version of this program wrote, this one does not touch, and no app writes an older version over a later.
 */
export function validateWrite(
  doc: IncomingDoc,
  stored: Stored,
  writer: Signer,
  circumstances: Circumstances,
): Verdict {
  const type = typeof doc._id === 'string' ? typeOfId(doc._id) : null;
  if (!hasRole(writer.role, type === 'checkin' ? 'host' : 'member')) return err({ code: 'forbidden_role' });
  if (type === null) return err({ code: 'invalid_document', field: '_id', detail: 'unknown document id' });
  if (isWrittenOnce(type) && stored !== null && !meets(doc, stored))
    return err({ code: 'forbidden_immutable' });
  if (isNewer(doc) || (stored !== null && isNewer(stored))) return err({ code: 'newer_document' });
  return doc._deleted === true
    ? judgeDeletion(doc, stored, type)
    : judgeVersion(doc, stored, writer, circumstances);
}

function judgeDeletion(doc: IncomingDoc, stored: Stored, type: EventDocument['type']): Verdict {
  if (type === 'event' || (isWrittenOnce(type) && stored === null)) return err({ code: 'forbidden_delete' });
  if (stored === null || !ends(doc, stored)) return ok(null);
  if (bearsMoney(stored))
    return err({ code: 'forbidden_delete', detail: 'money or an invoice stands on it' });
  return isArchived(stored) ? err({ code: 'session_archived' }) : ok(null);
}

function judgeVersion(
  doc: IncomingDoc,
  stored: Stored,
  writer: Signer,
  circumstances: Circumstances,
): Verdict {
  const { now, fromOutside = false, isDecided = false } = circumstances;
  if (stored !== null && !fromOutside && versionOf(doc) < versionOf(stored))
    return err({ code: 'update_first' });
  if (bringsBack(doc, stored)) return err({ code: 'erased' });
  const parsed = isDecided ? shapeOfDecided(doc) : shapeOf(doc);
  if (!parsed.ok) return parsed;
  const ahead = actAhead(doc, stored, now + MAX_AHEAD_MS);
  if (ahead !== null) return err({ code: 'time_ahead', field: ahead });
  if (isAct(parsed.value)) return judgeAct(parsed.value, writer, circumstances);
  return stored !== null && isArchived(stored)
    ? judgeArchived(doc, parsed.value, stored, circumstances)
    : ok(null);
}

/** A version of a session that is archived. */
function judgeArchived(
  doc: IncomingDoc,
  next: EventDocument,
  stored: Record<string, unknown>,
  { picturesOf }: Circumstances,
): Verdict {
  const before = parseDocument(withoutReplicationFields(stored));
  if (next.type !== 'session' || !before.ok || before.value.type !== 'session') return ok(null);
  const isChild = follows(doc, stored);
  const part = archivedPart(before.value, next, isChild);
  if (part !== null) return err({ code: 'session_archived', field: part });
  const changed =
    picturesOf !== undefined &&
    changesArchivedPictures(
      { session: before.value, pictures: picturesOf(stored) },
      { session: next, pictures: picturesOf(doc) },
      { follows: isChild, byHand: doc['_revisions'] === undefined },
    );
  return changed ? err({ code: 'session_archived', field: '_attachments' }) : ok(null);
}

/** Something of a person who was erased, here or where it comes from. */
const bringsBack = (doc: IncomingDoc, stored: Stored): boolean =>
  (isErased(stored) || isErased(doc)) && !holdsNobody(doc);

const isArchived = ({ type, status }: Record<string, unknown>): boolean =>
  type === 'session' && status === 'archived';

/** Those of the right shape: a command judges what it decides, again with what is written together, and so does the gateway. */
const decided = new WeakMap<IncomingDoc, EventDocument>();

function shapeOfDecided(doc: IncomingDoc): Result<EventDocument, ShapeError> {
  const known = decided.get(doc);
  if (known !== undefined) return ok(known);
  const parsed = shapeOf(doc);
  if (parsed.ok) decided.set(doc, parsed.value);
  return parsed;
}

const shapeOf = (doc: IncomingDoc): Result<EventDocument, ShapeError> =>
  parseDocument(withoutReplicationFields(doc));

function withoutReplicationFields(doc: IncomingDoc): Record<string, unknown> {
  const { _revisions, _conflicts, _deleted, ...rest } = doc;
  return rest;
}
