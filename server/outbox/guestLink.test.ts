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
  const gala = await new Scene(server).open({
    ...{ email: 'gala@example.org', name: 'Gala', host: '127.0.0.1', port: mail.port, secure: false },
    ...{ username: 'gala', password: WORD },
  });
  await gala.consumer('ada');
  const body = { font: '', html: '<p>{{ registration_link }}</p>', text: '' };
  await gala.notif('a', { contents: { subject: 'Hi', body } });
  expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
  expect((await gala.get('consumer_ada'))['notifs']).toMatchObject({
    notif_a: [{ ok: false, error: 'no_address' }],
  });
  expect(mail.mails).toEqual([]);
});
