import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { erased } from '#domain/documents/erasure.ts';
import { rowId } from '#domain/notifications/row.ts';
import { update } from '../storage/documents.ts';
import { outboxDatabase } from '../storage/types.ts';
import { clientDoc } from '../testing/documents.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { TestClock } from '../testing/clock.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { readPdf } from '#pdf/testing/read.ts';
import { attachedTo, headerOf, meta, none, Scene, WORD } from './testing/scene.ts';

describe('messages from an event to its people', () => {
  let server: TestServer;
  let mail: TestMailServer;
  const clock = new TestClock();
  beforeAll(async () => {
    server = await startTestServer({ worker: true, now: clock.now });
    mail = await startMailServer(WORD);
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });
  beforeEach(() => {
    mail.mails.length = 0;
    mail.onMail = () => null;
    mail.onRecipient = () => null;
    clock.go();
  });
  const settings = (more: object = {}) => ({
    ...mail.account,
    ...more,
  });
  const scene = (email: object | null = settings()): Promise<Scene> => new Scene(server).open(email);

  it('the routine says how many are queued, and each gets one mail, once [API-11] [DOC-12]', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.consumer('bob');
    await gala.notif('a', { consumerStatusNew: 'notice_sent' });
    const { status, body } = await gala.routine();
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, success: true, queued: 2 });
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    expect(mail.mails.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'bob@example.org']);
    const [first] = mail.mails;
    expect(first?.from).toBe('gala@example.org');
    expect(headerOf(first?.source ?? '', 'Subject')).toMatch(/^Hello (ada|bob)$/);
    expect(headerOf(first?.source ?? '', 'Message-ID')).toMatch(/^<[0-9a-f]{40}@example\.org>$/);
    expect(headerOf(first?.source ?? '', 'Date')).toBeDefined();
    expect(first?.source).toContain('text/plain');
    expect(first?.source).toContain('text/html');
    expect(await gala.get('consumer_ada')).toMatchObject({
      status: 'notice_sent',
      notifs: { notif_a: [{ ok: true, error: null, errorCode: null, message: 'Hello ada' }] },
    });
    const { notifs } = (await gala.get('consumer_ada')) as { notifs: { notif_a: object[] } };
    const fields = ['date', 'error', 'errorCode', 'message', 'ok', 'url'];
    expect(Object.keys(notifs.notif_a[0] ?? {}).sort()).toEqual(fields);
    // Whatever their status does afterwards.
    await gala.consumer('ada', { status: 'registered' });
    expect((await gala.routine()).body).toEqual({ ok: true, success: true, queued: 0 });
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    expect(await gala.get('consumer_ada')).toMatchObject({
      status: 'registered',
      notifs: { notif_a: [{ ok: true }] },
    });
    expect((await gala.counts()).byNotif).toEqual({ notif_a: { ...none, sent: 2 } });
  });

  it('two that set each other’s status send two mails, and no more', async () => {
    const gala = await scene();
    await gala.notif('a', { consumerStatus: 'registered', consumerStatusNew: 'notice_sent' });
    await gala.notif('b', { consumerStatus: 'notice_sent', consumerStatusNew: 'registered' });
    await gala.consumer('ada');
    await gala.settled();
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    expect(mail.mails).toHaveLength(2);
  });

  it('nobody need call: a change is enough, and a one-time one is done when it was run', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.consumer('bob', { status: 'canceled' });
    await gala.notif('a', { notifType: 'one-time', consumerStatus: 'registered' });
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
    const done = await gala.get('notif_a');
    expect(done).toMatchObject({ notifType: 'inactive', count: 1 });
    expect(done['date']).toBeTypeOf('number');
    await gala.consumer('zoe');
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
  });

  it('a later time is waited for', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.notif('a', { notifType: 'one-time', sendAt: Date.now() + 3_600_000 });
    expect((await gala.routine()).body).toMatchObject({ queued: 0 });
    expect(await gala.settled()).toEqual(none);
    await gala.notif('a', { notifType: 'one-time', sendAt: Date.now() - 1000 });
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
  });

  it('whoever is new in the list of resends gets it once more; being there does nothing', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.notif('a');
    await gala.settled();
    await gala.notif('a', { notifType: 'inactive', resendConsumerIds: ['consumer_ada'] });
    expect((await gala.routine()).body).toMatchObject({ queued: 1 });
    expect((await gala.routine()).body).toMatchObject({ queued: 0 });
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_a: [{ ok: true }, { ok: true }] },
    });
    const ids = mail.mails.map(({ source }) => headerOf(source, 'Message-ID'));
    expect(new Set(ids).size).toBe(2);
  });

  it('whose guests were all deleted gets none; who never had any gets it, without an invitation', async () => {
    const gala = await scene();
    const data = Buffer.from(await plainTemplate()).toString('base64');
    await gala.put({
      ...{ _id: 'invitationtemplate_1', type: 'invitationtemplate', language: 'en', refs: [] },
      metadata: { ...meta, title: 't' },
      _attachments: { template: { content_type: 'application/pdf', data } },
    });
    for (const name of ['ada', 'bob', 'cyd']) await gala.consumer(name);
    const guest = { surname: 'Test', category: 'indiv', language: 'en' };
    await gala.put(clientDoc('ada', { ...guest, consumerId: 'consumer_ada', deletedAt: 5 }));
    await gala.put(clientDoc('cyd', { ...guest, consumerId: 'consumer_cyd' }));
    await gala.put(clientDoc('dan', { ...guest, consumerId: 'consumer_cyd', deletedAt: 5 }));
    const body = { font: '', html: '<p>a</p>', text: '' };
    await gala.notif('a', { contents: { subject: 'a', body, attachInvitation: true, attachInvoice: false } });
    expect((await gala.routine()).body).toMatchObject({ queued: 2 });
    expect(await gala.settled()).toEqual({ ...none, sent: 2 });
    const files = mail.mails.map(({ to, source }) => `${to}: ${attachedTo(source).length}`).sort();
    expect(files).toEqual(['bob@example.org: 0', 'cyd@example.org: 1']);
  });

  it('who cannot get anything is told why [NOTIF-20]', async () => {
    const gala = await scene(null);
    await gala.consumer('ada');
    await gala.notif('a');
    expect((await gala.routine()).body).toMatchObject({ queued: 0 });
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'disabled' }] },
    });
    const other = await scene();
    await other.consumer('bob', { person: { forename: 'Bob' } });
    await other.notif('a', { contents: { subject: 'a', body: { html: 'a' }, attachInvitation: true } });
    await other.notif('b', { notifMethod: 'whatsapp', contents: { templateId: 'whatsapptemplate_x' } });
    await other.routine();
    expect(await other.settled()).toEqual({ ...none, withheld: 2 });
    expect(await other.get('consumer_bob')).toMatchObject({
      notifs: {
        notif_a: [{ ok: false, error: 'missing_email' }],
        notif_b: [{ ok: false, error: 'disabled' }],
      },
    });
  });

  it('an e-mail without a word in it goes to nobody; with a subject alone it is one', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    const body = { font: '', html: '<p> <br></p>', text: ' ' };
    await gala.notif('a', { contents: { subject: ' ', body } });
    await gala.notif('b', { contents: { subject: 'Doors open at seven', body } });
    await gala.notif('c', { notifType: 'inactive', contents: null });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 1, withheld: 1 });
    expect(mail.mails).toHaveLength(1);
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'empty_message' }], notif_b: [{ ok: true }] },
    });
  });

  it('a message that is over a million letters long with the values in it goes to nobody, and says so; for whom it is shorter it goes', async () => {
    const gala = await scene();
    const person = (forename: string, email: string) => ({ person: { forename, email, language: 'en' } });
    await gala.consumer('ada', person('Ada', 'ada@example.org'));
    await gala.consumer('bob', person('B'.repeat(100), 'bob@example.org'));
    const html = `<p>${'{{forename}} '.repeat(20_000)}</p>`;
    await gala.notif('a', { contents: { subject: 'Long', body: { font: '', html, text: '' } } });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 1, withheld: 1 });
    expect(mail.mails.map(({ to }) => to)).toEqual(['ada@example.org']);
    expect(await gala.get('consumer_bob')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'too_long', errorCode: null }] },
    });
  });

  it('an invitation that was refused for now goes with the next try, though it was made among others', async () => {
    const gala = await scene();
    const data = Buffer.from(await plainTemplate()).toString('base64');
    const box = { x: 10, y: 10, width: 50, height: 10, pageIndex: 0, variableKey: 'fullname' };
    await gala.put({
      ...{ _id: 'invitationtemplate_1', type: 'invitationtemplate', language: 'en', refs: [box] },
      metadata: { ...meta, title: 't' },
      _attachments: { template: { content_type: 'application/pdf', data } },
    });
    for (const name of ['ada', 'quz']) {
      await gala.consumer(name);
      const guest = { forename: name, surname: 'Test', category: 'indiv', language: 'en' };
      await gala.put(clientDoc(name, { ...guest, consumerId: `consumer_${name}` }));
    }
    mail.onRecipient = (to) => (to.startsWith('ada') ? { refuse: 451 } : null);
    const body = { font: '', html: '<p>a</p>', text: '' };
    const contents = { subject: 'a', body, attachInvitation: true, attachInvoice: false };
    await gala.notif('a', { contents });
    await gala.routine();
    await expect
      .poll(async () => (await gala.counts()).counts, { timeout: 30_000 })
      .toEqual({ ...none, queued: 1, sent: 1 });
    mail.onRecipient = () => null;
    // The pause of a minute is over.
    const outbox = await server.storage.open(outboxDatabase(gala.eventId));
    await update(outbox, rowId('notif_a', 'consumer_ada', 1), (row) => ({ ...row, dueAt: 1 }));
    await gala.notif('b');
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, sent: 4 });
    expect(mail.mails.filter(({ source }) => attachedTo(source).length === 1)).toHaveLength(2);
  });

  it('a wrong password: all are told that the service is misconfigured', async () => {
    const gala = await scene(settings({ password: 'wrong' }));
    for (const name of ['ada', 'bob', 'zoe']) await gala.consumer(name);
    await gala.notif('a');
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, withheld: 3 });
    expect(await gala.get('consumer_zoe')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'misconfigured' }] },
    });
  });

  it('refused for good, for now, and dropped after the end: each is what it is', async () => {
    const gala = await scene();
    for (const name of ['ada', 'bob', 'eve', 'zoe']) await gala.consumer(name);
    mail.onRecipient = (to) => (to.startsWith('ada') ? { refuse: 550, about: '7.26' } : null);
    mail.onMail = ({ to }) =>
      to.startsWith('bob') ? { refuse: 452 } : to.startsWith('eve') ? 'keepAndDrop' : null;
    await gala.notif('a');
    await gala.routine();
    await expect
      .poll(async () => (await gala.counts()).counts, { timeout: 30_000 })
      .toEqual({
        ...{ ...none, queued: 1, failed: 1, uncertain: 1, sent: 1 },
      });
    await expect
      .poll(() => gala.get('consumer_ada'))
      .toMatchObject({
        notifs: { notif_a: [{ ok: false, error: '550 5.7.26', errorCode: 550 }] },
      });
    await expect
      .poll(() => gala.get('consumer_eve'))
      .toMatchObject({ notifs: { notif_a: [{ ok: false, error: 'uncertain' }] } });
    expect((await gala.get('consumer_bob'))['notifs'] ?? {}).toEqual({});
    // A person sends what nobody knows again: mail programs see the same message.
    mail.onMail = () => null;
    await gala.notif('a', { resendConsumerIds: ['consumer_eve'] });
    await gala.routine();
    await expect.poll(() => mail.mails.filter(({ to }) => to.startsWith('eve')).length).toBe(2);
    const [first, second] = mail.mails.filter(({ to }) => to.startsWith('eve'));
    expect(headerOf(second?.source ?? 'b', 'Message-ID')).toBe(headerOf(first?.source ?? 'a', 'Message-ID'));
    // On a slow machine it would be tried again among the mails of the tests that follow.
    await gala.notif('a', { notifType: 'deleted' });
  });

  it('what devices write into a registration’s attempts is put right [DOC-06]', async () => {
    const gala = await scene();
    await gala.notif('a');
    await gala.consumer('ada');
    await gala.settled();
    const forged = { notif_a: [], notif_b: [{ ok: true, date: 1 }] };
    await gala.consumer('ada', { notifs: forged, person: { forename: 'ada', email: 'new@example.org' } });
    await gala.settled();
    const doc = await gala.get('consumer_ada');
    expect(doc).toMatchObject({ notifs: { notif_a: [{ ok: true }] }, person: { email: 'new@example.org' } });
    expect(doc['notifs']).not.toHaveProperty('notif_b');
    expect(mail.mails).toHaveLength(1);
  });

  it('invitation and invoice go along, made for each, in their language', async () => {
    const gala = await scene();
    const data = Buffer.from(await plainTemplate()).toString('base64');
    const box = { x: 10, y: 10, width: 60, height: 5, pageIndex: 0 };
    for (const type of ['invitation', 'invoice']) {
      await gala.put({
        ...{
          _id: `${type}template_1`,
          type: `${type}template`,
          language: 'en',
          paymentType: 'none',
          metadata: meta,
        },
        refs: [
          { ...box, variableKey: 'fullname' },
          { ...box, y: 20, variableKey: type === 'invoice' ? 'invoice_id' : 'number' },
        ],
        _attachments: { template: { content_type: 'application/pdf', data } },
      });
    }
    await gala.consumer('ada', { paymentType: 'none', registration: { amount: 1000, currency: 'chf' } });
    await gala.put({
      ...{ _id: 'client_a', type: 'client', consumerId: 'consumer_ada', number: 'G7-01', metadata: meta },
      ...{ forename: 'Nguyễn', surname: 'Văn', language: 'en', category: 'indiv' },
    });
    await gala.consumer('kenji', { person: { email: 'k@example.org', language: 'en' } });
    await gala.put({
      ...{ _id: 'client_k', type: 'client', consumerId: 'consumer_kenji', number: 'G7-02', metadata: meta },
      ...{ forename: '𪚥二', surname: 'K', language: 'en', category: 'indiv' },
    });
    await gala.consumer('li', { paymentType: 'none', registration: { amount: 1000, currency: 'chf' } });
    await gala.put({
      ...{ _id: 'client_l', type: 'client', consumerId: 'consumer_li', number: 'G7-03', metadata: meta },
      ...{ forename: '小明', surname: '李', language: 'en', category: 'indiv' },
    });
    const contents = {
      subject: 'a',
      body: { html: '<p>a</p>' },
      attachInvoice: true,
      attachInvitation: true,
    };
    await gala.notif('a', { contents });
    await gala.routine();
    // A letter that no typeface has: held back, not printed without it.
    expect(await gala.settled()).toEqual({ ...none, sent: 2, withheld: 1 });
    const to = (name: string) => mail.mails.find((one) => one.to.startsWith(name))?.source ?? '';
    const files = attachedTo(to('ada'));
    const [chinese] = attachedTo(to('li'));
    const letters = (await readPdf(chinese?.bytes ?? new Uint8Array())).pages[0]?.texts ?? [];
    expect(letters.map(({ text }) => text).join('')).toContain('小明');
    // Who of several gets which number is nobody's matter.
    const [, number = ''] = /^invoice-(000[123])\.pdf$/.exec(files[1]?.name ?? '') ?? [];
    expect(files.map(({ name }) => name)).toEqual(['invitation-G7-01.pdf', `invoice-${number}.pdf`]);
    const texts = await Promise.all(
      files.map(async ({ bytes }) => (await readPdf(bytes)).pages[0]?.texts ?? []),
    );
    const said = texts.map((page) =>
      page
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', ''),
    );
    expect(said).toEqual(['NguyễnVănG7-01', `adaTest${number}`]);
  });

  it('no token reaches the outbox', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    await gala.notif('a');
    await gala.settled();
    const { status } = await server.call('GET', `/db/foyer-outbox-${gala.eventId}/_all_docs`, {
      as: server.manager,
    });
    expect([403, 404]).toContain(status);
  });

  it('a copy of the databases sends nothing until a manager says so, and then not what the original may have sent', async () => {
    const gala = await scene();
    await gala.consumer('ada');
    const worker = await server.storage.open('foyer-worker');
    const mark = {
      _id: 'instance',
      by: 'restore',
      restoredAt: Date.now(),
      copiedAt: Date.now(),
      confirmedAt: null,
    };
    const { rev } = await worker.put(mark);
    await gala.notif('a');
    expect((await gala.routine()).body).toMatchObject({ queued: 0 });
    expect(await gala.counts()).toMatchObject({ paused: true });
    const member = await server.person('Mia', 'member', gala.eventId);
    expect((await server.call('POST', '/api/confirm-copy', { as: member })).status).toBe(403);
    expect((await server.call('POST', '/api/confirm-copy', { as: server.manager })).status).toBe(200);
    await gala.consumer('bob', { metadata: { ...meta, updatedAt: Date.now() + 1000 } });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, uncertain: 1, sent: 1 });
    expect(mail.mails.map(({ to }) => to)).toEqual(['bob@example.org']);
    await worker.remove('instance', (await worker.get('instance'))._rev);
    expect(rev).toBeDefined();
  });

  it('what waits for a person is told of all events that one may see, until somebody has done something', async () => {
    const gala = await scene();
    const ask = async (as = server.manager) =>
      (await server.call<{ messages: { eventId: string }[] }>('GET', '/api/message-attention', { as })).body
        .messages;
    const here = async (as = server.manager) =>
      (await ask(as)).filter(({ eventId }) => eventId === gala.eventId);
    for (const name of ['ada', 'bob', 'eve']) await gala.consumer(name);
    await gala.consumer('zoe', { person: { forename: 'zoe', language: 'en' } });
    mail.onRecipient = (to) => (to.startsWith('ada') ? { refuse: 550 } : null);
    mail.onMail = ({ to }) =>
      to.startsWith('bob') ? { refuse: 552 } : to.startsWith('eve') ? 'keepAndDrop' : null;
    await gala.notif('a');
    await gala.settled();
    const waiting = {
      eventId: gala.eventId,
      notifId: 'notif_a',
      method: 'email',
      name: 'Hello {{forename}}',
    };
    // Whoever has no address was named before: nothing can be done about it here.
    expect(await here()).toEqual([{ ...waiting, failed: 2, uncertain: 1, withheld: 0, stalled: null }]);
    const member = await server.person('Mona', 'member', gala.eventId);
    expect(await here(member)).toHaveLength(1);
    const other = await server.person('Otto', 'member', (await server.event()).eventId);
    expect(await here(other)).toEqual([]);
    const host = await server.person('Hans', 'host', gala.eventId);
    expect((await server.call('GET', '/api/message-attention', { as: host })).status).toBe(403);
    // Sent again, and well: the attempt before waits for nobody any more.
    [mail.onRecipient, mail.onMail] = [() => null, () => null];
    await gala.notif('a', { resendConsumerIds: ['consumer_ada', 'consumer_eve'] });
    await gala.settled();
    expect(await here()).toEqual([{ ...waiting, failed: 1, uncertain: 0, withheld: 0, stalled: null }]);
    // Whoever is erased, or whose registration is deleted, is on no page any more.
    await gala.put({ ...erased(await gala.get('consumer_bob'), Date.now()), _id: 'consumer_bob' });
    expect(await here()).toEqual([]);
    mail.onRecipient = () => ({ refuse: 550 });
    await gala.consumer('kim');
    await gala.settled();
    expect(await here()).toMatchObject([{ failed: 1 }]);
    await gala.put({ ...(await gala.get('consumer_kim')), _id: 'consumer_kim', _deleted: true });
    expect(await here()).toEqual([]);
    await gala.consumer('lea');
    await gala.settled();
    expect(await here()).toHaveLength(1);
    await gala.notif('a', { notifType: 'deleted' });
    expect(await here()).toEqual([]);
  });

  it('that the server’s disk is almost full is told, and how much it takes; that it has room is not', async () => {
    const ask = async () =>
      (await server.call<{ roomLeft?: number }>('GET', '/api/message-attention', { as: server.manager })).body
        .roomLeft;
    const { storage } = server;
    for (const [roomLeft, told] of [
      [5_000_000, 5_000_000],
      [0, 0],
      [10_000_000_000, undefined],
      [null, undefined],
    ] as const) {
      storage.roomLeft = () => Promise.resolve(roomLeft);
      expect(await ask()).toBe(told);
    }
    delete storage.roomLeft;
    expect(await ask()).toBeUndefined();
  });

  it('that the mail server does not answer, or asks to wait, is told with the time of the next try', async () => {
    const stalled = async (gala: Scene) => {
      const { body } = await server.call<{ messages: { eventId: string; stalled: object | null }[] }>(
        'GET',
        '/api/message-attention',
        { as: server.manager },
      );
      return body.messages.find(({ eventId }) => eventId === gala.eventId)?.stalled ?? null;
    };
    const closed = await startMailServer(WORD);
    await closed.close();
    const down = await scene(settings({ port: closed.port }));
    for (const name of ['ada', 'bob']) await down.consumer(name);
    const at = clock.stop();
    await down.notif('a');
    const tried = async () => {
      await server.worker?.idle();
      clock.move(500);
      return stalled(down);
    };
    await expect.poll(tried).toMatchObject({ count: 2, reason: 'unreachable' });
    const { next } = (await stalled(down)) as { next: number };
    expect(next).toBeGreaterThanOrEqual(at + 60_000);
    expect(next).toBeLessThanOrEqual(clock.now() + 60_000);
    clock.go();

    const asking = await scene();
    mail.onMail = () => ({ refuse: 451 });
    await asking.consumer('ada');
    await asking.notif('a');
    await expect.poll(() => stalled(asking)).toMatchObject({ count: 1, reason: '451' });
    await asking.notif('a', { notifType: 'deleted' });
  });

  it('a wrong password holds all back; once it is mended, services are used as they are stored then [API-13]', async () => {
    const gala = await scene(settings({ password: 'wrong' }));
    await gala.consumer('ada');
    await gala.notif('a');
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect(await gala.get('consumer_ada')).toMatchObject({
      notifs: { notif_a: [{ ok: false, error: 'misconfigured' }] },
    });
    const path = `/db/services/${gala.eventId}`;
    const { _rev } = (await server.call<{ _rev: string }>('GET', path, { as: server.manager })).body;
    const body = { _id: gala.eventId, _rev, email: settings() };
    expect((await server.call('PUT', path, { as: server.manager, body })).status).toBe(201);
    const reload = `/api/reload-services/${gala.eventId}`;
    const member = await server.person('Rosa', 'member', gala.eventId);
    expect((await server.call('POST', reload, { as: member })).status).toBe(403);
    const { status, body: said } = await server.call('POST', reload, { as: server.manager });
    expect([status, said]).toEqual([200, { ok: true }]);
    await gala.notif('a', { resendConsumerIds: ['consumer_ada'] });
    expect(await gala.settled()).toEqual({ ...none, sent: 1, withheld: 1 });
    expect(mail.mails.map(({ to }) => to)).toEqual(['ada@example.org']);
  });

  it('so many in any minute, and the rest later', async () => {
    const gala = await scene(settings({ perMinute: 2 }));
    for (const name of ['ada', 'bob', 'eve']) await gala.consumer(name);
    await gala.notif('a', { notifType: 'one-time' });
    await gala.routine();
    await expect.poll(async () => (await gala.counts()).counts).toEqual({ ...none, queued: 1, sent: 2 });
    // Who waits is told, also of a message that is done for whoever comes to fit later.
    const underway = async (query: string) =>
      (
        await server.call<{ messages: { consumerId: string }[] }>(
          'GET',
          `/api/messages-underway/${gala.eventId}?${query}`,
          { as: gala.member },
        )
      ).body.messages;
    const sent = mail.mails.map(({ to }) => to.split('@')[0]);
    const [waiting = ''] = ['ada', 'bob', 'eve'].filter((name) => !sent.includes(name));
    const told = { notifId: 'notif_a', consumerId: `consumer_${waiting}`, attempt: 1 };
    expect(await underway('notif=notif_a')).toContainEqual(expect.objectContaining(told));
    expect(await underway(`consumer=consumer_${waiting}`)).toMatchObject([told]);
    expect(await underway('notif=notif_b')).toEqual([]);
    await gala.routine();
    await server.worker?.idle();
    expect(mail.mails).toHaveLength(2);
  });
});
