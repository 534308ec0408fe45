import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentId } from '#domain/ids.ts';
import { LEDGER_ID } from '../invoices/ledger.ts';
import { update } from '../storage/documents.ts';
import { historyDatabase } from '../storage/types.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import { changeRecord } from './records.ts';

describe.each(storages('memory', 'couchdb'))(
  'registrations emptied by a device, with %s storage',
  (storage) => {
    let server: TestServer;
    let member: Login;
    let eventId: string;
    let dbName: string;
    beforeAll(async () => {
      // Without a worker, which would set them right: as in the moment before it does.
      server = await startTestServer({ storage });
      ({ eventId, dbName } = await server.event());
      member = await server.person('member', 'member', eventId);
    });
    afterAll(() => server.close());

    /** Deletes a registration that tells of nothing; '' where that is done. */
    async function deleted(name: string): Promise<unknown> {
      const body = { _id: `consumer_${name}`, type: 'consumer', status: 'registered' };
      const put = await server.call('PUT', `/db/${dbName}/${body._id}`, { as: member, body });
      const path = `/db/${dbName}/${body._id}?rev=${String(put.body['rev'])}`;
      const { body: answer } = await server.call('DELETE', path, { as: member });
      return answer['reason'] ?? '';
    }

    it('are not deleted where the server knows of a card, of a note of money, or of an invoice', async () => {
      const history = await server.storage.open(historyDatabase(eventId));
      const card = {
        id: 'cs_1',
        paymentId: 'pi_1',
        currency: 'chf',
        paid: 2500,
        refunded: 0,
        disputed: false,
      };
      await changeRecord(history, 'consumer_card', (record) => ({ ...record, cards: [card as never] }));
      await update(history, LEDGER_ID, () => ({ adopted: {}, first: 0, given: ['consumer_invoice'] }));
      const note = {
        ...{
          _id: paymentId('consumer_cash', 1, 'd'),
          type: 'payment',
          consumerId: 'consumer_cash',
          kind: 'cash',
        },
        ...{ amount: 2500, currency: 'chf', time: 1, device: { id: 'd', name: 'D' } },
        author: { id: member.id, name: member.username },
      };
      const put = await server.call('PUT', `/db/${dbName}/${note._id}`, { as: member, body: note });
      expect(put.status).toBe(201);
      expect(await deleted('card')).toBe('forbidden_delete');
      expect(await deleted('cash')).toBe('forbidden_delete');
      expect(await deleted('invoice')).toBe('forbidden_delete');
      expect(await deleted('nothing')).toBe('');
    });
  },
);
