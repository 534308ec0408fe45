import type { EntryChange } from '../documents/entrychange.ts';
import type { KnownEntries } from '../entries/acts.ts';
import { laidUpon } from './shown.ts';

/** Acts that came and are not laid over what is known of their sessions yet: many at once cost little more than one. */
export interface PendingActs {
  add(act: EntryChange): void;
  /** What is known of the session, with all that came since laid upon it; nothing waits for it afterwards. */
  layUpon(sessionId: string, known: KnownEntries): KnownEntries;
  forget(sessionId: string): void;
}

export function createPendingActs(): PendingActs {
  const acts = new Map<string, EntryChange[]>();
  return {
    add(act) {
      const waiting = acts.get(act.sessionId);
      if (waiting === undefined) acts.set(act.sessionId, [act]);
      else waiting.push(act);
    },
    layUpon(sessionId, known) {
      const waiting = acts.get(sessionId);
      acts.delete(sessionId);
      return waiting === undefined ? known : laidUpon(known, waiting);
    },
    forget(sessionId) {
      acts.delete(sessionId);
    },
  };
}
