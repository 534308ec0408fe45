import { beginEpoch, breakEpoch, closeEpoch, readEpochs } from './epochs.ts';
import type { ChangeSource } from './feed.ts';
import type { Database, Epoch } from './types.ts';

export interface LivesOptions {
  /** Other processes write too: what was read of a life is good for so long, ms. Infinity where there are none. */
  fresh: number;
  onFailure(name: string, error: unknown): void;
}

interface Life {
  epochs: Epoch[];
  readAt: number;
}

/** The lives of the databases that one process has opened, each told once per opening. */
export class Lives {
  private readonly known = new Map<string, Life>();
  private readonly options: LivesOptions;

  constructor(options: LivesOptions) {
    this.options = options;
  }

  /** To be called when the database was opened, before anybody may use it. */
  async opened(name: string, db: Database): Promise<void> {
    const current = this.known.get(name)?.epochs.at(-1)?.id ?? null;
    await this.tell(name, () => beginEpoch(db, current));
  }

  /** To be called before the database is closed in order, when nobody writes any more. */
  async closing(name: string, db: Database): Promise<void> {
    // Where this fails, the next start takes it for an end without order, and devices compare.
    await closeEpoch(db).catch((error: unknown) => this.options.onFailure(name, error));
  }

  /** The same source of changes; a database that was away may have come back as another, so a new epoch begins then. */
  watched(name: string, db: Database, source: ChangeSource): ChangeSource {
    let away = false;
    return {
      ...source,
      read: async (since, signal) => {
        try {
          if (away) await this.tell(name, () => breakEpoch(db));
          away = false;
          return await source.read(since, signal);
        } catch (error) {
          away = !signal.aborted;
          throw error;
        }
      },
    };
  }

  async of(name: string, db: Database): Promise<readonly Epoch[]> {
    const life = this.known.get(name);
    if (life === undefined || Date.now() - life.readAt > this.options.fresh) {
      await this.tell(name, () => readEpochs(db));
    }
    return this.known.get(name)?.epochs ?? [];
  }

  /** A full disk must not keep anybody from reading: the epoch then only lives in memory, and the next start compares. */
  private async tell(name: string, ask: () => Promise<Epoch[]>): Promise<void> {
    try {
      this.known.set(name, { epochs: await ask(), readAt: Date.now() });
    } catch (error) {
      this.options.onFailure(name, error);
      const epochs = this.known.get(name)?.epochs ?? [{ id: crypto.randomUUID(), begin: 0, end: null }];
      this.known.set(name, { epochs, readAt: Date.now() });
    }
  }
}
