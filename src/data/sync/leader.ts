import type { Deps } from '../deps.ts';

/**
 * Runs `lead` in at most one visible tab of this device: a tab asks for the lock when it becomes visible and lets go
 * when it is hidden or closed (SYNC-05), so that the tab which a person looks at is never held up by one they do not
 * see. Returns the stop.
 */
export function startLeadership(
  deps: Deps,
  name: string,
  lead: (signal: AbortSignal) => Promise<void>,
): () => void {
  const stopped = new AbortController();
  let term: AbortController | null = null;

  async function serve(controller: AbortController): Promise<void> {
    let release: () => void;
    try {
      release = await deps.acquireLock(name, controller.signal);
    } catch {
      return;
    }
    try {
      if (!controller.signal.aborted) await lead(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) deps.report(error);
    } finally {
      release();
    }
  }

  function look(): void {
    if (stopped.signal.aborted) return;
    if (!deps.page.visible()) {
      term?.abort();
      term = null;
    } else if (term === null) {
      term = new AbortController();
      void serve(term);
    }
  }

  look();
  const unsubscribe = deps.page.subscribe(look);
  return () => {
    unsubscribe();
    stopped.abort();
    term?.abort();
  };
}
