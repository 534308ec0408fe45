import type { CopyMode } from '#domain/devices/light.ts';
import type { Deps } from '../deps.ts';
import type { LocalDatabase } from '../local/database.ts';
import { batched, createCell, type Cell } from '../signal.ts';
import type { DatabaseSync, DataError, SyncState } from '../types.ts';
import { blankStatus } from './blankStatus.ts';
import { isSameStatus, statusOf } from './eventStatus.ts';
import type { RefusedLedger } from './ledger.ts';
import type { Outbox } from './outbox.ts';
import type { Pull } from './pull.ts';

/** The server's number of documents is asked for again after this long, ms. */
const COUNT_EVERY_MS = 60_000;

/** How the exchange of one event stands: what it is about, what hinders it, what is counted, who waits for a round's end. */
export interface Standing {
  readonly status: Cell<DatabaseSync>;
  /** All changes of the server's were here once in this session. Shown with what is entered next. */
  caughtUp: boolean;
  /** A light copy has the templates. Shown with the next count. */
  templates: boolean;
  readonly error: DataError | null;
  enter(state: SyncState, problem?: DataError | null): void;
  countLocal(): Promise<void>;
  /** Only for show: its failure stops nothing. */
  countRemote(signal: AbortSignal): Promise<void>;
  /** Tells at once what is told a moment later otherwise. */
  publish(): void;
  roundEnded(): void;
  /** Resolves when the current attempt ended, well or not. */
  nextEnd(): Promise<void>;
}

interface StandingParts {
  deps: Deps;
  eventId: string;
  mode: CopyMode;
  db: LocalDatabase;
  outbox: Outbox;
  ledger: RefusedLedger;
  pull: Pick<Pull, 'marker' | 'count'>;
}

export function createStanding(parts: StandingParts): Standing {
  const { deps, eventId, mode, db, outbox, ledger, pull } = parts;
  let phase: SyncState = 'idle';
  let error: DataError | null = null;
  let localDocs = 0;
  let counted = -Infinity;
  const ends: (() => void)[] = [];
  const status = createCell<DatabaseSync>(blankStatus(eventId, mode), deps.report);

  function publish(): void {
    const next = statusOf({
      id: eventId,
      phase,
      error: error ?? outbox.held,
      copy: pull.marker.get(),
      wanted: mode,
      current: standing.caughtUp,
      templates: standing.templates,
      ...{ localDocs, outbox },
      refused: ledger.list.get(),
    });
    if (!isSameStatus(next, status.get())) status.set(next);
  }
  const changed = batched(publish);
  outbox.subscribe(changed);
  ledger.list.subscribe(changed);
  pull.marker.subscribe(changed);

  const standing: Standing = {
    status,
    caughtUp: false,
    templates: false,
    get error() {
      return error;
    },
    enter(state, problem = null) {
      phase = state;
      error = problem;
      changed();
    },
    async countLocal() {
      localDocs = (await db.use((pouch) => pouch.info())).doc_count;
      changed();
    },
    async countRemote(signal) {
      if (deps.wall() - counted < COUNT_EVERY_MS) return;
      counted = deps.wall();
      await pull.count(signal).catch(() => undefined);
    },
    publish,
    roundEnded() {
      publish();
      for (const listener of ends.splice(0)) listener();
    },
    nextEnd: () => new Promise((resolve) => ends.push(resolve)),
  };
  return standing;
}
