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
  /** Looks for a new version now; false when there is none, and when nobody can be asked. */
  look(): Promise<boolean>;
}

export type UpdateState = 'none' | 'waiting' | 'consented' | 'replaced';

/** Whether the page that is shown holds what a reload would lose: typed, chosen, dragged, or on its way. Not every form keeps it. */
export interface Typing {
  held(): boolean;
  /** Another page is shown. */
  forget(): void;
}

/**
 * A new version waits for consent, then takes over on the next navigation to a route that is not protected, or at
 * once when the consent came on such a route where nothing was typed: then, and only then, the page is loaded again.
 */
export class Updates {
  #state: UpdateState = 'none';
  #route: RouteId | null = null;
  #offlineReady = false;
  /** The person has asked for a new version before there was one. */
  #wanted = false;
  readonly #source: UpdateSource;
  readonly #reload: () => void;
  readonly #typing: Typing;
  readonly #listeners = new Set<() => void>();

  constructor(source: UpdateSource, reload: () => void, typing: Typing) {
    this.#source = source;
    this.#reload = reload;
    this.#typing = typing;
    source.onWaiting(() => {
      this.#set('waiting');
      if (this.#wanted) this.consent();
    });
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
  /** Looks for a new version, so that it is offered. */
  async look(): Promise<void> {
    if (this.#state === 'none') await this.#source.look();
  }
  /** The person wants the new version: it takes over as soon as it is here. False when there is none to be had yet. */
  async want(): Promise<boolean> {
    this.#wanted = true;
    if (this.#state === 'waiting') this.consent();
    const found = this.#state !== 'none' || (await this.#source.look());
    this.#wanted = found;
    return found;
  }
  /** The person wants to go on; asked again at the next start of the app. */
  postpone(): void {
    if (this.#state === 'waiting') this.#set('none');
  }
  /** It is wanted, and comes with the next page, because something was typed on this one. */
  readonly isPutOff = (): boolean => this.#state === 'consented' && this.#typing.held();
  navigated(route: RouteId | null): void {
    this.#route = route;
    this.#typing.forget();
    this.#settle();
  }

  #settle(): void {
    if (this.#route === null || isProtected(this.#route) || this.#typing.held()) return;
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
