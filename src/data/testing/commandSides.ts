import type { Caller } from '#domain/commands/command.ts';
import type { Documents } from '#domain/commands/documents.ts';
import type { Leaf } from '#domain/conflicts/conflict.ts';
import { typeOfId } from '#domain/ids.ts';
import type { Role } from '#domain/rights/roles.ts';
import { Accounts } from '../../../server/auth/accounts.ts';
import { Logins } from '../../../server/auth/logins.ts';
import { serverDocuments } from '../../../server/commands/documents.ts';
import { ownPerson } from '../../../server/commands/own.ts';
import { GatewayWriter } from '../../../server/gateway/write/write.ts';
import { Services } from '../../../server/services/services.ts';
import { SecurityLog } from '../../../server/security/securityLog.ts';
import { openTestStorage, storages, type StorageKind } from '../../../server/testing/storage.ts';
import type { AnyDoc } from '../deps.ts';
import { openLocal } from '../local/database.ts';
import { browserDocuments } from '../repository/documents.ts';
import { createEventStore } from '../store/eventStore.ts';
import { fillStore, leavesOf } from '../store/fill.ts';
import { createDevice } from './device.ts';

/** One place where commands run, with the documents of an event in it. */
export interface CommandSide {
  documents: Documents;
  /** What its database holds. */
  read(id: string): Promise<AnyDoc | null>;
  /** The versions of a document that are not deleted. */
  leaves(id: string): Promise<Leaf[]>;
  /** As somebody else: past the commands. With `new_edits: false` a version beside the others. */
  put(docs: readonly AnyDoc[], options?: { new_edits: boolean }): Promise<void>;
  /** How often commands asked the database for something; counted in the browser only. */
  asked(): number;
  /** Whether a look finds them: in a browser once it has heard of them. */
  heard(ids: readonly string[]): boolean;
  close(): Promise<void>;
}

/** Where commands run; on the server upon each storage. */
export const SIDES: readonly ('browser' | StorageKind)[] = ['browser', ...storages('leveldb', 'couchdb')];

const AUTHOR = { id: 'user_mia', name: 'mia' };
let count = 0;

export const caller = (role: Role = 'member'): Caller => ({
  ...{ author: AUTHOR, role, time: Date.now() + ++count },
  device: { id: 'device1', name: 'Desk' },
  newId: () => `${++count}`.padEnd(16, 'x'),
});

export async function openSide(side: (typeof SIDES)[number], docs: readonly AnyDoc[]): Promise<CommandSide> {
  return side === 'browser' ? browser(docs) : server(side, docs);
}

async function browser(docs: readonly AnyDoc[]): Promise<CommandSide> {
  const { deps, errors } = createDevice('http://nowhere.test');
  const db = await openLocal(deps, 'copy');
  const put: CommandSide['put'] = (all, options = { new_edits: true }) =>
    db.use(async (pouch) => void (await pouch.bulkDocs(all as never, options)));
  await put(docs);
  const store = createEventStore('gala', deps.report);
  const filling = await fillStore(db, store, deps);
  let asked = 0;
  const counted: typeof db.use = (work) => {
    asked += 1;
    return db.use(work);
  };
  return {
    documents: browserDocuments({ db: { ...db, use: counted }, store: filling.store }),
    asked: () => asked,
    read: (id) => db.use((pouch) => pouch.get(id).catch(() => null)),
    leaves: (id) => db.use((pouch) => leavesOf(pouch, id)),
    put,
    heard: (ids) => ids.every((id) => store.documents(typeOfId(id) ?? 'client').has(id)),
    async close() {
      filling.stop();
      await db.close();
      if (errors.length > 0) throw errors[0];
    },
  };
}

async function server(kind: StorageKind, docs: readonly AnyDoc[]): Promise<CommandSide> {
  const storage = await openTestStorage(kind);
  const db = await storage.open('event-gala');
  const put: CommandSide['put'] = async (all, options = { new_edits: true }) =>
    void (await db.bulkDocs(all as never, options));
  await put(docs);
  const security = new SecurityLog({ storage, now: Date.now, tell: () => undefined });
  const accounts = new Accounts(storage, new Logins(storage, 3600));
  const services = new Services(storage, () => Promise.reject(new Error('no key')));
  const writer = new GatewayWriter({ storage, accounts, security, services, now: Date.now });
  return {
    documents: await serverDocuments({ storage, writer }, 'gala', ownPerson(AUTHOR)),
    read: async (id) => db.get(id).catch(() => null),
    leaves: (id) => leavesOf(db, id),
    put,
    heard: () => true,
    asked: () => NaN,
    async close() {
      await security.close();
      await storage.close();
    },
  };
}
