import { read, update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import type { Clock } from './clock.ts';

/** When both last held the same is written this often, ms. */
const MET_EVERY = 5000;
const MET = '_local/foyer-hub-met';

/** When this hub and the central server last held the same of each event, ms; kept through a restart. */
export interface MetTimes {
  /** Of one event, or of all that are exchanged; 0 for never. */
  of(eventId?: string): number;
  get(eventId: string): number | null;
  isEmpty(): boolean;
  note(eventId: string, at: number): void;
  load(): Promise<void>;
  save(): Promise<void>;
}

/** `isTaken`: an event that was taken from the hub holds the others' time up no more. `clock`: what it heard is kept along. */
export function createMetTimes(
  storage: Storage,
  clock: Clock,
  isTaken: (eventId: string) => boolean,
): MetTimes {
  const times = new Map<string, number>();
  let savedAt = 0;

  async function save(): Promise<void> {
    const central = await storage.open(DATABASES.central);
    // Only for show: whatever fails here is told elsewhere.
    const saved = { events: Object.fromEntries(times), heard: clock.timeThere() };
    await update(central, MET, () => saved).catch(() => undefined);
  }

  return {
    of(eventId) {
      const own = eventId === undefined ? undefined : times.get(eventId);
      if (own !== undefined) return own;
      const kept = [...times].flatMap(([id, at]) => (isTaken(id) ? [] : [at]));
      const counted = kept.length > 0 ? kept : [...times.values()];
      return counted.length === 0 ? 0 : Math.min(...counted);
    },
    get: (eventId) => times.get(eventId) ?? null,
    isEmpty: () => times.size === 0,
    note(eventId, at) {
      times.set(eventId, at);
      if (at - savedAt < MET_EVERY) return;
      savedAt = at;
      void save();
    },
    async load() {
      const stored = await read(await storage.open(DATABASES.central), MET);
      for (const [id, at] of Object.entries((stored?.['events'] ?? {}) as Record<string, unknown>))
        if (typeof at === 'number') times.set(id, at);
      if (typeof stored?.['heard'] === 'number') clock.heardBefore(stored['heard']);
    },
    save,
  };
}
