import { useCallback, useSyncExternalStore } from 'react';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { OpenLogin } from '#domain/documents/user.ts';
import { hasRole, type Role } from '#domain/rights/roles.ts';
import type { SyncStatus } from '#data/types.ts';
import { useAppData, useReadable } from './appData.tsx';
import { inOrder } from './eventOrder.ts';

/** Who is logged in on this device, or null. */
export const useOpenLogin = (): OpenLogin | null => useReadable(useAppData().login);

/** Whether the server takes nothing of this login before one-time codes are set up. */
export const useCodesFirst = (): 'always' | 'asked' | null => useReadable(useAppData().login.codesFirst);

/** True when the logged-in user's role is at or above `required`. */
export function useCan(required: Role): boolean {
  const session = useOpenLogin();
  return session !== null && hasRole(session.user.role, required);
}

export const useSyncStatus = (): SyncStatus => useReadable(useAppData().sync);

/**
 * One thing of how the exchange stands. It changes many times while an app starts: who needs no more of it than this is not
 * drawn again for the rest. The selector returns a primitive, or something that is kept there.
 */
export function useSyncOf<T>(select: (status: SyncStatus) => T): T {
  const { sync } = useAppData();
  const subscribe = useCallback((listener: () => void) => sync.subscribe(listener), [sync]);
  return useSyncExternalStore(subscribe, () => select(sync.get()));
}

/** Events that this device holds and the server may have lost. */
export const useMissingEvents = (): readonly CentralEvent[] => useReadable(useAppData().missingEvents);

/** Events that the user may see, in the order of Home; null until known. */
export function useEvents(): readonly CentralEvent[] | null {
  const events = useReadable(useAppData().events);
  return events === null ? null : inOrder(events);
}
