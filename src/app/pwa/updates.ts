import type { RouteId } from '#ui/paths.ts';

/** Nothing interrupts a door: no prompt and no reload on these routes. */
const PROTECTED: readonly RouteId[] = ['checkin', 'scan'];
export const isProtected = (route: RouteId | null): boolean => route !== null && PROTECTED.includes(route);

/** What the service worker machinery must offer. */
export interface UpdateSource {
  /** Called when a new version waits. */
  onWaiting(listener: () => void): void;
  /** Called when a new version has taken over this tab, from here or from another tab. */
  onReplaced(listener: () => void): void;
  /** Called when the app can start without a network for the first time. */
  onOfflineReady(listener: () => void): void;
  /** Lets the waiting version take over. */
  activate(): void;
}

export type UpdateState = 'none' | 'waiting' | 'consented' | 'replaced';

/**
 * A new version waits for consent, then takes over on the next navigation to a route that is not protected, or at
 * once when the consent came on such a route: then, and only then, the page is loaded again.
 */
export class Updates {
  #state: UpdateState = 'none';
  #route: RouteId | null = null;
  #offlineReady = false;
  readonly #source: UpdateSource;
  readonly #reload: () => void;
  readonly #listeners = new Set<() => void>();

  constructor(source: UpdateSource, reload: () => void) {
    this.#source = source;
    this.#reload = reload;
    source.onWaiting(() => this.#set('waiting'));
    source.onReplaced(() => {
      this.#set('replaced');
      this.#settle();
    });
    source.onOfflineReady(() => {
      this.#offlineReady = true;
      this.#tell();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): UpdateState => this.#state;
  readonly offlineReady = (): boolean => this.#offlineReady;

  consent(): void {
    if (this.#state !== 'waiting') return;
    this.#set('consented');
    this.#settle();
  }
  /** The person wants to go on; asked again at the next start of the app. */
  postpone(): void {
    if (this.#state === 'waiting') this.#set('none');
  }
  navigated(route: RouteId | null): void {
    this.#route = route;
    this.#settle();
  }

  #settle(): void {
    if (this.#route === null || isProtected(this.#route)) return;
    if (this.#state === 'consented') this.#source.activate();
    if (this.#state === 'replaced') this.#reload();
  }
  #set(state: UpdateState): void {
    this.#state = state;
    this.#tell();
  }
  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
