import type { Deps } from '../deps.ts';

/** A burst of acts keeps the lock so long after its last one, ms: asking for it costs as much as an act. */
const LINGER_MS = 250;
/** Longer than this no burst keeps it from a tab that waits for it, ms. */
const LONGEST_MS = 1000;

export interface Turn {
  /** Runs `work` when nobody else works: one after the other in this tab, and no other tab meanwhile. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Whatever was heard before the lock was taken is to be heard again. Lets go once nothing is under way. */
  letGo(): void;
  stop(): void;
}

interface TurnParts {
  /** Waits until no other tab has the lock; resolves with the way to let go of it. */
  take(): Promise<() => void>;
  /** What has to be known that other tabs did before: asked each time the lock was taken, as only then they could. */
  catchUp(): Promise<void>;
  page: Deps['page'];
  timers: Deps['timers'];
}

/**
 * A lock that stays with this tab for a moment after its use. A hidden tab lets go at once: a browser may let its timers
 * wait for minutes. The lock of a tab that crashes is let go of by the browser.
 */
export function createTurn({ take, catchUp, page, timers }: TurnParts): Turn {
  let release: (() => void) | null = null;
  let isDue = false;
  let wanting = 0;
  let before = Promise.resolve();
  let lingering: unknown = null;
  let longest: unknown = null;
  let stopped = false;

  function end(): void {
    timers.clear(lingering);
    timers.clear(longest);
    release?.();
    release = null;
    isDue = false;
  }

  async function begin(): Promise<void> {
    if (isDue) end();
    if (release !== null) return;
    release = await take();
    longest = timers.set(() => (isDue = true), LONGEST_MS);
    try {
      await catchUp();
    } catch (error) {
      end();
      throw error;
    }
  }

  function rest(): void {
    if (release === null || wanting > 0) return;
    if (isDue || stopped || !page.visible()) end();
    else lingering = timers.set(end, LINGER_MS);
  }

  const unsubscribe = page.subscribe(() => {
    if (!page.visible() && wanting === 0) end();
  });

  return {
    async use(work) {
      wanting += 1;
      timers.clear(lingering);
      const mine = before.then(begin).then(work);
      const over = (): void => {
        wanting -= 1;
        rest();
      };
      before = mine.then(over, over);
      return mine;
    },
    letGo() {
      isDue = true;
      if (wanting === 0) end();
    },
    stop() {
      stopped = true;
      unsubscribe();
      if (wanting === 0) end();
    },
  };
}
