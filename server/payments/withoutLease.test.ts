import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servicesKey } from '../auth/secret.ts';
import { Jobs } from '../jobs/jobs.ts';
import { Services } from '../services/services.ts';
import { DATABASES } from '../storage/types.ts';
import type { TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';
import { Payments } from './payments.ts';
import { pageOf, payingEvent, startPaying } from './testing/paying.ts';

describe.each(storages('memory', 'couchdb'))(
  'a server that is not the one that registers, on %s',
  (storage) => {
    let stripe: TestStripe;
    let server: TestServer;
    let close: () => Promise<void>;
    let other: Payments;
    beforeEach(async () => {
      const publicUrl = 'https://foyer.example';
      const key = 'y'.repeat(40);
      ({ stripe, server, close } = await startPaying({ storage, config: { publicUrl, servicesKey: key } }));
      const { storage: shared, registrar } = server;
      other = new Payments({
        ...{ storage: shared, registrar, isRegistrar: () => false, stripeBase: stripe.base, publicUrl },
        jobs: new Jobs({ storage: shared, holder: 'other', now: Date.now }),
        services: new Services(shared, () => servicesKey(key, '')),
        now: Date.now,
      });
    });
    afterEach(() => close());

    async function paid() {
      const event = await payingEvent(server);
      const { consumerId = '', paymentUrl } = await event.register();
      const page = await pageOf(server, paymentUrl);
      // Whatever is left to the one that registers stays undone for a while.
      await server.worker?.stop();
      stripe.pay(page);
      return { ...event, consumerId, page };
    }
    async function tasks(eventId: string): Promise<string[]> {
      const { rows } = await (await server.storage.open(DATABASES.jobs)).allDocs();
      return rows.map(({ id }) => id).filter((id) => id.startsWith(`job/readCardPayment/${eventId}/`));
    }

    it('opens no second page for who has paid, and leaves the registration to the other', async () => {
      const { eventId, consumerId, page, consumer } = await paid();
      expect(await other.pageFor(eventId, consumerId, 'https://foyer.example/back')).toBeNull();
      expect(stripe.sessions).toHaveLength(1);
      expect((await consumer(consumerId)).cards ?? []).toEqual([]);
      expect(await tasks(eventId)).toEqual([`job/readCardPayment/${eventId}/${page}`]);
    });

    it('deletes no event over money that has just come', async () => {
      const { eventId } = await paid();
      await expect(other.closeAll(eventId)).rejects.toMatchObject({ status: 409, code: 'money_came' });
    });
  },
);
