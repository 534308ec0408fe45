import { NOTHING_TO_UNDO, type CreatedClient, type FieldChange, type UndoRecord } from '../clients/undo.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import {
  createNewcomers,
  planImport,
  registerNewcomers,
  sessionsOf,
  type ImportJournal,
  type JournalPair,
  type Newcomer,
} from '../commands/importClients.ts';
import { planUpdates, updateKnown } from '../commands/updateKnown.ts';
import type { PlannedClient, PlannedUpdate } from '../import/check.ts';
import { countUpdated } from '../import/summary.ts';
import { err, ok, type Result } from '../result.ts';
import {
  EMPTY,
  leaveUnfinished,
  NOTHING_LEFT,
  takeBackUnfinished,
  takenBack,
  type JournalKeeper,
  type TakenBack,
} from './importLeft.ts';
import { meterOf, portionsOf, portionsUpTo, type BulkOptions, type Work } from './work.ts';

export interface ImportOptions extends BulkOptions {
  /** Guests who are there and are changed by the same act. */
  update?: readonly PlannedUpdate[];
  /** It fails: told what became of what was written by then; null where it could not be taken back yet. */
  onTakenBack?: (back: TakenBack | null) => void;
}

export interface ImportOutcome {
  created: number;
  /** Guests who were there and are different now. */
  updated: number;
  /** Registrations whose seat was taken on another device meanwhile: they have no place. */
  unplaced: number;
  /** It was told to stop; nothing of it remains but those of `back`. */
  canceled: boolean;
  /** Of one that was canceled: who stays. */
  back: TakenBack;
  undo: UndoRecord;
}

/** At once: each portion of them is noted in the journal first, which is as large as the import. */
const REGISTRATIONS = 1_000;

const canceled = (back: TakenBack): ImportOutcome => ({
  ...{ created: 0, updated: 0, unplaced: 0, canceled: true, back },
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
  const left = cleared.ok ? cleared : await leaveUnfinished(work, keeper);
  if (!left.ok) return left;
  const plan = await work.run(planImport, rows);
  if (!plan.ok) return plan;
  const isStopped = (): boolean => options?.signal?.aborted === true;
  const newcomers: Newcomer[] = [];
  for (const portion of portionsOf(rows)) {
    newcomers.push(...plan.value.value(portion));
    await work.pause();
    if (isStopped()) return ok(canceled(NOTHING_LEFT));
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
  const stopped = async (takeBack: TakeBack): Promise<Result<ImportOutcome, CommandRefusal>> => {
    const back = await told(options, takeBack);
    return back.ok ? ok(canceled(back.value)) : back;
  };
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
    const done = await orTakeBack(options, takeUnfinishedBack, () => work.run(createNewcomers, portion));
    if (!done.ok) return done;
    for (const [id, rev] of done.value.revs) revs.set(id, rev);
    created.push(...portion.map((newcomer) => createdOf(newcomer, revs)));
    meter.advance(2 * portion.length);
    await work.pause();
  }
  if (isStopped()) return stopped(takeUnfinishedBack);

  const acts: string[] = [];
  let unplaced = 0;
  const portions = portionsUpTo(REGISTRATIONS, registrants, ({ registrations }) => registrations.length);
  for (const [at, portion] of portions.entries()) {
    const registered = await orTakeBack(options, takeUnfinishedBack, () =>
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
    if (isStopped()) return stopped(() => takenBack(work, keeper, { ...NOTHING_TO_UNDO, created, acts }));
  }
  const undo = { ...NOTHING_TO_UNDO, created, acts };
  const fields: FieldChange[] = [];
  for (const portion of portionsOf(update)) {
    const takeBack = () => takenBack(work, keeper, { ...undo, fields });
    if (isStopped()) return stopped(takeBack);
    const done = await orTakeBack(options, takeBack, () => work.run(updateKnown, portion));
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
    back: NOTHING_LEFT,
  };
  return ok({ ...outcome, undo: { ...undo, fields } });
}

/** A step of the import. What was written before it fails is taken back; where that fails too, later (the journal stays). */
async function orTakeBack<T>(
  options: ImportOptions | undefined,
  takeBack: TakeBack,
  step: () => Promise<Result<T, CommandRefusal>>,
): Promise<Result<T, CommandRefusal>> {
  try {
    const outcome = await step();
    if (outcome.ok) return outcome;
    await told(options, takeBack).catch(() => undefined);
    return err(outcome.error);
  } catch (error) {
    await told(options, takeBack).catch(() => undefined);
    throw error;
  }
}

type TakeBack = () => Promise<Result<TakenBack, CommandRefusal>>;

async function told(options: ImportOptions | undefined, takeBack: TakeBack): ReturnType<TakeBack> {
  let back: TakenBack | null = null;
  try {
    const outcome = await takeBack();
    if (outcome.ok) back = outcome.value;
    return outcome;
  } finally {
    options?.onTakenBack?.(back);
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
