import type { CommandRefusal } from './refusal.ts';
import type { NewVersion } from './command.ts';
import type { EventView } from './view.ts';

/** A view for one run. */
export interface RunView extends EventView {
  /** These were changed by somebody else: they are read again. Everything else stays as it was answered before. */
  forget(ids: readonly string[]): void;
}

/** What became of one document: its revision, somebody else's change that came first, or a refusal. */
export type Written = { rev: string } | { conflict: true } | { refused: CommandRefusal };

/**
 * The documents of one event, where commands run: in the browser over its database and the store in memory
 * (src/data/repository/documents.ts), on the server over its storage and the gateway's judgement (server/commands).
 */
export interface Documents {
  view(): RunView;
  /** Durable when it resolves; answers for each, in their order. Throws when the database itself fails. */
  write(docs: readonly NewVersion[]): Promise<readonly Written[]>;
  /**
   * Told of all steps of a decision before the first is written; answers with those to write. Each document stands in them once.
   */
  begin?(steps: readonly (readonly NewVersion[])[]): Promise<readonly (readonly NewVersion[])[]>;
}
