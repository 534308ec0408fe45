import { setTimeout as delay } from 'node:timers/promises';
import type { NewVersion } from '#domain/commands/command.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { deviceSuffix, entryChangeId, idRange, type NewId } from '#domain/ids.ts';
import { canonical } from '#domain/canonical.ts';
import { isConflict } from '../base/errors.ts';
import { read } from '../storage/documents.ts';
import { actsLast, allOf, isAct, madeBy, type Made, type Steps } from './made.ts';
import { endsOf, holds, present, stillAway, unentered, type Event } from './there.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';

const PREFIX = 'group_';
/** How long another process may take to end its group before it counts as dead, ms; and between two looks. */
const PATIENCE = 2000;
const LOOK_AGAIN = 50;
/** How often what was left is ended anew because somebody changes it just then. */
const ATTEMPTS = 20;

interface GroupDoc {
  _id: string;
  _rev?: string;
  made: Made[];
}

/** Another process has begun a group of this event before: what was decided may not hold, and is decided anew. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Keeps a group that is written in several steps from being left half written. */
export interface Groups {
  /** Ends what another process, or this one before a failure, has begun. For the process that registers. */
  open(event: Event): Promise<void>;
  /** The same, where that was not looked at yet. */
  ready(event: Event): Promise<void>;
  /** Before the first step is written: how to write. Throws `Overtaken`. */
  begin(steps: Steps, event: Event): Promise<Steps>;
  /**
   * Where somebody else was faster. Where this process was so late that another one has ended its
   * group: takes back what it wrote itself (`mine`, the revisions by id) of those whom nobody has entered, and throws `Overtaken`.
   */
  goOn(event: Event, mine: ReadonlyMap<string, string>): Promise<void>;
  /** Before anybody is entered: the same, and what was there before stays there, or `Overtaken` is thrown. */
  enter(event: Event, mine: ReadonlyMap<string, string>): Promise<void>;
  /** Some of it is refused: who is there with all guests is entered, of the others all is taken back. */
  settle(event: Event, mine: ReadonlyMap<string, string>): Promise<void>;
  /** Nothing is under way. */
  clear(): Promise<void>;
}

/**
 * With embedded storage everything is one write, which is there wholly or not at all. A CouchDB knows no such write: there the
 * group is noted first, as one document of its event. Whoever registers next, here or in another process, ends it: who is
 * there with all guests is entered, and of whom something is missing all is taken back. It also tells two processes that both
 * believe to register: the note of the second finds the first one's (decision 33).
 */
export const groupsOf = (
  storage: Storage,
  eventId: string,
  newId: NewId,
  patience: number = PATIENCE,
): Groups => (storage.kind === 'embedded' ? WHOLE : noted(storage, eventId, newId, patience));

const WHOLE: Groups = {
  open: () => Promise.resolve(),
  ready: () => Promise.resolve(),
  begin: (steps) => Promise.resolve([steps.flat()]),
  goOn: () => Promise.resolve(),
  enter: () => Promise.resolve(),
  // Nothing of it is written.
  settle: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};

/** Events of which a group may be half written. */
export async function unfinishedGroups(storage: Storage): Promise<string[]> {
  if (storage.kind === 'embedded') return [];
  const notes = await storage.open(DATABASES.desk);
  const { rows } = await notes.allDocs({ ...idRange(PREFIX), include_docs: true });
  return rows.flatMap(({ id, doc }) =>
    (doc as unknown as GroupDoc).made.length === 0 ? [] : id.slice(PREFIX.length),
  );
}

function noted(storage: Storage, eventId: string, newId: NewId, patience: number): Groups {
  const _id = PREFIX + eventId;
  let rev: string | undefined;
  let isOpen = false;
  /** The group of now, as it is in the note. */
  let own: Made[] = [];
  const stored = async (): Promise<GroupDoc | null> =>
    (await read(await storage.open(DATABASES.desk), _id)) as unknown as GroupDoc | null;
  /** By compare-and-set. */
  async function note(made: readonly Made[]): Promise<void> {
    const notes = await storage.open(DATABASES.desk);
    try {
      ({ rev } = await notes.put({ _id, ...(rev === undefined ? {} : { _rev: rev }), made } as never));
    } catch (error) {
      isOpen = false;
      throw isConflict(error) ? new Overtaken() : error;
    }
  }
  /** Whether another process has done with this group; false where it died at it, so that it must be opened again. */
  async function isEnded(made: readonly Made[]): Promise<boolean> {
    const until = performance.now() + patience;
    const text = canonical(made);
    while (canonical((await stored())?.made) === text) {
      if (performance.now() >= until) return false;
      await delay(LOOK_AGAIN);
    }
    return true;
  }
  /** True where there was a note. */
  async function open({ db, write }: Event): Promise<boolean> {
    const found = await stored();
    rev = found?._rev;
    if (found !== null && (await isLeft(db, found.made, patience))) await endNoted({ db, write }, found.made);
    isOpen = true;
    return found !== null;
  }
  async function endNoted(event: Event, made: readonly Made[]): Promise<void> {
    // From here on its process finds another note than its own, if it is only late: what it has written by now is what counts.
    await note(made);
    await end(event, made, newId);
    await note([]);
  }
  const goOn: Groups['goOn'] = async ({ db, write }, mine) => {
    if (own.length === 0 || (await stored())?._rev === rev) return;
    isOpen = false;
    if (await isEnded(own)) await write(await unentered(db, own, mine));
    throw new Overtaken();
  };
  const settle: Groups['settle'] = async (event, mine) => {
    if (own.length === 0) return;
    await goOn(event, mine);
    await endNoted(event, own);
    own = [];
  };
  return {
    open: async (event) => void (await open(event)),
    async ready(event) {
      if (!isOpen) await open(event);
    },
    async begin(steps, event) {
      own = await madeBy(steps, event.db);
      if (own.length === 0) return steps;
      if (!isOpen && (await open(event))) throw new Overtaken();
      await note(own);
      return actsLast(steps);
    },
    goOn,
    async enter(event, mine) {
      const isHeld = await holds(event, own, mine);
      await goOn(event, mine);
      if (isHeld) return;
      await settle(event, mine);
      throw new Overtaken();
    },
    settle,
    async clear() {
      const isKnown = rev !== undefined && isOpen;
      try {
        // Emptied and not removed: whoever has not seen it may not write one as if there had been none.
        if (isKnown) await note([]);
      } catch (error) {
        // Another process goes on.
        if (!(error instanceof Overtaken)) throw error;
      }
      rev = undefined;
      isOpen = false;
    },
  };
}

/** Whether somebody must be entered or taken back. Another process may still be at it: it is given a moment. */
async function isLeft(db: Database, made: readonly Made[], patience: number): Promise<boolean> {
  const until = performance.now() + patience;
  for (;;) {
    const here = await present(db, made);
    const isUnseen = made.length > 0 && made.every((one) => isAway(one, here) ?? !isBegun(one, here));
    if (!isUnseen && openOf(made, here).length === 0) return false;
    if (performance.now() >= until) return true;
    await delay(LOOK_AGAIN);
  }
}

const isBegun = (one: Made, here: ReadonlyMap<string, string>): boolean =>
  allOf(one).some((id) => here.has(id));

/** Whether somebody who comes back has not yet; null of those who are made. */
const isAway = ({ returns }: Made, here: ReadonlyMap<string, string>): boolean | null =>
  returns === undefined ? null : here.get(returns.id) === returns.rev;

const openOf = (made: readonly Made[], here: ReadonlyMap<string, string>): Made[] =>
  made.filter((one) => {
    const away = isAway(one, here);
    if (away !== null) return away;
    const all = allOf(one);
    const docs = all.filter((id) => here.has(id)).length;
    return docs > 0 && (docs < all.length || one.acts.some(({ _id }) => !here.has(_id)));
  });

/** Enters or takes back whoever was left; again where somebody has changed one of them at that moment. */
async function end({ db, write }: Event, made: readonly Made[], newId: NewId): Promise<void> {
  let left = made;
  for (let attempt = 1; ; attempt++) {
    const here = await present(db, left);
    left = openOf(left, here);
    const begun = left.flatMap((one) => remaining(one, here));
    let docs = [...whole(begun, newId), ...(await stillAway(db, left))];
    if (docs.length === 0) return;
    let replies = await write(docs);
    if (replies.some((reply) => 'refused' in reply)) {
      const middle = Math.ceil(left.length / 2);
      if (middle < left.length) {
        // Acts are written together or not at all: whose they are that may not be is found by halves.
        for (const part of [left.slice(0, middle), left.slice(middle)]) await end({ db, write }, part, newId);
        return;
      }
      // What may not be written never may: its session was archived, for instance.
      docs = await unentered(db, left, here, { ever: true });
      replies = await write(docs);
    }
    const late = new Set(docs.flatMap(({ _id }, index) => ('conflict' in (replies[index] ?? {}) ? _id : [])));
    if (late.size === 0) return;
    if (attempt === ATTEMPTS) throw new Error('what was left half written keeps changing');
    left = left.filter(({ ids, returns }) => [...ids, returns?.id ?? ''].some((id) => late.has(id)));
  }
}

/** What is left to write: the acts where everybody is there, else the end of those who are. */
function remaining(one: Made, here: ReadonlyMap<string, string>): NewVersion[] {
  const { ids, acts } = one;
  const isWhole = allOf(one).every((id) => here.has(id));
  if (isWhole || acts.some(({ _id }) => here.has(_id))) return acts.filter(({ _id }) => !here.has(_id));
  return endsOf(ids, here);
}

/**
 * Each act once, with the rows of all that it enters, under an id of its own: the process that began it may be writing it at this
 * moment, with more rows. What both say of a guest is the same.
 */
function whole(docs: readonly NewVersion[], newId: NewId): NewVersion[] {
  const acts = new Map<string, EntryChange>();
  return docs.flatMap((doc): NewVersion[] => {
    if (!isAct(doc)) return [doc];
    const before = acts.get(doc._id);
    before?.rows.push(...doc.rows);
    if (before !== undefined) return [];
    const _id = entryChangeId(doc.sessionId, doc.time, deviceSuffix(doc.device.id, newId));
    const act = { ...doc, _id, rows: [...doc.rows] };
    acts.set(doc._id, act);
    return [act];
  });
}
