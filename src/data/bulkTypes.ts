import type { Category, Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { UndoConflict, UndoRecord } from '#domain/clients/undo.ts';

/* Work on many clients at once: part of the data layer's public face (see types.ts). */

/** Progress of work on many documents, and a way to stop it. */
export interface BulkOptions {
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}
/** One act on many clients. */
export type BulkChange =
  | { kind: 'status'; value: Consumer['status'] }
  | { kind: 'category'; value: Category }
  | { kind: 'language'; value: Language }
  | { kind: 'register' | 'unregister'; sessionIds: readonly string[] }
  | { kind: 'delete' };

export interface BulkOutcome {
  /** Clients that are different now, and those that were so already. */
  changed: number;
  unchanged: number;
  undo: UndoRecord;
}
export interface ImportOutcome {
  created: number;
  /** Registrations whose seat was taken on another device meanwhile: they have no place. */
  unplaced: number;
  /** It was told to stop; nothing of it remains. */
  canceled: boolean;
  undo: UndoRecord;
}
export interface UndoOutcome {
  restored: number;
  conflicts: readonly UndoConflict[];
}
