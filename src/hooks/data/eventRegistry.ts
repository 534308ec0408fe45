import type { AppData, Failure, OpenEvent } from '#data/types.ts';

export type EventState =
  { state: 'loading' } | { state: 'ready'; event: OpenEvent } | { state: 'failed'; failure: Failure };

const LOADING: EventState = { state: 'loading' };
/** An event that no screen shows any more stays open this long, so that going back to it is instant. */
const LINGER_MS = 60_000;

interface Holding {
  state: EventState;
  users: number;
  closing: ReturnType<typeof setTimeout> | undefined;
  listeners: Set<() => void>;
}

/** Events held open for the screens, one opening each however many screens look at it. */
export class EventRegistry {
  readonly #data: AppData;
  readonly #held = new Map<string, Holding>();

  constructor(data: AppData) {
    this.#data = data;
  }

  state(eventId: string): EventState {
    return this.#held.get(eventId)?.state ?? LOADING;
  }

  /** Opens the event while anybody is subscribed. */
  subscribe(eventId: string, listener: () => void): () => void {
    const holding = this.#hold(eventId);
    holding.users += 1;
    holding.listeners.add(listener);
    clearTimeout(holding.closing);
    return () => {
      holding.users -= 1;
      holding.listeners.delete(listener);
      if (holding.users === 0) this.#linger(eventId, holding);
    };
  }

  /** Tries again after a failure. */
  retry(eventId: string): void {
    const holding = this.#held.get(eventId);
    if (holding === undefined || holding.state.state !== 'failed') return;
    this.#set(holding, LOADING);
    void this.#open(eventId, holding);
  }

  #hold(eventId: string): Holding {
    const known = this.#held.get(eventId);
    if (known !== undefined) return known;
    const holding: Holding = { state: LOADING, users: 0, closing: undefined, listeners: new Set() };
    this.#held.set(eventId, holding);
    void this.#open(eventId, holding);
    return holding;
  }

  async #open(eventId: string, holding: Holding): Promise<void> {
    let state: EventState;
    try {
      const opened = await this.#data.openEvent(eventId);
      state = opened.ok
        ? { state: 'ready', event: opened.value }
        : { state: 'failed', failure: opened.error };
    } catch (cause) {
      state = { state: 'failed', failure: { code: 'unknown', message: String(cause) } };
    }
    if (this.#held.get(eventId) !== holding) {
      if (state.state === 'ready') state.event.close();
      return;
    }
    this.#set(holding, state);
  }

  #set(holding: Holding, state: EventState): void {
    holding.state = state;
    for (const listener of holding.listeners) listener();
  }

  #linger(eventId: string, holding: Holding): void {
    clearTimeout(holding.closing);
    // A failure is not worth keeping, nor an event that was withdrawn: the next visit asks again.
    const empty = holding.state.state === 'ready' && holding.state.event.store.event() === null;
    const wait = empty || holding.state.state === 'failed' ? 0 : LINGER_MS;
    holding.closing = setTimeout(() => {
      if (holding.users > 0) return;
      this.#held.delete(eventId);
      if (holding.state.state === 'ready') holding.state.event.close();
    }, wait);
  }
}
