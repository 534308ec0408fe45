import { read, update, type Stored } from '../storage/documents.ts';
import type { Database, Seq } from '../storage/types.ts';
import type { Projection } from './projection.ts';
import type { Failure } from './types.ts';

/** How far one projection of an event has come. */
export interface Standing {
  /** The version of the projection that came so far. */
  version: number;
  /** Where it stands while it catches up with the others; null where it goes with them. */
  behind: Seq | null;
  /** What its later work still has to do. */
  waiting: string[];
  /** Documents set aside. */
  failures: Failure[];
  /** Of its later work. */
  lateFailures: Failure[];
}

/**
 * How far an event's changes are processed: everything up to `seq` is done by all projections that are not behind, but for
 * what is named beside it. Kept in a `_local` document, which has no past revisions to pile up.
 */
export interface Position {
  seq: Seq;
  /** The epoch of the database in which that position was reached (decision 14). */
  epoch: string;
  projections: Readonly<Record<string, Standing>>;
}

/** The form of the document. What is of a form unknown here is begun anew, to no other effect. */
const VERSION = 3;

const positionId = (database: string): string => `_local/position_${database}`;

export async function loadPosition(
  workerDb: Database,
  database: string,
  projections: readonly Projection[],
): Promise<Position | null> {
  const doc = (await read(workerDb, positionId(database))) as AnyPosition | null;
  if (doc?.version === 2) return fromVersion2(doc, projections);
  if (doc?.version !== VERSION) return null;
  return { seq: doc.seq, epoch: doc.epoch, projections: doc.projections };
}

type AnyPosition = Stored & ((Position & { version: typeof VERSION }) | (PositionVersion2 & { version: 2 }));

/** The last writer wins: an older position only means that some work is done again, which changes nothing. */
export async function savePosition(workerDb: Database, database: string, position: Position): Promise<void> {
  await update(workerDb, positionId(database), () => ({ ...position, version: VERSION }));
}

/** Called when the event is gone. */
export async function forgetPosition(workerDb: Database, database: string): Promise<void> {
  await update(workerDb, positionId(database), (stored) =>
    stored === null ? null : { ...stored, _deleted: true },
  );
}

/** Where a projection goes on: its own place, or null for that of the others. */
export function placeOf(projection: Projection, { projections }: Position): Seq | null {
  const standing = projections[projection.name];
  if (standing === undefined) return projection.begins === 'now' ? null : 0;
  return standing.version === versionOf(projection) ? standing.behind : 0;
}

export const versionOf = ({ version = 1 }: Projection): number => version;

/** The position of servers whose projections had no names: one for all that was done. */
interface PositionVersion2 {
  seq: Seq;
  epoch?: string;
  /** Sessions that waited for their fold. */
  folds: string[];
  /** Of documents, and of steps of them: `central`, `fold:<session>`, `invoice:<id>`, `canceled:<id>`. */
  failures: Failure[];
}

/** What those servers did; every other projection is new to their events. */
const OF_VERSION_2 = [
  'history',
  'conflicts',
  'checkinHistory',
  'invoices',
  'cancellations',
  'fold',
  'central',
];
const STEP = /^(central$|fold:|invoice:|canceled:)(.*)$/;

/** So that an updated server goes on where the former one stopped. */
function fromVersion2(before: PositionVersion2, projections: readonly Projection[]): Position {
  const steps = (step: string): Failure[] =>
    before.failures.flatMap((failure) => {
      const [, found, id = ''] = STEP.exec(failure.id) ?? [];
      return found === step ? [{ ...failure, id: id || failure.id }] : [];
    });
  const documents = before.failures.filter(({ id }) => !STEP.test(id));
  const standing = ({ name, wants }: Projection): Standing => ({
    version: 1,
    behind: null,
    waiting: name === 'fold' ? before.folds : [],
    failures: [
      ...documents.filter(({ id }) => wants({ id, changes: [] })),
      ...(name === 'invoices' ? steps('invoice:') : []),
      ...(name === 'cancellations' ? steps('canceled:') : []),
      ...(name === 'central' ? steps('central') : []),
    ],
    lateFailures: name === 'fold' ? steps('fold:') : [],
  });
  const done = projections.filter(({ name }) => OF_VERSION_2.includes(name));
  return {
    seq: before.seq,
    epoch: before.epoch ?? '',
    projections: Object.fromEntries(done.map((projection) => [projection.name, standing(projection)])),
  };
}
