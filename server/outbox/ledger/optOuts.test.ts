import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outboxDatabase } from '../../storage/types.ts';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { eraseOptOuts, OptedOut } from './optOuts.ts';
import { headerOf, none, Scene, WORD } from '../testing/scene.ts';

describe('who wants no news of an event', () => {
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
  beforeEach(() => {
    mail.mails.length = 0;
  });
  const scene = (on = server): Promise<Scene> => new Scene(on).open(mail.account);
  const sourceTo = (name: string): string =>
    (mail.mails.find(({ to }) => to.startsWith(name))?.source ?? '').replaceAll(/=\r\n/g, '');
  async function page(address: URL, method = 'GET', language = 'en'): Promise<[number, string]> {
    const body = method === 'POST' ? { body: new URLSearchParams('List-Unsubscribe=One-Click') } : {};
    const headers = { 'accept-language': language };
    const response = await fetch(`${server.url}${address.pathname}${address.search}`, {
      ...{ method, headers, ...body },
    });
    return [response.status, await response.text()];
  }

  it('says so by the link in them: a look changes nothing, a post does, and only news stay away', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.consumer('bob');
    await gala.notif('a', { purpose: 'news' });
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    const source = sourceTo('ada');
    expect(headerOf(source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const link =
      /^<(.+)>$/.exec((headerOf(source, 'List-Unsubscribe') ?? '').replaceAll(/\s/g, ''))?.[1] ?? '';
    const url = new URL(link);
    expect(url.origin).toBe('https://foyer.example');
    expect(source).toContain('You no longer want news of this event?');
    expect(link).not.toContain('example.org');

    expect(await page(url)).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect((await page(url, 'GET', 'fr-CH,en;q=0.5'))[1]).toContain('<html lang="fr">');
    await gala.notif('b', { purpose: 'news' });
    expect(await gala.settled()).toEqual({ ...none, sent: 4 });

    const other = new URL(url);
    other.searchParams.set('row', 'notif_a/consumer_bob/1');
    const wrong = new URL(url.href.replace(gala.eventId, 'nowhere'));
    for (const one of [other, wrong]) expect((await page(one, 'POST'))[0]).toBe(404);
    expect(await page(url, 'POST')).toEqual([200, expect.stringContaining('you get no more news')]);
    // Twice is once.
    expect((await page(url, 'POST'))[0]).toBe(200);
    mail.mails.length = 0;
    await gala.notif('c', { purpose: 'news' });
    expect(await gala.settled()).toEqual({ ...none, sent: 5, withheld: 1 });
    expect(mail.mails.map(({ to }) => to)).toEqual(['bob@example.org']);
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_c: [{ ok: false, error: null }] },
    });
    await gala.notif('d');
    expect(await gala.settled()).toEqual({ ...none, sent: 7, withheld: 1 });
    // What is about their own registration has no such link.
    expect(headerOf(mail.mails.at(-1)?.source ?? '', 'List-Unsubscribe')).toBeUndefined();
    // Another event's news are another's.
    const ball = await scene();
    await ball.consumer('ada');
    await ball.notif('a', { purpose: 'news' });
    expect(await ball.settled()).toEqual({ ...none, sent: 1 });
  });

  it('or staff say so for them, and take it back', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.consumer('bob');
    const path = `/api/opt-outs/${gala.eventId}`;
    const member = await server.person('Olga', 'member', gala.eventId);
    const known = async () => (await server.call('GET', path, { as: member })).body['addresses'];
    const say = async (isOut: boolean, as = member) => {
      const body = { addresses: [' Ada@Example.org', '+41 79 123 45 67'], isOut };
      return (await server.call('POST', path, { as, body })).status;
    };
    expect(await known()).toEqual([]);
    const host = await server.person('Hugo', 'host', gala.eventId);
    expect([await say(true, host), await say(true)]).toEqual([403, 200]);
    expect(await known()).toEqual(['+41791234567', 'ada@example.org']);
    await gala.notif('a', { purpose: 'news' });
    expect(await gala.settled()).toEqual({ ...none, sent: 1, withheld: 1 });
    expect(mail.mails.map(({ to }) => to)).toEqual(['bob@example.org']);
    expect(await say(false)).toBe(200);
    expect(await known()).toEqual([]);
    await gala.notif('b', { purpose: 'news' });
    expect(await gala.settled()).toEqual({ ...none, sent: 3, withheld: 1 });
  });

  it('counts, and is shown, where an address that was erased is somebody’s again; nobody else’s is told', async () => {
    const gala = await scene();
    const path = `/api/opt-outs/${gala.eventId}`;
    const as = await server.person('Odo', 'member', gala.eventId);
    const known = async () => (await server.call('GET', path, { as })).body['addresses'];
    for (const name of ['ada', 'bob'])
      await server.call('POST', path, { as, body: { addresses: [`${name}@example.org`], isOut: true } });
    const outbox = await server.storage.open(outboxDatabase(gala.eventId));
    await eraseOptOuts(outbox, new OptedOut(), async () => new Set());
    expect(await known()).toEqual([]);
    await gala.consumer('ada', { person: { forename: 'Ada', email: 'Ada@Example.org', language: 'en' } });
    await gala.consumer('cyd');
    expect(await known()).toEqual(['ada@example.org']);
    // They want news again: so it is told of them alone.
    await server.call('POST', path, { as, body: { addresses: ['ada@example.org'], isOut: false } });
    expect(await known()).toEqual([]);
    await gala.consumer('bob');
    expect(await known()).toEqual(['bob@example.org']);
  });

  it('members are told whether messages can go each way, and nothing of the settings; hosts and strangers are not', async () => {
    const gala = await scene();
    const path = `/api/message-services/${gala.eventId}`;
    const member = await server.person('Otto', 'member', gala.eventId);
    const { body } = await server.call('GET', path, { as: member });
    expect(body).toEqual({
      ok: true,
      services: { email: 'ready', sms: 'disabled', whatsapp: 'disabled' },
      ...{ links: true, cards: false },
    });
    const { body: stored } = await server.call('GET', `/db/services/${gala.eventId}`, { as: server.manager });
    const payments = { key: 'sk_test_1', secret: 'whsec_1' };
    await server.call('PUT', `/db/services/${gala.eventId}`, {
      as: server.manager,
      body: { ...stored, payments },
    });
    const after = await server.call('GET', path, { as: member });
    expect(after.body).toMatchObject({ links: true, cards: true });
    const host = await server.person('Hans', 'host', gala.eventId);
    const stranger = await server.person('Sven', 'member');
    const statusFor = async (as: typeof host) => (await server.call('GET', path, { as })).status;
    expect([await statusFor(host), await statusFor(stranger)]).toEqual([403, 403]);
  });

  it('where nobody outside can reach the server, by a mail to the sender', async () => {
    const alone = await startTestServer({ worker: true });
    try {
      const gala = await new Scene(alone).open(mail.account);
      const known = await alone.call('GET', `/api/message-services/${gala.eventId}`, { as: alone.manager });
      expect(known.body).toMatchObject({ links: false });
      await gala.consumer('ada');
      await gala.notif('a', { purpose: 'news' });
      for (;;) {
        await alone.worker?.idle();
        const { counts } = await gala.counts();
        if (counts['sent'] === 1) break;
      }
      const source = sourceTo('ada');
      expect(headerOf(source, 'List-Unsubscribe')).toBe('<mailto:gala@example.org?subject=unsubscribe>');
      expect(headerOf(source, 'List-Unsubscribe-Post')).toBeUndefined();
    } finally {
      await alone.close();
    }
  });
});
