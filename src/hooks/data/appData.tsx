import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { AppData, Readable } from '#data/types.ts';

const AppDataContext = createContext<AppData | null>(null);

/** Hands the data layer to the screens; used once, by the composition root. */
export function AppDataProvider({ data, children }: { data: AppData; children: ReactNode }) {
  return <AppDataContext value={data}>{children}</AppDataContext>;
}

export function useAppData(): AppData {
  const data = use(AppDataContext);
  if (data === null) throw new Error('useAppData needs an AppDataProvider');
  return data;
}

/** What a `Readable` holds now; renders again when it changes. */
export function useReadable<T>(readable: Readable<T>): T {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable]);
  return useSyncExternalStore(subscribe, () => readable.get());
}
