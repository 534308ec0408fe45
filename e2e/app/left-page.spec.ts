import { expect, test } from '../support/fixtures.ts';

test('a page that is left and kept for the way back holds up no other one, and starts anew', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 2 });
  const { page, open } = await device({ as: member });
  await open(`/event/${event.id}`);
  // As Safari does; it is where a kept page keeps what it has begun.
  const found = await page.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('_pouch_')) ?? {};
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
    });
    // Being written when the page is left: it cannot be given up any more, and must not keep the next one from that.
    database.transaction('local-store', 'readwrite').commit();
    const transaction = database.transaction('local-store', 'readwrite');
    const ended = new Promise<string>((resolve) => {
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => resolve(end));
    });
    // Never finished by itself.
    const goOn = (): void => {
      transaction.objectStore('local-store').get('x').addEventListener('success', goOn);
    };
    goOn();
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    const refused = ((): boolean => {
      try {
        database.transaction('local-store');
        return false;
      } catch {
        return true;
      }
    })();
    return { ended: await ended, refused };
  });
  expect(found).toEqual({ ended: 'abort', refused: true });

  const again = page.waitForEvent('load');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await again;
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
});
