import type { Author } from '#domain/documents/common.ts';
import type { User } from '#domain/documents/user.ts';
import type { IncomingDoc } from '#domain/judging/verdict.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { changeTrails, type TrailEntry } from '../../events/trail.ts';
import { historyDatabase, type Storage } from '../../storage/types.ts';
import type { Target } from '../target.ts';

type Doc = IncomingDoc & { _id: string };

/** One document of a write that says another author than who brings it. */
interface Brought {
  doc: Doc;
  entry: TrailEntry;
}

/** What the history must know of a write before it is done (server/events/trail.ts). */
export interface BringerNote {
  /** The write is done: `revOf` tells the revision that a document got, null for one that was refused. */
  done(revOf: (doc: Doc) => string | null): Promise<void>;
}

const NOTHING: BringerNote = { done: () => Promise.resolve() };

/** Notes who brings what somebody else is said to have written. Durable when it resolves. */
export async function noteBringers(
  { storage, accounts }: { storage: Storage; accounts: Accounts },
  target: Target,
  docs: readonly Doc[],
  newEdits: boolean,
): Promise<BringerNote> {
  if (target.eventId === null) return NOTHING;
  const { person } = target;
  const own: Author = { id: person.id, name: person.user.username };
  const known = new Map<string, Promise<User | null>>();
  const brought: Brought[] = [];
  for (const doc of docs) {
    const claimed = claimedAuthor(doc);
    const by = person.user.hub == null ? own : ((await spokenFor(doc, claimed, target.speaksFor)) ?? own);
    if (claimed?.id === by.id && claimed.name === by.name) continue;
    const signed = claimed === null || claimed.id === by.id ? null : await knownAs(accounts, claimed, known);
    const place = newEdits ? { parent: textOf(doc['_rev']) } : { rev: String(doc['_rev']) };
    brought.push({ doc, entry: { ...place, by, claimed, signed } });
  }
  if (brought.length === 0) return NOTHING;
  const historyDb = await storage.open(historyDatabase(target.eventId));
  const ids = brought.map(({ doc }) => doc._id);
  await changeTrails(historyDb, ids, (id, entries) => [
    ...entries,
    ...brought.filter(({ doc }) => doc._id === id).map(({ entry }) => entry),
  ]);
  return {
    async done(revOf) {
      // A replicated revision was named from the start.
      if (!newEdits) return;
      await changeTrails(historyDb, ids, (id, entries) =>
        entries.flatMap((entry) => {
          const one = brought.find(({ doc, entry: own }) => doc._id === id && isSame(own, entry));
          if (one === undefined) return [entry];
          const { parent: _parent, ...rest } = entry;
          const rev = revOf(one.doc);
          return rev === null ? [] : [{ ...rest, rev }];
        }),
      );
    },
  };
}

/** Whom a hub speaks for: who brought the document there, else its author; null where it may not, or names them otherwise. */
async function spokenFor(
  doc: Doc,
  claimed: Author | null,
  speaksFor: Target['speaksFor'],
): Promise<Author | null> {
  const told = speaksFor?.brought.get(`${doc._id} ${String(doc['_rev'])}`);
  return (await speaksFor?.author(told ?? claimed?.id ?? '', doc._id)) ?? null;
}

function claimedAuthor(doc: IncomingDoc): Author | null {
  const metadata = (doc['metadata'] ?? {}) as Record<string, unknown>;
  const author = (metadata['author'] ?? doc['author']) as
    Partial<Record<'id' | 'name', unknown>> | null | undefined;
  const [id, name] = [textOf(author?.id), textOf(author?.name)];
  return id === null && name === null ? null : { id: id ?? '', name: name ?? '' };
}

/** The claimed author by the name that this server knows for the id, or as the document says where it knows none. */
async function knownAs(
  accounts: Accounts,
  claimed: Author,
  known: Map<string, Promise<User | null>>,
): Promise<Author> {
  if (claimed.id === '') return claimed;
  const asked = known.get(claimed.id) ?? accounts.user(claimed.id);
  known.set(claimed.id, asked);
  const user = await asked;
  // An id that nobody has may come under many names.
  return user === null ? claimed : { id: user._id, name: user.username };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isSame = (a: TrailEntry, b: TrailEntry): boolean =>
  b.rev === undefined && (a.parent ?? null) === (b.parent ?? null) && a.by.id === b.by.id;
