import type { CentralEvent } from '#domain/documents/event.ts';
import { scopeOf, type CopyScope } from '#domain/rights/reach.ts';
import { ok } from '#domain/result.ts';
import type { Deps } from './deps.ts';
import { deviceClock, deviceInfo, renameDevice } from './device.ts';
import { attempt, DataFailure, fail, failureOf } from './failure.ts';
import { heardOfHub } from './hub.ts';
import { createLoginStore } from './login.ts';
import { createAttempts } from './net/attempts.ts';
import { createHttp } from './net/http.ts';
import { later } from './net/later.ts';
import type { Server } from './net/server.ts';
import { openStorage } from './openStorage.ts';
import { batched, createCell } from './signal.ts';
import { createGlobalSearch } from './search/globalSearch.ts';
import { createStatus } from './status.ts';
import { blankStatus } from './sync/blankStatus.ts';
import type { UserContext } from './userContext.ts';
import type { AppData, DataError, DatabaseSync, Outcome, SyncControl, SyncStatus } from './types.ts';

/** The composition root of the data layer. Nothing runs before `start`. */
export function createAppData(deps: Deps): AppData {
  const device = deviceInfo(deps);
  const clock = deviceClock(deps);
  const http = createHttp(deps, {
    token: () => login.get()?.token ?? null,
    async onUnauthorized(token, renews) {
      const userId = login.get()?.user._id;
      // LOGIN-07. What was not pushed stays in this user's databases and leaves after the next login.
      // A changed password ends the old token before its successor is here: what is said of it meanwhile waits.
      if (!renews) await renewing;
      if (login.end(token)) deps.reload();
      const now = login.get();
      return now !== null && now.token !== token && now.user._id === userId;
    },
    async onDoorOver(token) {
      // While the databases open, or another tab logs in, it is asked again.
      if (context === null) throw new DataFailure({ code: 'offline' });
      delivering ??= context.deliver().finally(() => (delivering = null));
      const isAll = await delivering.catch((error: unknown) => {
        if (!failureOf(error).code.startsWith('storage')) throw error;
        // What cannot be read here, no later try reads.
        deps.report(error);
        return false;
      });
      if (login.end(token, isAll)) deps.reload();
    },
    onCodesFirst: (token) => login.askForCodes(token),
    deviceId: device.id,
    onOffset(offset) {
      clock.setOffset(offset);
      status.changed();
    },
    onHub(met, path) {
      const next = heardOfHub(hub, met, path);
      if (next === hub) return;
      hub = next;
      status.changed();
    },
  });
  let server: Server | null = null;
  const loadServer = async (): Promise<Server> => {
    const { createServer } = await import('./net/server.ts');
    server ??= createServer(http, (eventId) => sync.syncNow(eventId));
    return server;
  };
  const api = later(loadServer, 'api');
  const files = later(loadServer, 'files');
  const attempts = createAttempts(deps.newId);
  const login = createLoginStore(deps, () => api);
  const events = createCell<readonly CentralEvent[] | null>(null, deps.report);
  const missingEvents = createCell<readonly CentralEvent[]>([], deps.report);

  let hub: SyncStatus['hub'] = null;
  let context: UserContext | null = null;
  /** Settles when the context of the current login stands. */
  let changing: Promise<void> = Promise.resolve();
  let started = false;
  /** What the user of the context may hold. */
  let held: CopyScope = 'door';
  /** Set while a door whose time is over brings what it did. */
  let delivering: Promise<boolean> | null = null;
  /** Settles when no password is being changed. */
  let renewing: Promise<unknown> = Promise.resolve();

  /** Why nothing of the login opens here. */
  let unopened: DataError | null = null;

  const databases = (): readonly DatabaseSync[] => {
    if (context !== null) return [...context.manager.databases.get().values()];
    const blank = blankStatus('central', deps.standalone ? 'full' : 'light');
    return unopened === null ? [] : [{ ...blank, state: 'attention', error: unopened }];
  };
  const status = createStatus(deps, clock, databases, () => hub);

  const search = createGlobalSearch({
    deps,
    userId: () => context?.userId ?? null,
    events: events.get,
    copies: () => context?.copies() ?? [],
  });

  async function refreshUser(signal?: AbortSignal): Promise<void> {
    const before = login.get()?.user;
    const answer = await api.currentUser(signal);
    if (!answer.ok) return;
    login.refreshUser(answer.value);
    if (before === undefined || before.role === answer.value.role) return;
    // Once the copies are what the role allows: fitting them begins their exchanges anew. Not awaited, for a logout
    // meanwhile waits for whoever asks here.
    void changing.then(() => context?.manager.retryAllRefused());
  }

  /** Brings the context in line with who is logged in. */
  async function follow(): Promise<void> {
    // A login that opens nothing yet has no databases to follow.
    const follows = started && login.get()?.codesFirst !== true;
    const userId = follows ? (login.get()?.user._id ?? null) : null;
    const scope = scopeOf(login.get()?.user.role ?? 'host');
    const isNarrowed = context?.userId === userId && held !== scope;
    held = scope;
    // Also what another tab has learned of the role.
    if (isNarrowed) await context?.fit();
    if (context?.userId === userId || (context === null && userId === null)) return;
    const old = context;
    context = null;
    unopened = null;
    search.stop();
    events.set(null);
    missingEvents.set([]);
    status.changed();
    await old?.stop();
    if (userId === null) return;
    // Databases, use cases and synchronisation are loaded with the first login, not with the login's page.
    const { startUserContext } = await import('./userContext.ts');
    const user = () => login.get()?.user ?? null;
    const parts = { deps, http, clock, device, user, refreshUser };
    const fresh = await openStorage(
      deps,
      () => startUserContext(parts, userId),
      (error) => {
        unopened = error;
        status.changed();
      },
    );
    const tell = batched(() => {
      if (context !== fresh) return;
      show(fresh);
    });
    fresh.central.events.subscribe(tell);
    fresh.central.missing.subscribe(tell);
    fresh.manager.databases.subscribe(tell);
    context = fresh;
    show(fresh);
  }

  function show({ central, copies }: UserContext): void {
    const here = new Set(copies());
    events.set(central.events.get());
    missingEvents.set(central.missing.get().filter(({ id }) => here.has(id)));
    status.changed();
  }

  function refollow(): Promise<void> {
    changing = changing.then(follow).catch(deps.report);
    return changing;
  }

  /** Runs `work` for the logged-in user once their databases are there. */
  const asUser = <T>(work: (user: UserContext) => Outcome<T>): Outcome<T> =>
    attempt(async () => {
      await changing;
      // Somebody may have made room, and tries again.
      if (unopened !== null) await refollow();
      if (context === null)
        return fail(login.get() === null ? 'unauthorized' : (unopened ?? 'storage_broken'));
      return work(context);
    });

  const sync: SyncControl = {
    get: status.status.get,
    subscribe: status.status.subscribe,
    async syncNow(eventId) {
      await changing;
      await context?.manager.syncNow(eventId);
    },
    async retryRefused(eventId) {
      await changing;
      context?.manager.retryRefused(eventId);
    },
    rebuild: (eventId) => asUser((user) => user.rebuild(eventId)),
  };

  const loadWholeEvents = async () => {
    const { createWholeEvents } = await import('./wholeEvents.ts');
    const parts = { deps, clock, api, asUser, missing: missingEvents.get, syncNow: sync.syncNow };
    const current = (): Promise<UserContext | null> => changing.then(() => context);
    return { wholeEvents: createWholeEvents({ ...parts, current }) };
  };
  const wholeEvents = later(loadWholeEvents, 'wholeEvents');

  return {
    login,
    sync,
    device,
    renameDevice: (name) => renameDevice(device, name, deps),
    clock,
    search: { find: (...asked) => asUser(() => search.find(...asked)), subscribe: search.subscribe },
    events: { get: events.get, subscribe: events.subscribe },
    missingEvents: { get: missingEvents.get, subscribe: missingEvents.subscribe },
    openEvent: (eventId) => asUser((user) => user.open(eventId)),
    createEvent: wholeEvents.createEvent,
    createExample: wholeEvents.createExample,
    copyEvent: wholeEvents.copyEvent,
    bringBackEvent: wholeEvents.bringBackEvent,
    giveUpEvent: wholeEvents.giveUpEvent,
    deleteEvent: wholeEvents.deleteEvent,
    heldHere: (eventId) => asUser((user) => user.held(eventId)),
    accounts: later(loadServer, 'accounts'),
    createUser: (input) => attempts.run(['user', input], (id) => api.createUser({ ...input, id })),
    setAuthorizations: (userId, authorizations) =>
      attempt(async () => {
        const saved = await api.setAuthorizations(userId, authorizations);
        // SYNC-12: central is synchronised after a change of rights.
        if (saved.ok) await context?.central.refresh().catch(deps.report);
        return saved;
      }),
    associateCustomer: (eventId, consumerId) =>
      attempt(async () => {
        // The server reads the address from its own copy.
        await sync.syncNow(eventId);
        return attempts.run(['customer', eventId, consumerId], (id) =>
          api.registerCustomer(eventId, consumerId, id),
        );
      }),
    history: (eventId, wanted) => api.history(eventId, wanted),
    serverFiles: files.list,
    serverFile: files.content,
    issuedPdf: (eventId, which) => api.issuedPdf(eventId, which),
    personData: (eventId, clientId, language) =>
      attempt(async () => {
        await sync.syncNow(eventId);
        return api.personData(eventId, clientId, language);
      }),
    guestLink: (eventId, consumerId) =>
      attempt(async () => {
        // An end of the link before this one may still be here alone.
        await sync.syncNow(eventId);
        return api.guestLink(eventId, consumerId);
      }),
    refundPayment: (eventId, refund) =>
      attempts.run(['refund', eventId, refund], (id) => api.refundPayment(eventId, refund, id)),
    paymentTroubles: (eventId) => api.paymentTroubles(eventId),
    retryPayments: (eventId) => api.retryPayments(eventId),
    lookedAtPayment: (eventId, page) => api.lookedAtPayment(eventId, page),
    cardAccounts: (eventId, consumerId) => api.cardAccounts(eventId, consumerId),
    paymentAttention: () => api.paymentAttention(),
    services: later(loadServer, 'services'),
    messages: later(loadServer, 'messages'),
    users: () => api.users(),
    changePassword(current, updated) {
      const changed = attempt(async () => {
        const old = login.get()?.token ?? '';
        const answer = await api.changePassword(current, updated);
        if (!answer.ok) return answer;
        if (answer.value !== null) login.renew(old, answer.value.token, answer.value.expires);
        return ok(null);
      });
      renewing = changed;
      return changed;
    },
    changePhone: (phone) =>
      attempt(async () => {
        const saved = await api.changePhone(phone);
        if (saved.ok) await refreshUser();
        return saved;
      }),
    start() {
      started = true;
      const stops = [login.start(), login.subscribe(() => void refollow()), status.start()];
      void refollow();
      return () => {
        started = false;
        for (const stop of stops) stop();
        return refollow();
      };
    },
  };
}

export type { Deps } from './deps.ts';
