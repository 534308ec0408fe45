import { canonical } from '../canonical.ts';
import type { NewVersion } from './command.ts';
import { MAX_ROWS, type EntryChange } from '../documents/entrychange.ts';

/**
 * New acts of one moment, by the same author and device on the same session, as one: a hundred who register together come to each
 * device, and into each fold, as one document and not as a hundred. None of them says anything of a client that another one says
 * something of, so no order is lost.
 */
export function joinedActs(docs: readonly NewVersion[]): NewVersion[] {
  const open = new Map<string, { act: EntryChange; clients: Set<string> }>();
  const all: NewVersion[] = [];
  for (const doc of docs) {
    if (!isNewAct(doc)) {
      all.push(doc);
      continue;
    }
    const { _id, rows, ...moment } = doc;
    const key = canonical(moment);
    const last = open.get(key);
    const clients = rows.map(({ clientId }) => clientId);
    const fits =
      last !== undefined &&
      last.act.rows.length + rows.length <= MAX_ROWS &&
      !clients.some((id) => last.clients.has(id));
    if (fits) {
      last.act.rows.push(...rows);
      for (const id of clients) last.clients.add(id);
    } else {
      const act = { ...doc, rows: [...rows] };
      open.set(key, { act, clients: new Set(clients) });
      all.push(act);
    }
  }
  return all;
}

const isNewAct = (doc: NewVersion): doc is EntryChange =>
  'type' in doc && doc.type === 'entrychange' && doc._rev === undefined;
