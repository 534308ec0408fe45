import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { AppData, EventStore, OpenEvent } from '#data/types.ts';
import { useAppData } from './appData.tsx';
import { EventRegistry, type EventState } from './eventRegistry.ts';

const registries = new WeakMap<AppData, EventRegistry>();

function registryOf(data: AppData): EventRegistry {
  let registry = registries.get(data);
  if (registry === undefined) registries.set(data, (registry = new EventRegistry(data)));
  return registry;
}

const NOTHING = () => () => undefined;
const LOADING: EventState = { state: 'loading' };

/** Opens an event for as long as the caller is there; null opens none. */
export function useOpenEvent(eventId: string | null): EventState & { retry: () => void } {
  const registry = registryOf(useAppData());
  const subscribe = useCallback(
    (listener: () => void) => (eventId === null ? NOTHING() : registry.subscribe(eventId, listener)),
    [registry, eventId],
  );
  const state = useSyncExternalStore(subscribe, () => (eventId === null ? LOADING : registry.state(eventId)));
  const retry = useCallback(() => {
    if (eventId !== null) registry.retry(eventId);
  }, [registry, eventId]);
  return { ...state, retry };
}

const EventContext = createContext<OpenEvent | null>(null);

/** Gives the open event to the screens of its routes. */
export function EventProvider({ event, children }: { event: OpenEvent; children: ReactNode }) {
  return <EventContext value={event}>{children}</EventContext>;
}

/** The event of the route; only below an EventProvider. */
export function useEvent(): OpenEvent {
  const event = use(EventContext);
  if (event === null) throw new Error('useEvent needs an event route');
  return event;
}

/**
 * A live selection of an event's store. The selector must return something stored there, or a primitive, not a new
 * object each time.
 */
export function useLiveOf<T>(store: EventStore, select: (store: EventStore) => T): T {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => select(store));
}

/** A live selection of the route's event. */
export const useLive = <T,>(select: (store: EventStore) => T): T => useLiveOf(useEvent().store, select);
