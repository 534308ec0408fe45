import { NOTHING_TO_UNDO, type CreatedClient, type FieldChange, type UndoRecord } from '../clients/undo.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import {
  createNewcomers,
  planImport,
  registerNewcomers,
  sessionsOf,
  unfinishedImport,
  updateKnown,
  type ImportJournal,
  type Newcomer,
} from '../commands/importClients.ts';
import type { PlannedClient, PlannedUpdate } from '../import/check.ts';
import { err, ok, type Result } from '../result.ts';
import { undoMany } from './undoMany.ts';
import { meterOf, portionsOf, type BulkOptions, type Work } from './work.ts';

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
  /** It was told to stop; nothing of it remains. */
  canceled: boolean;
  undo: UndoRecord;
}

/** Where an import notes what it creates: durable when it resolves, and found again after a crash. */
export interface JournalKeeper {
  read(): Promise<ImportJournal>;
  write(journal: ImportJournal): Promise<void>;
}

const EMPTY: ImportJournal = { pairs: [], acts: [] };

/**
 * Creates clients and consumers in portions, then registers them in one write. When told to stop, at a failure, or when
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
  const plan = await work.run(planImport, rows);
  if (!plan.ok) return plan;
  const newcomers = plan.value.value;
  const pairs = newcomers.map(({ client, consumer }) => [client._id, consumer._id] as const);
  await keeper.write({ pairs, acts: [] });

  const meter = meterOf(2 * newcomers.length + update.length + 1, options);
  const created: CreatedClient[] = [];
  for (const portion of portionsOf(newcomers, 2)) {
    if (options?.signal?.aborted === true) break;
    const done = await orTakeBack(work, keeper, () => work.run(createNewcomers, portion));
    if (!done.ok) return done;
    created.push(...portion.map((newcomer) => createdOf(newcomer, done.value.revs)));
    meter.advance(2 * portion.length);
    await work.pause();
  }
  if (options?.signal?.aborted === true) {
    const back = await takeBackUnfinished(work, keeper);
    if (!back.ok) return back;
    return ok({ created: 0, updated: 0, unplaced: 0, canceled: true, undo: NOTHING_TO_UNDO });
  }

  const registrants = [
    ...newcomers.map(({ client, registrations }) => ({ clientId: client._id, registrations })),
    ...update,
  ];
  const registered = await orTakeBack(work, keeper, () =>
    work.run(registerNewcomers, registrants, {
      entriesOf: sessionsOf(registrants),
      beforeWrite: (acts) => keeper.write({ pairs, acts: acts.map(({ _id }) => _id) }),
    }),
  );
  if (!registered.ok) return registered;
  meter.advance(1);
  const { acts, unplaced } = registered.value.value;
  await keeper.write(EMPTY);
  const undo = { ...NOTHING_TO_UNDO, created, acts: acts.map(({ _id }) => _id) };
  // Last: what stood there before is known only once it is written over.
  const fields: FieldChange[] = [];
  const takeBack = () => undoMany(work, { ...undo, fields });
  for (const portion of portionsOf(update)) {
    let done: Awaited<ReturnType<typeof work.run<typeof portion, readonly FieldChange[]>>>;
    try {
      done = await work.run(updateKnown, portion);
    } catch (error) {
      await takeBack().catch(() => undefined);
      throw error;
    }
    if (!done.ok) {
      await takeBack();
      return done;
    }
    fields.push(...done.value.value);
    meter.advance(portion.length);
    await work.pause();
  }
  const touched = new Set([...fields.map(({ id }) => id), ...update.flatMap(registeredOf)]);
  const outcome = { created: created.length, updated: touched.size, unplaced, canceled: false };
  return ok({ ...outcome, undo: { ...undo, fields } });
}

const registeredOf = ({ clientId, registrations }: PlannedUpdate): string[] =>
  registrations.length === 0 ? [] : [clientId];

/**
 * Takes back what an import has left that came to no end: clients without a session, whom nobody could undo. Who was
 * registered or touched since stays, and all of them where the registrations were written too.
 */
export async function takeBackUnfinished(
  work: Work,
  keeper: JournalKeeper,
): Promise<Result<null, CommandRefusal>> {
  const journal = await keeper.read();
  if (journal.pairs.length === 0) return ok(null);
  const left = await work.run(unfinishedImport, journal);
  if (!left.ok) return left;
  if (left.value.value !== null) {
    const undone = await undoMany(work, left.value.value);
    if (!undone.ok) return undone;
  }
  await keeper.write(EMPTY);
  return ok(null);
}

/** A step of the import. What was written before it fails is taken back; where that fails too, later (the journal stays). */
async function orTakeBack<T>(
  work: Work,
  keeper: JournalKeeper,
  step: () => Promise<Result<T, CommandRefusal>>,
): Promise<Result<T, CommandRefusal>> {
  try {
    const outcome = await step();
    if (outcome.ok) return outcome;
    await takeBackUnfinished(work, keeper).catch(() => undefined);
    return err(outcome.error);
  } catch (error) {
    await takeBackUnfinished(work, keeper).catch(() => undefined);
    throw error;
  }
}

function createdOf({ client, consumer }: Newcomer, revs: ReadonlyMap<string, string>): CreatedClient {
  const [clientId, consumerId] = [client._id, consumer._id];
  return {
    clientId,
    clientRev: revs.get(clientId) ?? '',
    consumerId,
    consumerRev: revs.get(consumerId) ?? '',
  };
}
