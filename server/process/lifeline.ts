/** How long the server may take to end cleanly when its parent is gone, in ms. */
const ORPHAN_PATIENCE = 2000;

/**
 * The channel to the parent of `npm start` (scripts/supervise.mjs). Without such a parent both calls do nothing.
 */
export const lifeline = {
  /** The server listens: from now on it is worth starting again. */
  ready(): void {
    // A parent that has just gone is told by `onOrphaned`.
    process.send?.('ready', () => undefined);
  },
  /** Calls back when the parent has ended, by whatever; the process ends soon after in any case. */
  onOrphaned(end: () => void): void {
    if (process.send === undefined) return;
    const orphaned = (): void => {
      setTimeout(() => process.exit(1), ORPHAN_PATIENCE).unref();
      end();
    };
    if (process.connected) process.once('disconnect', orphaned);
    else orphaned();
  },
};
