import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Accounts } from '../auth/accounts.ts';
import { Logins } from '../auth/logins.ts';
import { serverDocuments } from '../commands/documents.ts';
import { GatewayWriter } from '../gateway/write/write.ts';
import { SecurityLog } from '../security/securityLog.ts';
import { Services } from '../services/services.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { forms } from './projections/forms.ts';
import { PROJECTIONS } from './projections/index.ts';
import { meta, T0, World } from './testing/world.ts';
import type { Worker } from './types.ts';

describe('one form at each public address', () => {
  let world: World;
  let db: Database;
  let worker: Worker;
  let security: SecurityLog;
  beforeEach(async () => {
    const storage = memoryStorage();
    world = new World(storage);
    db = await world.createEvent();
    const now = () => world.now;
    security = new SecurityLog({ storage, now, tell: () => undefined });
    const accounts = new Accounts(storage, new Logins(storage, 3600));
    const services = new Services(storage, () => Promise.reject(new Error('no key')));
    const writer = new GatewayWriter({ storage, accounts, security, services, now });
    let count = 0;
    const parts = {
      documents: (eventId: string, person: Parameters<typeof serverDocuments>[2]) =>
        serverDocuments({ storage, writer }, eventId, person),
      newId: () => `new${++count}`,
    };
    worker = world.start({ projections: [...PROJECTIONS, forms(parts)] });
  });
  afterEach(async () => {
    await worker.stop();
    await security.close();
    await world.close();
  });
  const adult = (amount: number) => ({ adult: { amount, enabled: true } });
  const form = (id: string, at: number, more: AnyDoc = {}) => ({
    ...{ _id: `form_${id}`, type: 'form', name: 'Guests', language: 'fr', currency: 'chf', vat: 0 },
    ...{ enabled: true, accessId: 'bcdfghjk', options: [{ id: 'o', name: 'Menu', clientCount: 1 }] },
    amounts: { session_s: { o: adult(500) } },
    metadata: meta(T0 + at),
    ...more,
  });
  const off = { enabled: false, accessId: null };
  async function holding(): Promise<AnyDoc[]> {
    await worker.idle();
    const { rows } = await db.allDocs({ startkey: 'form_', endkey: 'form_\ufff0', include_docs: true });
    return rows.map(({ doc }) => doc as unknown as AnyDoc).filter(({ enabled }) => enabled === true);
  }

  test('three versions that devices made of one while they were apart become one, with the amounts of all', async () => {
    await db.bulkDocs([
      form('start', 0, off),
      form('a', 1, {
        replaces: 'form_start',
        amounts: { session_s: { o: adult(500) }, session_t: { o: adult(7) } },
      }),
      form('b', 2, { replaces: 'form_start', name: 'Friends' }),
      form('c', 3, {
        replaces: 'form_start',
        options: [
          { id: 'o', name: 'Menu', clientCount: 1 },
          { id: 'p', name: 'Vegetarian', clientCount: 1 },
        ],
        amounts: { session_s: { o: adult(500), p: adult(400) } },
      }),
    ] as never);
    const [one, ...others] = await holding();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      ...{ accessId: 'bcdfghjk', name: 'Friends', options: [{ id: 'o' }, { id: 'p' }] },
      amounts: { session_s: { o: adult(500), p: adult(400) }, session_t: { o: adult(7) } },
    });
  });

  test('the version that a crash left switched on is switched off', async () => {
    await db.bulkDocs([form('a', 1), form('b', 2, { replaces: 'form_a' })] as never);
    expect((await holding()).map(({ _id }) => _id)).toEqual(['form_b']);
  });

  test('forms of other addresses are left alone', async () => {
    await db.bulkDocs([form('a', 1), form('b', 2, { accessId: 'kjhgfdcb' })] as never);
    expect((await holding()).map(({ _id }) => _id)).toEqual(['form_a', 'form_b']);
  });
});
