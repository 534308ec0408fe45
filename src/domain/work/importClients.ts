import { NOTHING_TO_UNDO, type CreatedClient, type FieldChange, type UndoRecord } from '../clients/undo.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import {
  createNewcomers,
  planImport,
  registerNewcomers,
  sessionsOf,
  unfinishedImport,
  type ImportJournal,
  type JournalPair,
  type Newcomer,
} from '../commands/importClients.ts';
import { planUpdates, updateKnown } from '../commands/updateKnown.ts';
import type { PlannedClient, PlannedUpdate } from '../import/check.ts';
import { countUpdated } from '../import/summary.ts';
import { err, ok, type Result } from '../result.ts';
import { undoMany } from './undoMany.ts';
import { meterOf, portionsOf, portionsUpTo, type BulkOptions, type Work } from './work.ts';

export interface ImportOptions extends BulkOptions {
  /** Guests who are there and are changed by the same act. */
  update?: readonly PlannedUpdate[];
}

export interface ImportOutcome {
  created: number;
  /** Guests who were there and are different now. */
  updated: number;
  /** Registrations whose seat was taken on another device meanwhile: they have no place. */
  unplaced: number;
  /** It was told to stop; nothing of it remains but `kept`. */
  canceled: boolean;
  /** Of one that was canceled: guests who stay, for somebody has changed them or checked them in meanwhile. */
  kept: number;
  undo: UndoRecord;
}

/** Where an import notes what it creates: durable when it resolves, and found again after a crash. */
export interface JournalKeeper {
  read(): Promise<ImportJournal>;
  write(journal: ImportJournal): Promise<void>;
}

/** At once: each portion of them is noted in the journal first, which is as large as the import. */
const REGISTRATIONS = 1_000;

const EMPTY: ImportJournal = { pairs: [], acts: [], fields: [] };

/** No import is under way, and none came to no end. */
export const isEmpty = ({ pairs, acts, fields }: ImportJournal): boolean =>
  pairs.length + acts.length + fields.length === 0;

const canceled = (kept: number): ImportOutcome => ({
  ...{ created: 0, updated: 0, unplaced: 0, canceled: true, kept },
  undo: NOTHING_TO_UNDO,
});

/**
 * Creates clients and consumers in portions, registers them in portions, then changes who is there. When told to stop, at a failure, or when
 * the process ended on the way (`takeBackUnfinished`), what was written is taken back: all or nothing. Fails as
 * `planImport` does.
 */
export async function importClients(
  work: Work,
  keeper: JournalKeeper,
  rows: readonly PlannedClient[],
  options?: ImportOptions,
): Promise<Result<ImportOutcome, CommandRefusal>> {
  const update = options?.update ?? [];
  if (rows.length + update.length === 0) return err({ code: 'nothing_to_do' });
  // The journal knows of one import only: of one that could not be taken back then, nobody else does.
  const cleared = await takeBackUnfinished(work, keeper);
  if (!cleared.ok) return cleared;
  const plan = await work.run(planImport, rows);
  if (!plan.ok) return plan;
  const isStopped = (): boolean => options?.signal?.aborted === true;
  const newcomers: Newcomer[] = [];
  for (const portion of portionsOf(rows)) {
    newcomers.push(...plan.value.value(portion));
    await work.pause();
    if (isStopped()) return ok(canceled(0));
  }
  // Last, for others have their turn before: what stands there now is what taking it back gives back.
  const planned = await work.run(planUpdates, update);
  if (!planned.ok) return planned;
  const journal: ImportJournal = {
    pairs: newcomers.map(({ client, consumer, joins }): JournalPair =>
      joins ? [client._id, consumer._id, 'joins'] : [client._id, consumer._id],
    ),
    acts: [],
    fields: planned.value.value,
  };
  await keeper.write(journal);

  const takeUnfinishedBack = () => takeBackUnfinished(work, keeper);
  const registrants = [
    ...newcomers.map(({ client, registrations }) => ({ clientId: client._id, registrations })),
    ...update,
  ].filter(({ registrations }) => registrations.length > 0);
  const meter = meterOf(2 * newcomers.length + registrants.length + update.length, options);
  const created: CreatedClient[] = [];
  /** A party may be larger than what is left of a portion. */
  const revs = new Map<string, string>();
  for (const portion of portionsOf(newcomers, 2)) {
    if (isStopped()) break;
    const done = await orTakeBack(takeUnfinishedBack, () => work.run(createNewcomers, portion));
    if (!done.ok) return done;
    for (const [id, rev] of done.value.revs) revs.set(id, rev);
    created.push(...portion.map((newcomer) => createdOf(newcomer, revs)));
    meter.advance(2 * portion.length);
    await work.pause();
  }
  if (isStopped()) {
    const back = await takeUnfinishedBack();
    return back.ok ? ok(canceled(back.value)) : back;
  }

  const acts: string[] = [];
  let unplaced = 0;
  const portions = portionsUpTo(REGISTRATIONS, registrants, ({ registrations }) => registrations.length);
  for (const [at, portion] of portions.entries()) {
    const registered = await orTakeBack(takeUnfinishedBack, () =>
      work.run(registerNewcomers, portion, {
        entriesOf: sessionsOf(portion),
        async beforeWrite(docs) {
          const more = at < portions.length - 1;
          await keeper.write({ ...journal, acts: [...acts, ...docs.map(({ _id }) => _id)], more });
        },
      }),
    );
    if (!registered.ok) return registered;
    acts.push(...registered.value.value.acts.map(({ _id }) => _id));
    unplaced += registered.value.value.unplaced;
    meter.advance(portion.length);
    await work.pause();
    if (isStopped()) {
      const back = await takenBack(work, keeper, { ...NOTHING_TO_UNDO, created, acts });
      return back.ok ? ok(canceled(back.value)) : back;
    }
  }
  const undo = { ...NOTHING_TO_UNDO, created, acts };
  const fields: FieldChange[] = [];
  for (const portion of portionsOf(update)) {
    const takeBack = () => takenBack(work, keeper, { ...undo, fields });
    if (isStopped()) {
      const back = await takeBack();
      return back.ok ? ok(canceled(back.value)) : back;
    }
    const done = await orTakeBack(takeBack, () => work.run(updateKnown, portion));
    if (!done.ok) return done;
    fields.push(...done.value.value);
    meter.advance(portion.length);
    await work.pause();
  }
  await keeper.write(EMPTY);
  const changed = new Set(fields.map(({ id }) => id));
  const made = update.map(({ changes, address, ...row }): PlannedUpdate => ({
    ...row,
    changes: changed.has(row.clientId) ? changes : {},
    ...(address !== undefined && changed.has(address.consumerId) ? { address } : {}),
  }));
  const outcome = {
    created: created.length,
    updated: countUpdated(made),
    unplaced,
    canceled: false,
    kept: 0,
  };
  return ok({ ...outcome, undo: { ...undo, fields } });
}

/**
 * Takes back what an import has left that came to no end, and that nobody could undo. What was touched since stays, and
 * all of it where all was written. How many guests stay because they were touched.
 */
export async function takeBackUnfinished(
  work: Work,
  keeper: JournalKeeper,
): Promise<Result<number, CommandRefusal>> {
  const journal = await keeper.read();
  if (isEmpty(journal)) return ok(0);
  const left = await work.run(unfinishedImport, journal);
  if (!left.ok) return left;
  return takenBack(work, keeper, left.value.value ?? NOTHING_TO_UNDO);
}

async function takenBack(
  work: Work,
  keeper: JournalKeeper,
  record: UndoRecord,
): Promise<Result<number, CommandRefusal>> {
  const { created, acts, fields } = record;
  const kept = new Set<string>();
  if (created.length + acts.length + fields.length > 0) {
    const undone = await undoMany(work, record);
    if (!undone.ok) return undone;
    for (const { id } of undone.value.conflicts) kept.add(id);
  }
  await keeper.write(EMPTY);
  return ok(kept.size);
}

/** A step of the import. What was written before it fails is taken back; where that fails too, later (the journal stays). */
async function orTakeBack<T>(
  takeBack: () => Promise<unknown>,
  step: () => Promise<Result<T, CommandRefusal>>,
): Promise<Result<T, CommandRefusal>> {
  try {
    const outcome = await step();
    if (outcome.ok) return outcome;
    await takeBack().catch(() => undefined);
    return err(outcome.error);
  } catch (error) {
    await takeBack().catch(() => undefined);
    throw error;
  }
}

function createdOf({ client, consumer, joins }: Newcomer, revs: ReadonlyMap<string, string>): CreatedClient {
  const [clientId, consumerId] = [client._id, consumer._id];
  return {
    clientId,
    clientRev: revs.get(clientId) ?? '',
    consumerId,
    consumerRev: joins ? null : (revs.get(consumerId) ?? ''),
  };
}
