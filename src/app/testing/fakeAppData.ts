import type { SessionStatus } from '#domain/config.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { Session } from '#domain/documents/session.ts';
import { err, ok } from '#domain/result.ts';
import type { Role } from '#domain/rights/roles.ts';
import { noCounts } from '#domain/notifications/attempts.ts';
import { setStatus } from '#domain/sessions/sessionEdits.ts';
import { createClock } from '#domain/devices/clock.ts';
import { admit, admitParty, cancelAdmission, markSeen, undoCancellation } from '#domain/commands/checkIn.ts';
import type { Command } from '#domain/commands/command.ts';
import { callForDocument, callForValue } from '#data/repository/call.ts';
import type { RepositoryContext } from '#data/repository/context.ts';
import { createCell } from '#data/signal.ts';
import { createEventStore, type FilledStore } from '#data/store/eventStore.ts';
import type {
  AppData,
  Attention,
  DataError,
  EventInput,
  EventRepository,
  Failure,
  OpenEvent,
  SyncStatus,
} from '#data/types.ts';
import type { OpenLogin } from '#domain/documents/user.ts';

/*
 * The data layer as the screens see it, without databases and server: the real EventStore, and repositories that write
 * into it. For tests of screens; the data layer has its own tests on real parts.
 */

const loginOf = (role: Role): OpenLogin => ({
  token: 'token',
  expires: Date.now() + 3_600_000,
  user: { _id: `user-${role}`, username: role, role },
});

export interface FakeAppData extends AppData {
  readonly session: ReturnType<typeof createCell<OpenLogin | null>>;
  readonly status: ReturnType<typeof createCell<SyncStatus>>;
  /** What was asked for, in order. */
  readonly calls: [name: string, ...details: unknown[]][];
  /** The next call of this name fails with this. */
  fail(name: string, failure: DataError | Failure): void;
  store(eventId: string): FilledStore;
}

export const QUIET: SyncStatus = {
  summary: 'synced',
  waiting: 0,
  databases: [],
  online: true,
  hub: null,
  clockOffset: 0,
  clockSkewed: false,
  clockKnown: true,
  storage: null,
};

/** As the local database would hand it over. */
const put = (store: FilledStore, doc: object): void =>
  store.apply([doc] as unknown as Parameters<FilledStore['apply']>[0]);

interface FakeOptions {
  role?: Role | null;
  events?: CentralEvent[] | null;
  missingEvents?: CentralEvent[];
  /** What waits for a person, as the server says it. */
  attention?: Attention;
  /** Of how many payments of an event something could not be learned from Stripe. */
  paymentAttention?: { eventId: string; count: number }[];
  /** Documents of each event; an event that is not here does not exist. */
  documents?: Record<string, Record<string, unknown>[]>;
}

export function fakeAppData({
  role = 'manager',
  events = [],
  missingEvents = [],
  documents = {},
  attention = { isPaused: false, roomLeft: null, messages: [] },
  paymentAttention = [],
}: FakeOptions = {}): FakeAppData {
  const session = createCell<OpenLogin | null>(role === null ? null : loginOf(role));
  const status = createCell<SyncStatus>(QUIET);
  const central = createCell<readonly CentralEvent[] | null>(events);
  const calls: FakeAppData['calls'] = [];
  const failures = new Map<string, Failure>();
  const clock = createClock({ wall: () => Date.now() });
  const device = { id: 'here', name: 'Here' };
  const stores = new Map<string, FilledStore>();
  for (const [eventId, docs] of Object.entries(documents)) {
    const store = createEventStore(eventId, () => undefined);
    for (const doc of docs) put(store, doc);
    stores.set(eventId, store);
  }

  /** Notes the call; the failure that was ordered for it, or null. */
  function failing(name: string, ...details: unknown[]): Failure | null {
    calls.push([name, ...details]);
    const failure = failures.get(name) ?? null;
    failures.delete(name);
    return failure;
  }
  function storeOf(eventId: string): FilledStore {
    const store = stores.get(eventId);
    if (store === undefined) throw new Error(`no event ${eventId}`);
    return store;
  }

  /** The real use cases of the door upon the store; only the database is none. */
  function doorOf(store: FilledStore): RepositoryContext {
    const db = {
      use: async (work: (pouch: object) => unknown) =>
        work({
          put: async () => ({ rev: '1-a' }),
          bulkDocs: async (docs: readonly object[]) => docs.map(() => ({ ok: true, rev: '1-a' })),
        }),
    };
    return {
      ...{ db: db as unknown as RepositoryContext['db'], store, clock, device },
      newId: () => `test${calls.length}`,
      lock: async () => () => undefined,
      inTurn: (work) => work(),
      user: () => session.get()?.user ?? null,
    };
  }
  async function checkin<Input extends { sessionId: string; clientId: string }>(
    name: string,
    store: FilledStore,
    command: Command<Input, Checkin>,
    input: Input,
  ): ReturnType<EventRepository['checkIn']> {
    const failure = failing(name, input.sessionId, input.clientId);
    return failure === null ? callForDocument(doorOf(store), command, input) : err(failure);
  }

  async function changeStatus(
    store: FilledStore,
    sessionId: string,
    next: SessionStatus,
  ): ReturnType<EventRepository['setSessionStatus']> {
    const failure = failing('setSessionStatus', sessionId, next);
    if (failure !== null) return err(failure);
    const before = store.session(sessionId);
    if (before === null) return err({ code: 'not_found' });
    const after: Session = {
      ...setStatus(before, next, { author: { id: 'user', name: 'user' }, time: clock.now() }),
      _rev: `2-${calls.length}`,
    };
    put(store, after);
    return ok(after);
  }

  function repositoryOf(store: FilledStore): EventRepository {
    let kept: Awaited<ReturnType<EventRepository['keptUndo']>> = null;
    const some: Partial<EventRepository> = {
      checkIn: (sessionId, clientId, method) => checkin('in', store, admit, { sessionId, clientId, method }),
      async admitParty(sessionId, clientIds, method) {
        const failure = failing('party', sessionId, ...clientIds);
        return failure === null
          ? callForValue(doorOf(store), admitParty, { sessionId, clientIds, method })
          : err(failure);
      },
      cancelCheckIn: (sessionId, clientId, method, admission) =>
        checkin('out', store, cancelAdmission, { sessionId, clientId, method, admission }),
      undoCancellation: (sessionId, clientId, cancellation) =>
        checkin('back', store, undoCancellation, { sessionId, clientId, cancellation }),
      markSeen: (sessionId, clientId, what) =>
        checkin('seen', store, markSeen, { sessionId, clientId, what }),
      leftOfImports: async () => null,
      keptUndo: async () => kept,
      keepUndo: async (undo) => void (kept = undo),
      underway: (work) => work(),
      setSessionStatus: (sessionId, next) => changeStatus(store, sessionId, next),
      async addPastedClients(sessionId, rows) {
        const failure = failing('addPastedClients', sessionId, rows);
        return failure === null ? ok({ created: rows.length }) : err(failure);
      },
      async saveEvent(input: EventInput) {
        const failure = failing('saveEvent', input);
        const event = store.event();
        if (failure !== null || event === null) return err(failure ?? { code: 'not_found' });
        return ok(event);
      },
      picture: async () => null,
    };
    // What the screens under test do not call is not there, and would fail loudly.
    return some as EventRepository;
  }

  const answer = async <T>(name: string, value: T, ...details: unknown[]) => {
    const failure = failing(name, ...details);
    return failure === null ? ok(value) : err(failure);
  };
  const some: Partial<FakeAppData> = {
    session,
    status,
    calls,
    clock,
    device,
    renameDevice: (name) => void (device.name = name),
    events: central,
    missingEvents: createCell<readonly CentralEvent[]>(missingEvents),
    store: storeOf,
    fail: (name, failure) => failures.set(name, typeof failure === 'string' ? { code: failure } : failure),
    login: {
      get: session.get,
      subscribe: session.subscribe,
      unheard: createCell(0),
      ended: createCell(null),
      codesFirst: createCell<'always' | 'asked' | null>(null),
      proven: () => undefined,
      codesLater: () => undefined,
      async login(username, password, { newPassword, code } = {}) {
        const more = [newPassword, code].filter((one) => one !== undefined);
        const failure = failing('login', username, password, ...more);
        if (failure !== null) return err(failure);
        const login = loginOf('manager');
        session.set(login);
        return ok(login.user);
      },
      pair: (code) => answer('pair', loginOf('host').user, code),
      async logout() {
        failing('logout');
        session.set(null);
      },
    },
    sync: {
      get: status.get,
      subscribe: status.subscribe,
      syncNow: async (eventId) => void failing('syncNow', eventId),
      retryRefused: async (eventId) => void failing('retryRefused', eventId),
      rebuild: (eventId) => answer('rebuild', { rescued: 0 }, eventId),
    },
    async openEvent(eventId) {
      const failure = failing('openEvent', eventId);
      if (failure !== null) return err(failure);
      const store = stores.get(eventId);
      if (store === undefined) return err({ code: 'not_found' });
      const event: OpenEvent = {
        id: eventId,
        store,
        repository: repositoryOf(store),
        sync: createCell({
          id: eventId,
          state: 'synced' as const,
          mode: 'light' as const,
          wanted: 'light' as const,
          localDocs: 0,
          remoteDocs: 0,
          complete: true,
          current: true,
          templates: true,
          waiting: 0,
          unsentCheckins: [],
          lastExchange: null,
          progress: null,
          refused: [],
          error: null,
          lostAt: null,
        }),
        close: () => undefined,
      };
      return ok(event);
    },
    createEvent: (input, eventId) => answer('createEvent', { eventId: 'gala' }, input, eventId),
    heldHere: (eventId) => answer('heldHere', { guests: 612, unconfirmed: 3 }, eventId),
    giveUpEvent: (eventId) => answer('giveUpEvent', { eventId }, eventId),
    bringBackEvent: (eventId) => answer('bringBackEvent', { eventId }, eventId),
    messages: {
      run: (eventId) => answer('runRoutine', { queued: 0 }, eventId),
      report: async () => ok({ counts: noCounts(), isPaused: false }),
      attention: async () => ok(attention),
      underway: async () => ok([]),
      stop: async () => ok({ stopped: 0 }),
      sent: async () => ({ ok: false, error: { code: 'not_found' } }),
      services: async () =>
        ok({
          services: { email: 'ready', sms: 'ready', whatsapp: 'ready' },
          ...{ links: true, cards: true },
        }),
      optOuts: async () => ok(new Set<string>()),
      setOptOut: (eventId, addresses, isOut) => answer('setOptOut', null, eventId, addresses, isOut),
      confirmCopy: () => answer('confirmCopy', null),
    },
    paymentAttention: async () => ok(paymentAttention),
    paymentTroubles: async () => ok({ open: 0, openUntil: null, troubles: [], lookedAt: [] }),
    createExample: (input) => answer('createExample', { eventId: 'gala' }, input),
    copyEvent: (from, input) => answer('copyEvent', { eventId: input.copyId }, from, input),
    deleteEvent: (eventId) => answer('deleteEvent', null, eventId),
    start: () => async () => undefined,
  };
  return some as FakeAppData;
}
