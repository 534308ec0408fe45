import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SentMessage } from '#api/messageSchemas.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { none, Scene, WORD } from './testing/scene.ts';

let server: TestServer;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer(WORD);
  server = await startTestServer({ worker: true, config: { publicUrl: 'https://foyer.example' } });
});
afterAll(async () => {
  await server.close();
  await mail.close();
});
const scene = (): Promise<Scene> => new Scene(server).open(mail.account);
const asked = async (gala: Scene, query: Record<string, string>, as: Login = gala.member) =>
  server.call<{ message?: SentMessage }>(
    'GET',
    `/api/sent-messages/${gala.eventId}?${new URLSearchParams(query)}`,
    { as },
  );

it('tells an attempt as it was sent, whatever became of address and message since [CLIENT-29]', async () => {
  const gala = await scene();
  await gala.consumer('ada');
  const html = '<p>Dear <b>{{forename}}</b></p><p>See {{registration_link}} (or write).</p>';
  await gala.notif('a', { purpose: 'news', contents: { subject: 'Hello {{forename}}', body: { html } } });
  await gala.settled();
  await gala.consumer('ada', { person: { forename: 'Eve', surname: 'Test', email: 'eve@example.org' } });
  const contents = { subject: 'Again', body: { html: '<p>Once more</p>' } };
  await gala.notif('a', { contents, resendConsumerIds: ['consumer_ada'] });
  expect(await gala.settled()).toEqual({ ...none, sent: 2 });
  const first = { notif: 'notif_a', consumer: 'consumer_ada', attempt: '1' };
  const { status, body } = await asked(gala, first);
  expect(status).toBe(200);
  const { text = '', ...rest } = body.message ?? {};
  expect(rest).toEqual({ to: 'ada@example.org', subject: 'Hello ada', files: [] });
  expect(text).toMatch(/^Dear ada\n\nSee https:\/\/foyer\.example\/desk\/registrations\/… /);
  expect(text).toContain('(or write).');
  // Neither their own page nor their wish for no more news can be opened with it.
  expect(text).toContain('https://foyer.example/api/opt-out/…');
  expect(text).not.toMatch(/token|consumer_ada|row=/);
  const second = (await asked(gala, { ...first, attempt: '2' })).body.message;
  expect(second).toMatchObject({ to: 'eve@example.org', subject: 'Again' });
  expect(second?.text).toMatch(/^Once more/);
  for (const other of [{ attempt: '3' }, { consumer: 'consumer_bob' }, { notif: 'notif_b' }])
    expect((await asked(gala, { ...first, ...other })).status).toBe(404);
  expect((await asked(gala, { ...first, attempt: '0' })).status).toBe(400);
  const host = await server.person('Henri', 'host', gala.eventId);
  expect((await asked(gala, first, host)).status).toBe(403);
});

it('tells of a long text as quickly, and hides each way however it goes on', async () => {
  const gala = await scene();
  await gala.consumer('ada');
  const html = `<p>${'http://'.repeat(60_000)}</p><p>{{registration_link}}/desk/registrations/x</p>`;
  await gala.notif('a', { contents: { subject: 'Hello', body: { html } } });
  expect(await gala.settled()).toEqual({ ...none, sent: 1 });
  const { body } = await asked(gala, { notif: 'notif_a', consumer: 'consumer_ada', attempt: '1' });
  expect(body.message?.text.length).toBeGreaterThan(400_000);
  expect(body.message?.text).toMatch(/\nhttps:\/\/foyer\.example\/desk\/registrations\/…$/);
});

it('knows nothing of a message that was held back, nor of an event that sent none', async () => {
  const gala = await scene();
  const first = { notif: 'notif_a', consumer: 'consumer_ada', attempt: '1' };
  expect((await asked(gala, first)).status).toBe(404);
  await gala.consumer('ada', { person: { forename: 'Ada', surname: 'Test', email: '' } });
  await gala.notif('a');
  expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
  expect((await asked(gala, first)).status).toBe(404);
});

it('what a registration tells of a message ends with a whole letter: with half of one nobody could edit it any more', async () => {
  const gala = await scene();
  await gala.consumer('bob');
  // Of a subject 200 letters are told, of a text 500.
  await gala.notif('b', {
    contents: { subject: `${'x'.repeat(199)}🎉 at last`, body: { html: '<p>Hi</p>' } },
  });
  expect(await gala.settled()).toEqual({ ...none, sent: 1 });
  const told = (await gala.get('consumer_bob')) as {
    _id: string;
    notifs: Record<string, { message: string }[]>;
  };
  expect(told.notifs['notif_b']?.[0]?.message).toBe('x'.repeat(199));
  await gala.put({ ...told, notes: 'A window seat' });
});
