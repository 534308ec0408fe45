import { expect, test } from '../support/fixtures.ts';

const PLACES = 60;
const CROWD = 120;
const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
const person = { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' };

interface Answer {
  success: boolean;
  reason?: string;
  consumerId?: string;
  numbers?: string[];
}

test('a server killed in the middle of a burst has given exactly its places, and tells everybody the truth who asks again', async ({
  device,
  ownFoyer,
  ownWorld: world,
}) => {
  test.setTimeout(240_000);
  const sessions = [{ title: 'Dinner', date: Date.now(), status: 'ongoing' as const, capacity: PLACES }];
  const event = await world.event({ clients: 0, sessions });
  const sessionId = event.sessions[0]?._id ?? '';
  await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
    ...{ _id: 'form_a', type: 'form', accessId: 'bcdfcr01', name: 'Guests', language: 'en', metadata },
    ...{ currency: 'chf', vat: 0, enabled: true, options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
    amounts: { [sessionId]: { menu: { adult: { amount: 2500, enabled: true } } } },
  });
  const address = `${ownFoyer.url}/desk/bcdfcr01`;
  await expect.poll(async () => (await fetch(address)).status).toBe(200);

  const { page } = await device({ url: ownFoyer.url });
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Grace');
  await page.getByRole('textbox', { name: 'Surname' }).first().fill('Hopper');
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('grace@example.org');
  await page.getByRole('radio', { name: /Menu/ }).first().check();

  /** Null where no answer came. */
  const ask = async (index: number): Promise<Answer | null> => {
    const submissionId = `burst-submission-${String(index).padStart(4, '0')}`;
    const chosen = [{ sessionId, optionId: 'menu', kind: 'adult' }];
    const clients = [{ forename: 'Ada', surname: 'Byron', sessions: chosen }];
    const body = JSON.stringify({ submissionId, language: 'en', person, paymentType: 'none', clients });
    const headers = { 'content-type': 'application/json' };
    const url = `${ownFoyer.url}/api/desk/bcdfcr01/registrations`;
    const reply = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
    return reply?.ok === true ? ((await reply.json().catch(() => null)) as Answer | null) : null;
  };
  const first: (Answer | null)[] = [];
  const heard: Answer[] = [];
  const kills: Promise<void>[] = [];
  const crowd = Promise.all(
    Array.from({ length: CROWD }, async (_, index) => {
      first[index] = await ask(index);
      if (first[index] !== null) heard.push(first[index]);
      // Some have been told, others are being written, the rest waits.
      if (heard.length > 0 && kills.length === 0) kills.push(ownFoyer.kill());
    }),
  );
  await page.getByRole('button', { name: 'Register' }).click();
  await crowd;
  await Promise.all(kills);
  expect(heard.length).toBeLessThan(CROWD);
  expect(first).toContain(null);
  await ownFoyer.restart();

  // With a CouchDB nobody registers until the lease of the killed process has run out: whoever asks is sent away, and asks again.
  await expect.poll(() => ask(CROWD - 1), { timeout: 60_000 }).not.toBeNull();
  const again = await Promise.all(Array.from({ length: CROWD }, (_, index) => ask(index)));
  for (const [index, answer] of again.entries()) {
    expect(answer).not.toBeNull();
    const before = first[index];
    if (before?.success === true) expect(answer).toEqual(before);
    if (answer?.success === false) expect(answer.reason).toBe('full');
  }
  // The browser has asked again by itself.
  const said = page.getByRole('heading', { name: /You are registered|This cannot be sent yet/ });
  await expect(said).toBeVisible({ timeout: 60_000 });
  const isIn = await page.getByRole('heading', { name: 'You are registered' }).isVisible();
  const given = again.filter((answer) => answer?.success === true).length;
  expect(given + (isIn ? 1 : 0)).toBe(PLACES);

  await expect.poll(async () => (await world.sessions(event))[0]?.clients.length).toBe(PLACES);
  // Nobody is stored who has no place.
  const { body } = await world.manager.call(
    'GET',
    `/db/${event.dbName}/_all_docs?startkey="consumer_"&endkey="consumer_\ufff0"`,
  );
  expect((body as { rows: unknown[] }).rows).toHaveLength(PLACES);
  expect(new Set(again.flatMap((answer) => answer?.numbers ?? [])).size).toBe(given);
});
