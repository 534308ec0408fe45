import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { none, Scene, WORD } from './testing/scene.ts';

let server: TestServer;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer(WORD);
  server = await startTestServer({ worker: true });
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

it('a message with a link to the guest’s own page is held back where nobody said at which address guests reach the server', async () => {
  const gala = await new Scene(server).open(mail.account);
  await gala.consumer('ada');
  const body = { font: '', html: '<p>{{ registration_link }}</p>', text: '' };
  await gala.notif('a', { contents: { subject: 'Hi', body } });
  expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
  expect((await gala.get('consumer_ada'))['notifs']).toMatchObject({
    notif_a: [{ ok: false, error: 'no_address' }],
  });
  expect(mail.mails).toEqual([]);
});

it('a message with a link to pay by card is held back where the event takes no cards; else nothing of it that opens stands on devices', async () => {
  const to = await startTestServer({ worker: true, config: { publicUrl: 'https://foyer.example' } });
  try {
    const gala = await new Scene(to).open(mail.account);
    await gala.consumer('ada');
    const body = { font: '', html: '<p>Pay {{payment_link}}</p>', text: '' };
    await gala.notif('a', { contents: { subject: '', body } });
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect((await gala.get('consumer_ada'))['notifs']).toMatchObject({
      notif_a: [{ ok: false, error: 'no_cards' }],
    });
    const path = `/db/services/${gala.eventId}`;
    const { body: stored } = await to.call('GET', path, { as: to.manager });
    const payments = { key: 'sk_test', secret: 'whsec_test' };
    await to.call('PUT', path, { as: to.manager, body: { ...stored, payments } });
    await gala.notif('b', { contents: { subject: '', body } });
    await expect.poll(() => mail.mails.length).toBe(1);
    const told = (mail.mails[0]?.source ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = /https:\/\/foyer\.example\/desk\/registrations\/[\w.-]+\/pay/.exec(told)?.[0] ?? '';
    expect(link).not.toBe('');
    await gala.settled();
    const kept = JSON.stringify(await gala.get('consumer_ada'));
    expect(kept).toContain('Pay …/pay');
    expect(kept).not.toContain(link.slice(-26, -4));
  } finally {
    await to.close();
  }
});
