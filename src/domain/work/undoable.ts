import type { UndoRecord } from '../clients/undo.ts';
import type { BulkChange } from '../commands/changeMany.ts';

/** What was done to many, so that it can be said in any language. */
export type ManyAct =
  | {
      kind: 'change';
      change: BulkChange;
      /** How many it changed. */
      count: number;
      /** How many more it is about who were not selected. */
      others: number;
    }
  | { kind: 'import'; created: number; updated: number };

/** The last act on many clients of an event that can be taken back. Kept until the next one, over a reload too. */
export interface Undoable {
  record: UndoRecord;
  /** In words, for what has no `act`. */
  label: string;
  /** The label of before a part of it was taken back. */
  whole?: string;
  act?: ManyAct;
  /** The tab may have ended on the way: what was written until then. */
  isBrokenOff?: boolean;
}
