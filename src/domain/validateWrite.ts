import { err, ok, type Result } from './result.ts';
import { hasRole, type Role } from './roles.ts';
import { parseDocument } from './documents/index.ts';
import { checkinPrefix, typeOfId } from './ids.ts';

/** Who writes. */
export interface Writer {
  id: string;
  role: Role;
  /** The user name, by which the history calls whoever signs with this id. */
  name: string;
}

export interface Refusal {
  code:
    'forbidden_role' | 'forbidden_author' | 'forbidden_immutable' | 'forbidden_delete' | 'invalid_document';
  /** Dotted path of the field for `invalid_document`. */
  field?: string;
  detail?: string;
}

/** A document as replication carries it. */
export type IncomingDoc = Record<string, unknown> & { _id?: unknown; _deleted?: unknown };

/**
 * The one judgement of a write to an event's database, used by the server's gateway and by the client before it saves
 * (architecture, "Gateway"). `stored` is what the database holds under that id now, or null.
 *
 * - a host writes nothing but new check-in documents, under its own name (specification 1 §6, 2 §6);
 * - check-in documents are written once: nobody changes or deletes one;
 * - members and managers write everything of the event's, but delete neither the event itself nor a check-in;
 * - whatever is written has the shape of its type.
 */
export function validateWrite(
  doc: IncomingDoc,
  stored: Record<string, unknown> | null,
  writer: Writer,
): Result<null, Refusal> {
  if (!hasRole(writer.role, 'host')) return err({ code: 'forbidden_role' });
  const type = typeof doc._id === 'string' ? typeOfId(doc._id) : null;
  if (type === null) {
    if (!hasRole(writer.role, 'member')) return err({ code: 'forbidden_role' });
    return err({ code: 'invalid_document', field: '_id', detail: 'unknown document id' });
  }
  if (type !== 'checkin' && !hasRole(writer.role, 'member')) return err({ code: 'forbidden_role' });
  if (type === 'checkin' && stored !== null) return err({ code: 'forbidden_immutable' });
  if (doc._deleted === true) {
    return type === 'checkin' || type === 'event' ? err({ code: 'forbidden_delete' }) : ok(null);
  }
  const parsed = parseDocument(withoutReplicationFields(doc));
  if (!parsed.ok) return parsed;
  if (parsed.value.type === 'checkin') {
    const { sessionId, author, _id } = parsed.value;
    if (!_id.startsWith(checkinPrefix(sessionId))) {
      return err({ code: 'invalid_document', field: '_id', detail: 'does not name its session' });
    }
    // Members push what others left unpushed on a shared device; nobody signs with the own id and another's name.
    const isOwn = author.id === writer.id;
    if (isOwn ? author.name !== writer.name : !hasRole(writer.role, 'member'))
      return err({ code: 'forbidden_author' });
  }
  return ok(null);
}

function withoutReplicationFields(doc: IncomingDoc): Record<string, unknown> {
  const { _revisions, _conflicts, _deleted, ...rest } = doc;
  return rest;
}
