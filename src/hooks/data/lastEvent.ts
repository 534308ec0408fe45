import { useEffect, useSyncExternalStore } from 'react';
import { useEvents } from './session.ts';

const KEY = 'foyer.lastEvent';
const listeners = new Set<() => void>();

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The event that was visited last on this device, if the user still may see it. */
export function useLastEventId(): string | null {
  const stored = useSyncExternalStore(subscribe, read);
  const events = useEvents();
  if (stored === null || events === null) return stored;
  return events.some((event) => event.id === stored) ? stored : null;
}

/** Remembers `eventId` as the last one visited; links to its creation screens follow (specification 1 §2). */
export function useRememberEvent(eventId: string): void {
  useEffect(() => {
    if (read() === eventId) return;
    try {
      localStorage.setItem(KEY, eventId);
    } catch {
      // Without storage the links go to the routes that ask for the event.
    }
    for (const listener of listeners) listener();
  }, [eventId]);
}
