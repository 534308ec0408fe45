import { parseDocument } from '#domain/documents/index.ts';
import type { AnyDoc } from '../../storage/types.ts';
import type { Act, SessionAct } from '../history/acts.ts';

/** Throws for a document of the wrong shape: it must neither be told nor admit or register anybody. */
export function toAct(doc: AnyDoc): Act {
  const { _conflicts, _revisions, ...rest } = doc;
  const parsed = parseDocument(rest);
  if (!parsed.ok) throw new Error(`${String(doc['_id'])}: ${parsed.error.field} ${parsed.error.detail}`);
  return parsed.value as Act;
}

/** The same of one that is of a session. */
export function toSessionAct(doc: AnyDoc): SessionAct {
  const act = toAct(doc);
  if (act.type === 'payment') throw new Error(`${act._id}: of no session`);
  return act;
}
