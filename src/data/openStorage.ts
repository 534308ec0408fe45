import type { Deps } from './deps.ts';
import { failureOf } from './failure.ts';
import type { DataError } from './types.ts';

/** Longer no device takes that answers at all, ms. */
export const LONGEST_OPENING_MS = 20_000;

/**
 * Opens what this device keeps, and tells when it does not open: in a private window, or where site data are blocked, some
 * browsers refuse that, and some never answer. `tell(null)`: it is open, perhaps late. Rejects as `open` does.
 */
export async function openStorage<T>(
  deps: Deps,
  open: () => Promise<T>,
  tell: (error: DataError | null) => void,
): Promise<T> {
  const late = deps.timers.set(() => tell('storage_broken'), LONGEST_OPENING_MS);
  try {
    const opened = await open();
    tell(null);
    return opened;
  } catch (error) {
    tell(failureOf(error).code === 'storage_full' ? 'storage_full' : 'storage_broken');
    throw error;
  } finally {
    deps.timers.clear(late);
  }
}
