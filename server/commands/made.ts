import type { NewVersion } from '#domain/commands/command.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EntryChange, EntryRow } from '#domain/documents/entrychange.ts';
import type { Database } from '../storage/types.ts';

export type Steps = readonly (readonly NewVersion[])[];

/**
 * Who was registered together: the documents that are new, and of the acts that enter them into sessions their own rows. An act
 * may enter others too.
 */
export interface Made {
  ids: string[];
  acts: EntryChange[];
  /** Of a half that is completed: what was there before, and is not taken back. */
  there?: string[];
  /** Nobody is made: a registration that was cancelled, of this revision, comes back to places that others want too. */
  returns?: { id: string; rev: string };
}
export const allOf = ({ ids, there = [] }: Made): string[] => [...ids, ...there];

export const isAct = (doc: NewVersion): doc is EntryChange => 'type' in doc && doc.type === 'entrychange';

/** Only what is new and entered in a later step can be left without its entries, and what is there and entered nowhere yet. */
export async function madeBy(steps: Steps, db: Database): Promise<Made[]> {
  const docs = steps.flat();
  const acts = docs.filter(isAct);
  if (acts.length === 0) return returning(docs, db);
  const fresh = docs.filter((doc) => doc._rev === undefined && 'type' in doc && doc.type !== 'entrychange');
  const clients = fresh.filter((doc): doc is Client => 'type' in doc && doc.type === 'client');
  const keyOf = ({ _id, consumerId }: Client): string => consumerId ?? _id;
  const made = new Map<string, Made>();
  const keys = new Map<string, string>();
  function add(client: Client): Made {
    const key = keyOf(client);
    const one = made.get(key) ?? { ids: [], acts: [] };
    made.set(key, one);
    keys.set(client._id, key);
    return one;
  }
  for (const client of clients) add(client).ids.push(client._id);
  for (const { _id } of fresh) made.get(_id)?.ids.push(_id);
  for (const [key, one] of made) if (!one.ids.includes(key)) one.there = [key];
  for (const client of await clientsThere(acts, keys, db)) {
    const one = add(client);
    one.there = [...new Set([...(one.there ?? []), keyOf(client), client._id])];
  }
  for (const act of acts) {
    const ofKey = new Map<string, EntryRow[]>();
    for (const row of act.rows) {
      const key = keys.get(row.clientId);
      if (key !== undefined) ofKey.set(key, [...(ofKey.get(key) ?? []), row]);
    }
    for (const [key, rows] of ofKey) made.get(key)?.acts.push({ ...act, rows });
  }
  return [...made.values()].map((one) => ({ ...one, ids: [...new Set(one.ids)] }));
}

/** Whose place was given back, and who has it again by these: no act says so, but a place is taken. */
async function returning(docs: readonly NewVersion[], db: Database): Promise<Made[]> {
  const keys = docs.flatMap((doc) =>
    'type' in doc && doc.type === 'consumer' && doc._rev !== undefined && doc.status !== 'canceled'
      ? doc._id
      : [],
  );
  if (keys.length === 0) return [];
  const { rows } = await db.allDocs({ keys, include_docs: true });
  const stored = rows.flatMap((row) => (('doc' in row ? row.doc : null) as unknown as Consumer | null) ?? []);
  return stored.flatMap(({ _id, _rev: rev, status }) =>
    status === 'canceled' && rev !== undefined ? { ids: [], acts: [], returns: { id: _id, rev } } : [],
  );
}

/** Whom acts enter that are not new. */
async function clientsThere(
  acts: readonly EntryChange[],
  fresh: ReadonlyMap<string, unknown>,
  db: Database,
): Promise<Client[]> {
  const ids = new Set(acts.flatMap(({ rows }) => rows.map(({ clientId }) => clientId)));
  const keys = [...ids].filter((id) => !fresh.has(id));
  if (keys.length === 0) return [];
  const { rows } = await db.allDocs({ keys, include_docs: true });
  return rows.flatMap((row) => (('doc' in row ? row.doc : null) as unknown as Client | null) ?? []);
}

/** What completes a half may bring nothing but acts: they come with those of the others, for which their group is looked at again. */
export const actsLast = (steps: Steps): Steps =>
  [...steps.map((step) => step.filter((doc) => !isAct(doc))), steps.flat().filter(isAct)].filter(
    ({ length }) => length > 0,
  );
