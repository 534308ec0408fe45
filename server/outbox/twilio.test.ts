import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { startTwilio, type TestTwilio } from '../testing/twilioServer.ts';
import { meta, none, Scene } from './testing/scene.ts';

const [SID, TOKEN] = ['AC00000000000000000000000000000001', 'a token'];

describe('messages by SMS and WhatsApp', () => {
  let server: TestServer;
  let twilio: TestTwilio;
  beforeAll(async () => {
    twilio = await startTwilio(SID, TOKEN);
    server = await startTestServer({
      worker: true,
      twilioTimes: { patience: 500, settling: 0, askAfter: [300, 1000, 3000], rest: 0 },
      config: { twilioApiBase: twilio.base, publicUrl: 'https://foyer.example' },
    });
  });
  afterAll(async () => {
    await server.close();
    await twilio.close();
  });
  beforeEach(() => {
    twilio.messages.length = 0;
    twilio.onMessage = () => null;
  });

  async function scene(token = TOKEN): Promise<Scene> {
    const gala = await new Scene(server).open(null);
    const account = { sid: SID, token, number: '+41 79 000 00 01' };
    const body = { _id: gala.eventId, sms: account, whatsapp: account };
    await server.call('PUT', `/db/services/${gala.eventId}`, { as: server.manager, body });
    return gala;
  }
  const guest = (gala: Scene, name: string, phone: string | null): Promise<void> =>
    gala.consumer(name, { person: { forename: name, phone, language: 'en' } });
  const sms = { notifMethod: 'sms', contents: { message: 'Hello {{forename}}' } };

  it('each gets one SMS; without a number they are told so', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41 79 123 45 67');
    await guest(gala, 'bob', null);
    await gala.notif('a', sms);
    expect((await gala.routine()).body).toMatchObject({ queued: 1 });
    expect(await gala.settled()).toEqual({ ...none, sent: 1, withheld: 1 });
    expect(twilio.messages).toMatchObject([{ to: '+41791234567', from: '+41790000001', body: 'Hello ada' }]);
    const [attempt] = ((await gala.get('consumer_ada'))['notifs'] as { notif_a: { url: string }[] }).notif_a;
    expect(attempt).toMatchObject({ ok: true, message: 'Hello ada' });
    expect(attempt?.url).toContain(twilio.messages[0]?.sid ?? 'none');
    expect(await gala.get('consumer_bob')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'missing_phone' }] },
    });
  });

  it('WhatsApp: the text of its template, or the content that was approved', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    const template = { type: 'whatsapptemplate', date: 1, metadata: meta };
    await gala.put({ ...template, _id: 'whatsapptemplate_a', message: ['Hi {{forename}}'] });
    await gala.put({ ...template, _id: 'whatsapptemplate_b', message: ['Hi'], contentSid: 'HX1' });
    for (const id of ['a', 'b', 'c'])
      await gala.notif(id, { notifMethod: 'whatsapp', contents: { templateId: `whatsapptemplate_${id}` } });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 2, withheld: 1 });
    expect(twilio.messages.map(({ body, contentSid }) => [body, contentSid])).toEqual(
      expect.arrayContaining([
        ['Hi ada', null],
        [null, 'HX1'],
      ]),
    );
    expect(twilio.messages[0]?.to).toBe('whatsapp:+41791234567');
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_c: [{ ok: false, error: 'missing_template' }] },
    });
  });

  it('WhatsApp: approved content has the values that its message binds; who lacks one gets nothing, and that is said', async () => {
    const gala = await scene();
    const person = (name: string, company: string | null, phone: string): Promise<void> =>
      gala.consumer(name, {
        person: { forename: name, company, phone, language: 'en' },
        address: { name: null, street: 'Quai "3"', zip: '1820', city: 'Montreux', country: null },
      });
    await person('ada', 'Lake & Sons', '+41791234567');
    await person('bob', null, '+41791234568');
    await gala.put({
      ...{ _id: 'whatsapptemplate_a', type: 'whatsapptemplate', date: 1, metadata: meta },
      ...{ message: ['Hi {{1}} of {{company}}, at {{2}}?'], contentSid: 'HX1' },
    });
    const variables = { 1: 'dear {{forename}}', 2: '{{address}}' };
    const contents = { templateId: 'whatsapptemplate_a', variables };
    await gala.notif('a', { notifMethod: 'whatsapp', contents });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 1, withheld: 1 });
    const told = { 1: 'dear ada', company: 'Lake & Sons', 2: 'Quai "3", 1820 Montreux' };
    expect(twilio.messages).toMatchObject([
      { to: 'whatsapp:+41791234567', body: null, contentSid: 'HX1', contentVariables: told },
    ]);
    const message = 'Hi dear ada of Lake & Sons, at Quai "3", 1820 Montreux?';
    expect(await gala.get('consumer_ada')).toMatchObject({ notifs: { notif_a: [{ ok: true, message }] } });
    expect(await gala.get('consumer_bob')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'missing_value' }] },
    });
  });

  it('an attempt stays what it was where its message goes another way by now [DOC-12]', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    await gala.notif('a', sms);
    await gala.settled();
    const toldOf = async (): Promise<unknown> =>
      ((await gala.get('consumer_ada'))['notifs'] as { notif_a: unknown[] }).notif_a[0];
    expect(await toldOf()).not.toHaveProperty('method');
    await gala.notif('a', { notifType: 'inactive' });
    await gala.routine();
    expect(await toldOf()).toMatchObject({ ok: true, message: 'Hello ada', method: 'sms' });
    await gala.notif('a', sms);
    await gala.routine();
    expect(await toldOf()).not.toHaveProperty('method');
  });

  it('a message that another program wrote without a text, or whose variables are all empty, goes to nobody', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    await gala.notif('a', { notifMethod: 'sms', contents: { message: ' \u200b' } });
    await gala.notif('b', { notifMethod: 'sms', contents: { message: '{{company}}' } });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, withheld: 2 });
    expect(twilio.messages).toEqual([]);
    const held = [{ ok: false, error: 'empty_message' }];
    expect(await gala.get('consumer_ada')).toMatchObject({ notifs: { notif_a: held, notif_b: held } });
  });

  it('a message that another program wrote with a variable that nobody has goes to nobody', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    await gala.notif('a', { notifMethod: 'sms', contents: { message: 'Hello {{firstname}}' } });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect(twilio.messages).toEqual([]);
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'unknown_variable' }] },
    });
  });

  it('a refused number is told by its code; too many requests are repeated', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    await guest(gala, 'bob', '+41791234568');
    twilio.onMessage = (to) =>
      to.endsWith('7') ? { status: 400, code: 21_211 } : { status: 429, code: 20_429, retryAfter: 1800 };
    const begun = Date.now();
    await gala.notif('a', sms);
    await gala.routine();
    await expect
      .poll(async () => (await gala.counts()).counts, { timeout: 30_000 })
      .toEqual({ ...none, failed: 1, queued: 1 });
    await expect
      .poll(() => gala.get('consumer_ada'))
      .toMatchObject({ notifs: { notif_a: [{ ok: false, error: '21211', errorCode: 21_211 }] } });
    // Not before the provider wants to be asked again.
    const path = `/api/messages-underway/${gala.eventId}?notif=notif_a`;
    const { body } = await server.call<{ messages: { consumerId: string; dueAt: number }[] }>('GET', path, {
      as: server.manager,
    });
    // Who has just got it is told along.
    const bob = body.messages.find(({ consumerId }) => consumerId === 'consumer_bob');
    expect([bob]).toMatchObject([{ consumerId: 'consumer_bob', failed: { errorCode: 20_429 } }]);
    expect(bob?.dueAt).toBeGreaterThanOrEqual(begun + 1_800_000);
  });

  it('without an answer its list is asked: what it lacks is not known, as it may come yet; what it failed of is tried again', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    await guest(gala, 'bob', '+41791234568');
    await guest(gala, 'eve', '+41791234569');
    twilio.onMessage = (to) =>
      to.endsWith('7') ? 'keepAndStall' : to.endsWith('8') ? 'stall' : { status: 503 };
    await gala.notif('a', sms);
    await gala.routine();
    await expect
      .poll(async () => (await gala.counts()).counts, { timeout: 30_000 })
      .toEqual({ ...none, sent: 1, uncertain: 1, queued: 1 });
    expect(twilio.messages).toHaveLength(1);
    const { body } = await server.call<{ messages: { eventId: string }[] }>('GET', '/api/message-attention', {
      as: server.manager,
    });
    const stalled = body.messages.find(({ eventId }) => eventId === gala.eventId);
    expect(stalled).toMatchObject({ uncertain: 1, stalled: { count: 1, reason: 'provider_down' } });
    // Its request was under way: the message comes into the list later, beside what others got.
    const late = { sid: 'SM0000late', to: '+41791234568', from: '+41790000001' };
    const said = {
      contentSid: null,
      contentVariables: null,
      statusCallback: null,
      date_created: new Date().toUTCString(),
      error_code: null,
    };
    twilio.messages.push(
      { ...late, ...said, sid: 'SM0000other', body: 'Hello zoe', status: 'delivered' },
      { ...late, ...said, body: 'Hello bob', status: 'sent' },
    );
    await expect
      .poll(() => gala.counts(), { timeout: 30_000 })
      .toMatchObject({
        counts: { ...none, sent: 2, queued: 1 },
      });
    const told = async () =>
      ((await gala.get('consumer_bob')) as { notifs: { notif_a: { ok: boolean; url?: string }[] } }).notifs
        .notif_a;
    await expect.poll(told).toMatchObject([{ ok: true }]);
    expect((await told())[0]?.url).toContain('SM0000late');
  });

  it('taken in half an answer, while its list is late: not known, and not sent again by itself', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    twilio.onMessage = () => 'cut';
    await gala.notif('a', sms);
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, uncertain: 1 });
  });

  it('of two with the same text at one number, each has its own message of the list', async () => {
    const gala = await scene();
    for (const name of ['ada', 'bob']) await guest(gala, name, '+41791234567');
    twilio.onMessage = () => 'keepAndStall';
    await gala.notif('a', { ...sms, contents: { message: 'Hello' } });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    const urls = await Promise.all(
      ['ada', 'bob'].map(async (name) => {
        const { notifs } = (await gala.get(`consumer_${name}`)) as { notifs: { notif_a: { url: string }[] } };
        return notifs.notif_a[0]?.url.split('/').at(-1);
      }),
    );
    expect(new Set(urls)).toEqual(new Set(twilio.messages.map(({ sid }) => sid)));
    expect(new Set(urls).size).toBe(2);
  });

  it('a provider that does not answer in time is not asked for all the others', async () => {
    const gala = await scene();
    for (let index = 0; index < 12; index++) await guest(gala, `p${index}`, `+4179123450${index}`);
    let asked = 0;
    twilio.onMessage = () => {
      asked++;
      return 'stall';
    };
    await gala.notif('a', sms);
    await gala.routine();
    await expect
      .poll(() => gala.counts(), { timeout: 30_000 })
      .toMatchObject({ counts: { ...none, queued: 11, uncertain: 1 } });
    expect(asked).toBe(1);
  });

  it('what Twilio says of a message later is taken where its token signed it, and from nobody else', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    await guest(gala, 'bob', '+41791234568');
    await gala.notif('a', sms);
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    async function tell(to: string, fields: object, token = TOKEN): Promise<number> {
      const { statusCallback = '', sid = '' } = twilio.messages.find((one) => one.to.endsWith(to)) ?? {};
      const url = statusCallback ?? '';
      expect(url).toMatch(/^https:\/\/foyer\.example\/api\//);
      const said = { MessageSid: sid, AccountSid: SID, ...fields } as Record<string, string>;
      const sorted = Object.keys(said).toSorted();
      const text = url + sorted.map((name) => `${name}${said[name] ?? ''}`).join('');
      const { pathname, search } = new URL(url);
      const { status } = await fetch(`${server.url}${pathname}${search}`, {
        method: 'POST',
        headers: { 'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64') },
        body: new URLSearchParams(said),
      });
      return status;
    }
    const delivered = { MessageStatus: 'delivered' };
    expect(await tell('7', delivered, 'another token')).toBe(403);
    expect(await tell('7', { ...delivered, MessageSid: 'SM0' })).toBe(404);
    expect((await gala.counts()).counts).toEqual({ ...none, sent: 2 });
    expect(await tell('7', { MessageStatus: 'sent' })).toBe(200);
    expect(await tell('7', delivered)).toBe(200);
    expect(await tell('8', { MessageStatus: 'undelivered', ErrorCode: '30007' })).toBe(200);
    // What came late changes nothing any more.
    expect(await tell('8', delivered)).toBe(200);
    expect((await gala.counts()).counts).toEqual({ ...none, delivered: 1, failed: 1 });
    expect(await gala.get('consumer_ada')).toMatchObject({ notifs: { notif_a: [{ ok: true }] } });
    expect(await gala.get('consumer_bob')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: '30007', errorCode: 30_007 }] },
    });
    expect(twilio.messages).toHaveLength(2);
  });

  it('who answers STOP gets no more news until START; who stopped at Twilio is told by its code', async () => {
    const gala = await scene();
    // As people write it: the zero is dialled within the country alone.
    await guest(gala, 'ada', '+41 (0)79 123 45 67');
    await guest(gala, 'bob', '+41 79 123 45 68');
    const path = `/api/message-received/${gala.eventId}`;
    async function answer(From: string, Body: string, token = TOKEN): Promise<number> {
      const fields: Record<string, string> = { Body, From, MessageSid: 'SM9', To: '+41790000001' };
      const signed = Object.keys(fields)
        .sort()
        .reduce((text, name) => `${text}${name}${fields[name]}`, `https://foyer.example${path}`);
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64') },
        body: new URLSearchParams(fields),
      });
      return response.status;
    }
    const news = { ...sms, purpose: 'news' };
    expect(await answer('+41791234567', 'STOP', 'another token')).toBe(403);
    expect(await answer('+41791234567', 'Please stop by at the stand')).toBe(200);
    await gala.notif('a', news);
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    expect(twilio.messages.map(({ to }) => to).sort()).toEqual(['+41791234567', '+41791234568']);
    expect(await answer('+41791234567', ' Arrêt! ')).toBe(200);
    expect(await answer('whatsapp:+41791234567', 'stop')).toBe(200);
    await gala.notif('b', news);
    expect(await gala.settled()).toEqual({ ...none, sent: 3, withheld: 1 });
    // What is about their own registration comes all the same.
    await gala.notif('c', sms);
    expect(await gala.settled()).toEqual({ ...none, sent: 5, withheld: 1 });
    expect(await answer('+41791234567', 'START')).toBe(200);
    await gala.notif('d', news);
    expect(await gala.settled()).toEqual({ ...none, sent: 7, withheld: 1 });

    twilio.onMessage = (to) => (to === '+41791234568' ? { status: 400, code: 21_610 } : null);
    await gala.notif('e', news);
    expect(await gala.settled()).toEqual({ ...none, sent: 8, failed: 1, withheld: 1 });
    await gala.notif('f', news);
    expect(await gala.settled()).toEqual({ ...none, sent: 9, failed: 1, withheld: 2 });
  });

  it('where nothing was told, Twilio is asked what became of what it took', async () => {
    const gala = await scene();
    for (const [index, name] of ['ada', 'bob', 'cid'].entries())
      await guest(gala, name, `+4178000000${index}`);
    twilio.onMessage = () => {
      // As if it had gone through by the time it is asked.
      queueMicrotask(() => {
        const last = twilio.messages.at(-1);
        if (last?.to.endsWith('0') === true) last.status = 'delivered';
        if (last?.to.endsWith('1') === true)
          Object.assign(last, { status: 'undelivered', error_code: 30_003 });
      });
      return null;
    };
    await gala.notif('a', sms);
    await gala.routine();
    await expect
      .poll(async () => (await gala.counts()).counts)
      .toEqual({ ...none, sent: 1, delivered: 1, failed: 1 });
    await expect
      .poll(() => gala.get('consumer_bob'))
      .toMatchObject({ notifs: { notif_a: [{ ok: false, error: '30003', errorCode: 30_003 }] } });
    // Beside what other events have still to send.
    const numbers = twilio.messages.map(({ to }) => to).filter((to) => to.startsWith('+4178'));
    expect(numbers.sort()).toEqual(['+41780000000', '+41780000001', '+41780000002']);
  });

  it('a message to try it is in no list, and says what is wrong', async () => {
    const gala = await scene();
    await guest(gala, 'ada', '+41791234567');
    const path = `/api/test-message/${gala.eventId}`;
    const body = { method: 'sms', to: '+41 79 999 99 99', language: 'fr' };
    const manager = await server.person('Tess', 'manager');
    const send = async (more: object = {}) =>
      (await server.call('POST', path, { as: manager, body: { ...body, ...more } })).body;
    expect(await send()).toEqual({ ok: true, success: true });
    // Beside what other events have still to send.
    const tried = () => twilio.messages.filter(({ to }) => to.endsWith('+41799999999'));
    expect(tried()).toMatchObject([{ to: '+41799999999', from: '+41790000001' }]);
    expect(tried()[0]?.body).toMatch(/^Ceci est un message d’essai/);
    expect(await send({ method: 'whatsapp' })).toEqual({ ok: true, success: true });
    expect(tried()[1]?.to).toBe('whatsapp:+41799999999');
    twilio.onMessage = () => ({ status: 400, code: 21_211 });
    const refused = { ok: true, success: false, reason: 'refused', errorCode: '21211' };
    expect(await send()).toEqual(refused);
    const mail = { method: 'email', to: 'me@example.org' };
    expect(await send(mail)).toEqual({ ...refused, reason: 'disabled', errorCode: null });
    expect((await gala.counts()).counts).toEqual(none);
    const wrong = await server.call('POST', path, { as: manager, body: { ...body, method: 'fax' } });
    expect([wrong.status, wrong.body]).toMatchObject([400, { field: 'method' }]);
    for (const more of [
      { to: 'abc' },
      { to: 'me@example.org' },
      { method: 'email', to: '+41 79 999 99 99' },
    ]) {
      const none = await server.call('POST', path, { as: manager, body: { ...body, ...more } });
      expect([none.status, none.body]).toMatchObject([400, { field: 'to' }]);
    }
    expect(tried()).toHaveLength(2);
    const member = await server.person('Tom', 'member', gala.eventId);
    expect((await server.call('POST', path, { as: member, body })).status).toBe(403);
  });

  it('a wrong token: the service is misconfigured', async () => {
    const gala = await scene('wrong');
    await guest(gala, 'ada', '+41791234567');
    await gala.notif('a', sms);
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, failed: 1 });
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'misconfigured' }] },
    });
  });
});
