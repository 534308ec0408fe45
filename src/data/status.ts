import { isSkewed, type Clock } from '#domain/devices/clock.ts';
import type { Deps, StorageEstimate } from './deps.ts';
import { batched, createCell } from './signal.ts';
import type { DatabaseSync, Readable, SyncStatus } from './types.ts';

/** Storage is looked at this often, ms. */
const ESTIMATE_EVERY_MS = 60_000;

/** The header's one word and what stands behind it, from all databases of this login. */
export function createStatus(
  deps: Deps,
  clock: Clock,
  databases: () => readonly DatabaseSync[],
  hub: () => SyncStatus['hub'],
): { status: Readable<SyncStatus>; changed(): void; start(): () => void } {
  let storage: StorageEstimate | null = null;
  const cell = createCell<SyncStatus>(make(), deps.report);

  function make(): SyncStatus {
    const list = databases();
    return {
      summary: summaryOf(list, deps.page.online()),
      waiting: list.reduce((sum, one) => sum + one.waiting, 0),
      databases: list,
      hub: hub(),
      online: deps.page.online(),
      clockOffset: clock.offset,
      clockSkewed: isSkewed(clock.offset),
      clockKnown: clock.compared,
      storage,
    };
  }

  const changed = batched(() => cell.set(make()));

  return {
    status: cell,
    changed,
    start() {
      let timer: unknown;
      let stopped = false;
      const look = (): void => {
        deps
          .estimateStorage()
          .then((estimate) => {
            storage = estimate;
            changed();
          })
          .catch(deps.report);
        if (!stopped) timer = deps.timers.set(look, ESTIMATE_EVERY_MS);
      };
      look();
      const stopPage = deps.page.subscribe(changed);
      return () => {
        stopped = true;
        deps.timers.clear(timer);
        stopPage();
      };
    },
  };
}

function summaryOf(list: readonly DatabaseSync[], online: boolean): SyncStatus['summary'] {
  if (list.some(({ state }) => state === 'attention')) return 'attention';
  if (!online || list.some(({ state }) => state === 'offline')) return 'offline';
  // What rests has nothing new, unless something of this device's still waits in it.
  const settled = ({ state, waiting }: DatabaseSync): boolean =>
    waiting === 0 && (state === 'synced' || state === 'paused');
  if (list.length === 0 || !list.every(settled)) return 'syncing';
  return 'synced';
}
