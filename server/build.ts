import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#api/wire.ts';
import type { Documents } from '#domain/commands/documents.ts';
import type { ApiParts } from './api/context.ts';
import { registerApi } from './api/index.ts';
import { Access, type Person } from './auth/access.ts';
import { Accounts } from './auth/accounts.ts';
import { ensureFirstManager } from './auth/firstManager.ts';
import { Codes } from './auth/codes.ts';
import { LoginLimits } from './auth/loginLimits.ts';
import { LoginQueue } from './auth/loginQueue.ts';
import { Logins } from './auth/logins.ts';
import { warmUp } from './auth/passwords.ts';
import { resetAtStart } from './auth/resetAtStart.ts';
import { servicesKey, tokenSecret } from './auth/secret.ts';
import { SignIn } from './auth/signIn.ts';
import { createTokens } from './auth/tokens.ts';
import { openChannel } from './backup/channel.ts';
import { assertFinished } from './backup/unfinished.ts';
import { createApp, type AppOptions } from './http/app.ts';
import { registerClient } from './http/client.ts';
import { closeConnections } from './http/connections.ts';
import { beginCentral } from './events/central.ts';
import { adoptIntents } from './events/intents.ts';
import { serverDocuments } from './commands/documents.ts';
import { createRegistrar, type Registrar } from './commands/registrar.ts';
import { CustomerLogins } from './customers/customerLogins.ts';
import { DeskAccounts } from './desk/accounts.ts';
import { DeskAddresses } from './desk/addresses.ts';
import { Desk } from './desk/desk.ts';
import { OwnDesk } from './desk/ownDesk.ts';
import { readPageScript } from './desk/pageScript.ts';
import { registerPay } from './desk/pay.ts';
import { registerDesk } from './desk/routes.ts';
import { Doors } from './doors/doors.ts';
import { guardHub } from './hub/gate.ts';
import { Hubs } from './hub/hubs.ts';
import { joinedAs, type Identity } from './hub/identity.ts';
import { createLink, type Link } from './hub/link.ts';
import { assertHubsDatabases } from './hub/ownDatabases.ts';
import { knownTokens } from './hub/tokens.ts';
import { createUpstream } from './hub/upstream.ts';
import { registerGateway } from './gateway/index.ts';
import { LeavesService } from './gateway/read/leaves.ts';
import { ChangesService } from './gateway/changes/longPoll.ts';
import { GatewayWriter } from './gateway/write/write.ts';
import { Limits } from './base/limits.ts';
import { newId } from './base/newId.ts';
import { clientDir } from './base/root.ts';
import { noteRefusals } from './http/refusals.ts';
import { Jobs } from './jobs/jobs.ts';
import { SecurityLog } from './security/securityLog.ts';
import { createMetrics } from './metrics/metrics.ts';
import { registerMetrics } from './metrics/routes.ts';
import { Outbox } from './outbox/outbox.ts';
import { PASSWORD_PATH } from './outbox/passwordMail.ts';
import type { SendingOptions } from './outbox/sending.ts';
import { keepFormerKey } from './payments/formerKeys.ts';
import { moneyKnown } from './payments/moneyKnown.ts';
import { Payments } from './payments/payments.ts';
import { Services } from './services/services.ts';
import { installDesign } from './storage/design.ts';
import { openAll, patiently } from './storage/opening.ts';
import { DATABASES, type Storage } from './storage/types.ts';
import { ERASE } from './worker/erasure/kind.ts';
import { takeUp } from './worker/erasure/ledger.ts';
import { startWorker, type Worker } from './worker/index.ts';
import { centralDuties, hubDuties } from './duties.ts';
import { openConfigured } from './openConfigured.ts';

/** Bytes of one request: pictures and PDFs travel inline to the databases. */
const DB_BODY_LIMIT = 64 * 1024 * 1024;

export interface BuildOptions extends AppOptions {
  /** Ready storage, for tests; otherwise opened from the configuration. Closed with the server in both cases. */
  storage?: Storage;
  /** False starts without the worker. */
  worker?: boolean;
  /** How long Twilio is waited for, for tests. */
  twilioTimes?: SendingOptions['twilioTimes'];
  /** How long Stripe is waited for, for tests (ms). */
  stripePatience?: number | undefined;
  /** What POST /api/shutdown does after its reply. */
  shutdown?: () => void;
  /** Shows the generated password of the first manager. */
  announce?: (username: string, password: string) => void;
  /** Folder of the built app. */
  clientDir?: string;
  /** Judges what the handlers of the API answer; for tests (testing/checkReply.ts). */
  checkReply?: ApiParts['check'];
}

export interface BuiltServer {
  /** Not listening yet. */
  app: FastifyInstance;
  storage: Storage;
  /** Null when it was not asked for. */
  worker: Worker | null;
  /** An event's documents for the commands of somebody who acts inside of this process. */
  documents(eventId: string, person: Person): Promise<Documents>;
  /** The same for commands that many call a second. */
  registrar: Registrar;
  /** The exchange with the central server, on a hub. */
  link: Link | null;
  /** Takes nothing new, ends long polls, finishes what runs, closes the databases. */
  close(): Promise<void>;
}

/**
 * Puts the server together: storage, accounts, API, gateway, worker, the built app. Throws ConfigError, FolderInUse
 * or a storage's own error; nothing stays open then.
 */
export async function buildServer(options: BuildOptions): Promise<BuiltServer> {
  const { config } = options;
  const app = createApp(options, newId);
  const { log } = app;
  const metrics = createMetrics();
  const storage = options.storage ?? (await openConfigured({ config, log, metrics }));
  try {
    await openAll(storage, [DATABASES.worker]);
    await assertFinished(storage);
    const alone = storage.kind === 'embedded';
    const now = options.now ?? Date.now;
    const secret = await tokenSecret(config.tokenSecret, config.dataDir);
    const ownTokens = createTokens(secret, config.tokenTtl);
    const tokens = knownTokens(ownTokens, storage, config.upstream !== null);
    async function openLink(joinedTo: NonNullable<BuildOptions['config']['upstream']>): Promise<Link> {
      const { dataDir } = config;
      // Before the code is used up.
      await patiently(() => assertHubsDatabases(storage));
      let identity: Identity | null = null;
      const upstream = createUpstream(joinedTo.address, () => identity, { now });
      identity = await joinedAs(joinedTo, dataDir, upstream);
      return createLink({ storage, accounts, upstream, dataDir, identity, log, now });
    }
    const security = new SecurityLog({
      storage,
      now,
      tell: (event) => app.log.warn({ security: event }, 'security'),
    });
    noteRefusals(app, security);
    const logins = new Logins(storage, config.tokenTtl);
    const accounts = new Accounts(storage, logins);
    const access = new Access({ storage, accounts, tokens, logins, isHub: config.upstream !== null });
    await openAll(storage, Object.values(DATABASES));
    const users = await storage.open(DATABASES.users);
    await patiently(() => installDesign(users, 'users'));
    await patiently(() => beginCentral(storage));
    const jobs = new Jobs({ storage, holder: newId(), now });
    await patiently(() => adoptIntents(storage, jobs, alone));
    const erasedIn = await patiently(() => takeUp(storage, config.dataDir));
    for (const eventId of erasedIn) await jobs.enqueue(ERASE, { eventId, key: '', payload: null });
    const link = config.upstream === null ? null : await openLink(config.upstream);
    // On a hub people come from the central server.
    if (link === null)
      await ensureFirstManager(accounts, config.admin, {
        alone,
        announce: options.announce ?? (() => undefined),
      });
    else guardHub(app, link, config.upstream?.address ?? '');
    await warmUp();
    const stopLogins = await logins.start();
    const loginLimits = new LoginLimits();
    const loginQueue = new LoginQueue();
    const services = new Services(storage, () => servicesKey(config.servicesKey, config.dataDir));
    const codes = new Codes({ storage, seals: () => services.seals(), now });
    // A hub has none to take away.
    if (link === null) await patiently(() => resetAtStart(config.resetCodes, { accounts, codes, security }));
    const signIn = new SignIn({
      ...{ accounts, codes, tokens },
      security,
      limits: loginLimits,
      queue: loginQueue,
      now,
    });

    let worker: Worker | null = null;
    const limits = new Limits();
    const writer = new GatewayWriter({
      ...{ storage, accounts, security, services, now },
      isEvent: (eventId) => access.isEvent(eventId),
      settingsChange: (eventId, before, after) =>
        keepFormerKey({ storage, services, jobs, now }, eventId, before, after),
      moneyKnown: (eventId, db, consumerIds) => moneyKnown(storage, eventId, db, consumerIds),
    });
    const changes = new ChangesService(storage, access, writer.fresh);
    await changes.start();
    await patiently(() => services.sealStored());
    const outbox = new Outbox({ storage, services, jobs, now });
    const documents: BuiltServer['documents'] = (eventId, person) =>
      serverDocuments({ storage, writer }, eventId, person);
    const registrar = createRegistrar({ storage, writer, newId, now });
    /** Where this fails, whoever registers next at that event does it. */
    const finishGroups = (): Promise<void> =>
      registrar.finish().catch((error: unknown) => log.warn({ err: error }, 'desk: left half written'));
    const addresses = new DeskAddresses(storage);
    const { publicUrl, stripeApiBase: stripeBase } = config;
    // The worker's lease says who decides where several processes share a CouchDB.
    const isRegistrar = (): boolean => alone || options.worker === false || worker?.status().active === true;
    const payments = new Payments({
      ...{ storage, services, jobs, registrar, isRegistrar, stripeBase, publicUrl, now },
      stripePatience: options.stripePatience,
    });
    const atDesk = { storage, addresses, registrar, payments, secret, now, isRegistrar };
    const [desk, ownDesk] = [new Desk(atDesk), new OwnDesk(atDesk)];
    const customerLogins = new CustomerLogins({ storage, limits: loginLimits, queue: loginQueue, now });
    const deskAccounts = new DeskAccounts(customerLogins, ownDesk);
    metrics.watch({
      ...{ waiting: () => changes.waiting, messages: () => outbox.tally() },
      worker: () => worker?.status() ?? null,
      lags: () => worker?.lags() ?? new Map(),
    });
    const doors = new Doors({ storage, accounts, signIn, hub: link, now });
    registerMetrics(app, { metrics, access, limits, token: config.metricsToken });
    await registerApi(app, {
      ...{
        documents,
        registrar,
        ...{ desk, ownDesk, deskAccounts },
        doors,
        hubs: new Hubs({ storage, accounts, signIn, doors, now }),
        link,
        storage,
        jobs,
        ...{ access, accounts, codes, signIn, security },
        services,
        outbox,
        payments,
        limits,
        ...{ newId, now },
      },
      publicUrl: config.publicUrl,
      twilioBase: config.twilioApiBase,
      startedAt: now(),
      shutdown: options.shutdown,
      check: options.checkReply,
      worker: () => worker?.status() ?? null,
    });
    const client = options.clientDir ?? clientDir;
    const script = readPageScript(join(client, '..', 'desk', 'page.js'));
    const passwordPath = publicUrl === null ? null : `${API_BASE}${PASSWORD_PATH}`;
    await registerDesk(app, {
      ...{ desk, ownDesk, accounts: deskAccounts, paying: payments, limits, now, script, passwordPath },
    });
    await registerPay(app, { desk, ownDesk, limits, now }, payments);
    const leaves = new LeavesService(storage);
    await registerGateway(app, {
      storage,
      access,
      limits,
      writer,
      changes,
      leaves,
      bodyLimit: DB_BODY_LIMIT,
    });
    await registerClient(app, client);
    if (options.worker !== false) {
      worker = startWorker(storage, {
        ...{ jobs, now, newId, log, calm: () => registrar.calm(), onFold: (ms) => metrics.fold(ms) },
        onDuty: () => void finishGroups(),
        ...(link === null
          ? centralDuties({
              ...{ config, documents, newId, log, outbox, addresses, payments, services, jobs, secret },
              twilioTimes: options.twilioTimes,
            })
          : hubDuties(outbox, config.dataDir)),
      });
    }
    await link?.start();
    app.addHook('preClose', () => {
      changes.close();
      leaves.close();
    });

    // The commands of a CouchDB's operator talk to CouchDB itself.
    const own = options.storage === undefined && alone;
    const closeChannel = own ? await openChannel(storage, config.dataDir) : null;
    let closing: Promise<void> | null = null;
    const close = async (): Promise<void> => {
      await closeChannel?.();
      await closeConnections(app);
      await link?.stop();
      await registrar.close();
      await worker?.stop();
      await stopLogins();
      await security.close();
      await storage.close();
    };
    return { app, storage, worker, documents, registrar, link, close: () => (closing ??= close()) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}
