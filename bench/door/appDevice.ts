import { localName } from '#data/local/database.ts';
import { createDevice, until } from '#data/testing/device.ts';
import { now, type DeviceOptions, type DeviceState, type LoadDevice, type Written } from './device.ts';
import type { Step } from './script.ts';

const SETTLE_MS = 60_000;

/** The app's data layer, with PouchDB in memory in IndexedDB's place. */
export async function openAppDevice(options: DeviceOptions): Promise<LoadDevice> {
  const { url, username, eventId, sessionId } = options;
  const device = createDevice(url);
  let received = 0;
  const { fetch } = device.deps;
  device.deps.fetch = async (...args) => {
    const response = await fetch(...args);
    received += Number(response.headers.get('content-length') ?? 0);
    return response;
  };
  const tab = device.tab();
  await tab.login(username);
  const { store, repository, sync, close } = await tab.open(eventId);
  const clientIds = (store.session(sessionId)?.clients ?? []).map(({ clientId }) => clientId);
  let session = store.session(sessionId);
  received = 0;
  let trouble = 0;
  let since: number | null = null;
  sync.subscribe(() => {
    const { state } = sync.get();
    const isWell = state === 'synced' || state === 'syncing' || state === 'pulling';
    if (since !== null) trouble = Math.max(trouble, now() - since);
    since = isWell ? null : (since ?? now());
  });

  return {
    async act({ guest, action }: Step): Promise<Written> {
      const clientId = clientIds[guest] ?? '';
      const result =
        action === 'in'
          ? await repository.checkIn(sessionId, clientId, 'scan')
          : await repository.cancelCheckIn(sessionId, clientId, 'list');
      if (!result.ok) throw new Error(`${username} ${action} ${clientId}: ${result.error.code}`);
      const { _id, time } = result.value;
      return { id: _id, clientId, checkInTime: action === 'in' ? time : null };
    },
    look() {
      session = store.session(sessionId);
    },
    words(guest) {
      const entry = session?.clients[guest];
      if (entry === undefined) return 0;
      const [newest, ...older] = store.checkinsOf(sessionId, entry.clientId);
      if (newest === undefined) return 0;
      const shown = newest.action === 'in' ? newest.time : null;
      return entry.checkInTime === shown ? 1 + older.length : 0;
    },
    subscribe: (listener) => store.subscribe(listener),
    async state(rev): Promise<DeviceState> {
      const there = (): boolean =>
        store.documents('session').get(sessionId)?._rev === rev && sync.get().waiting === 0;
      await until([store, sync], there, { ms: SETTLE_MS }).catch((error: unknown) =>
        device.errors.push(error),
      );
      const userId = tab.data.login.get()?.user._id ?? '';
      const db = await device.deps.openDatabase(localName(userId, eventId));
      const { rows } = await db.allDocs({ include_docs: true, conflicts: true });
      await db.close();
      return {
        checkins: rows.flatMap(({ id }) => (id.startsWith('checkin_') ? [id] : [])),
        entries: (store.session(sessionId)?.clients ?? []).map((entry) => [
          entry.clientId,
          entry.checkInTime,
        ]),
        conflicts: rows.flatMap(({ id, doc }) => (doc?._conflicts === undefined ? [] : [id])),
        waiting: sync.get().waiting,
        received,
        trouble: since === null ? trouble : Math.max(trouble, now() - since),
        errors: device.errors.map(String),
      };
    },
    async close() {
      close();
      await tab.stop();
    },
  };
}
