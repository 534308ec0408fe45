import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { read, update } from '../../storage/documents.ts';
import { outboxDatabase } from '../../storage/types.ts';
import { rowId } from '#domain/notifications/row.ts';
import { named } from './ownFiles.ts';
import { attachedTo, headerOf, meta, none, Scene, WORD } from '../testing/scene.ts';

const MB = 1024 * 1024;

it('names of files are such as each computer keeps, and mail filters take for no disguise', () => {
  const names = ['Réunion '.repeat(200), 'plan\u202Efdp.exe.pdf', '東'.repeat(300), 'Menu.PDF', '..', 'menu'];
  const file = { bytes: new Uint8Array(), sha256: '' };
  const [long = '', turned, japanese = '', ...rest] = named(names.map((name) => ({ name, ...file }))).map(
    ({ name }) => name,
  );
  expect(long).toBe(`${'Réunion '.repeat(15).trim()}.pdf`);
  expect(turned).toBe('planfdp.exe.pdf');
  expect(Buffer.byteLength(japanese)).toBeLessThan(255);
  expect(rest).toEqual(['Menu.pdf', 'file.pdf', 'menu (2).pdf']);
});

describe('files with a message', () => {
  let server: TestServer;
  let mail: TestMailServer;
  let gala: Scene;
  beforeAll(async () => {
    mail = await startMailServer(WORD);
    server = await startTestServer({ worker: true });
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });
  beforeEach(async () => {
    mail.mails.length = 0;
    gala = await new Scene(server).open(mail.account);
    await gala.consumer('ada');
  });

  const pdf = (size: number, letter = 'x'): Buffer => Buffer.from(`%PDF-1.7\n${letter.repeat(size - 9)}`);
  const file = (id: string, name: string, bytes: Buffer): Promise<void> =>
    gala.put({
      ...{ _id: `file_${id}`, type: 'file', name, metadata: meta },
      _attachments: { file: { content_type: 'application/pdf', data: bytes.toString('base64') } },
    });
  const attempts = async (): Promise<unknown> =>
    ((await gala.get('consumer_ada'))['notifs'] as Record<string, unknown>)['notif_a'];

  it('the organiser’s own go along byte for byte, each under a name of its own', async () => {
    await file('map', 'Map: 1/2', pdf(2000));
    await file('menu', 'Menu', pdf(3 * MB, 'm'));
    await file('other', 'menu', pdf(1000, 'o'));
    await gala.notif('a', { attachments: ['file_map', 'file_menu', 'file_other', 'file_map'] });
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
    const files = attachedTo(Buffer.from(mail.mails[0]?.source ?? '').toString());
    expect(files.map(({ bytes }) => bytes.length)).toEqual([2000, 3 * MB, 1000]);
    expect(Buffer.from(files[1]?.bytes ?? []).equals(pdf(3 * MB, 'm'))).toBe(true);
    expect(files.map(({ name }) => name)).toEqual(['Map 1 2.pdf', 'Menu.pdf', 'menu (2).pdf']);
  });

  it('more than 4 MB, or one that is not there, hold the message back; mended, it goes when it is asked for once more', async () => {
    await file('map', 'Map', pdf(2 * MB));
    await file('film', 'Film', pdf(2 * MB + 1));
    await gala.notif('a', { attachments: ['file_map', 'file_film'] });
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect(await attempts()).toMatchObject([{ ok: false, error: 'missing_file' }]);
    await gala.notif('b', { attachments: ['file_gone'] });
    expect(await gala.settled()).toEqual({ ...none, withheld: 2 });
    expect(mail.mails).toHaveLength(0);

    const again = { resendConsumerIds: ['consumer_ada'] };
    await gala.notif('a', { attachments: ['file_map'], ...again });
    await gala.notif('b', { attachments: [], ...again });
    await gala.routine();
    expect(await gala.settled()).toMatchObject({ sent: 2 });
    expect(mail.mails).toHaveLength(2);
  });

  it('that were changed after a first try are not what was meant: nobody gets others, and that is said', async () => {
    await file('map', 'Map', pdf(1000));
    mail.onMail = () => ({ refuse: 451 });
    await gala.notif('a', { attachments: ['file_map'] });
    const outbox = await server.storage.open(outboxDatabase(gala.eventId));
    const id = rowId('notif_a', 'consumer_ada', 1);
    await expect.poll(async () => (await read(outbox, id))?.['failure']).toMatchObject({ errorCode: 451 });
    await file('map', 'Map', pdf(1000, 'y'));
    // The pause of a minute is over, and something else is to be sent.
    await update(outbox, id, (row) => ({ ...row, dueAt: 1 }));
    mail.onMail = () => null;
    await gala.notif('b');
    expect(await gala.settled()).toEqual({ ...none, failed: 1, sent: 1 });
    expect(await attempts()).toMatchObject([{ ok: false, error: 'document_changed' }]);
    await gala.notif('a', { attachments: ['file_map'], resendConsumerIds: ['consumer_ada'] });
    await gala.routine();
    expect(await gala.settled()).toMatchObject({ sent: 2 });
  });

  it('pictures go as parts of the mail, the same when it goes later than it was meant, and are kept once for all', async () => {
    const bytes = (seed: number): Buffer =>
      Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * seed) % 251));
    const written = (seed: number, more = ''): object => {
      const src = `data:image/png;base64,${bytes(seed).toString('base64')}`;
      return {
        subject: 'Hi',
        body: { html: `<p>{{forename}} <img src="${src}" alt="The hall" width="600">${more}</p>` },
      };
    };
    await gala.consumer('bob');
    await file('map', 'Map', pdf(2000));
    mail.onMail = ({ to }) => (to.startsWith('bob') ? { refuse: 451 } : null);
    await gala.notif('a', { contents: written(7), attachments: ['file_map'] });
    const outbox = await server.storage.open(outboxDatabase(gala.eventId));
    const bob = rowId('notif_a', 'consumer_bob', 1);
    await expect.poll(async () => (await read(outbox, bob))?.['failure']).toMatchObject({ errorCode: 451 });
    await expect.poll(() => mail.mails.length).toBe(1);
    // What is meant for each names the picture and does not hold it.
    const kept = await outbox.allDocs({ include_docs: true });
    const large = kept.rows.filter((row) => 'doc' in row && JSON.stringify(row.doc).length > 90_000);
    expect(large.map(({ id }) => id)).toEqual([expect.stringMatching(/^picture\//)]);
    // Others by then: what was meant goes.
    await gala.notif('a', { contents: written(11), attachments: ['file_map'] });
    await update(outbox, bob, (row) => ({ ...row, dueAt: 1 }));
    mail.onMail = () => null;
    await gala.notif('b');
    expect(await gala.settled()).toEqual({ ...none, sent: 4 });
    for (const name of ['ada', 'bob']) {
      const own = mail.mails.filter(({ to }) => to.startsWith(name)).map((one) => one.source);
      const source = own.find((text) => headerOf(text, 'Subject') === 'Hi') ?? '';
      const parts = attachedTo(source);
      expect(parts.map((part) => part.name).sort()).toEqual(['Map.pdf', 'picture-1.png']);
      const shown = parts.find((part) => part.name === 'picture-1.png')?.bytes ?? [];
      expect(Buffer.from(shown).equals(bytes(7))).toBe(true);
      const cid = /^Content-ID: <([^>]+)>/im.exec(source)?.[1];
      expect(source.replaceAll(/=\r\n/g, '')).toContain(`src=3D"cid:${cid}"`);
      expect(source).toContain('[The hall]');
    }
  });

  it('a name with a letter that no typeface has holds back its document, and that is said', async () => {
    const forename = '𒀀𒁀';
    await gala.consumer('ada', {
      person: { forename, surname: 'Test', email: 'a@example.org', language: 'en' },
    });
    await gala.put({
      ...{ _id: 'invitationtemplate_1', type: 'invitationtemplate', language: 'en', metadata: meta },
      refs: [{ x: 10, y: 10, width: 50, height: 10, pageIndex: 0, variableKey: 'forename' }],
      _attachments: {
        template: {
          content_type: 'application/pdf',
          data: Buffer.from(await plainTemplate()).toString('base64'),
        },
      },
    });
    await gala.put({
      ...{ _id: 'client_ada', type: 'client', forename, surname: 'Test', number: 'A-7', language: 'en' },
      ...{ category: 'indiv', consumerId: 'consumer_ada', metadata: meta },
    });
    await gala.notif('a', { contents: { body: { html: '<p>Dear</p>' }, attachInvitation: true } });
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect(await attempts()).toMatchObject([{ ok: false, error: 'unprintable' }]);
  });

  it('a template whose PDF is damaged or missing holds back its documents, and that is said', async () => {
    const damaged = { content_type: 'application/pdf', data: Buffer.from('%PDF-1.7 no').toString('base64') };
    const template = (type: string, more: object) =>
      gala.put({ _id: `${type}_1`, type, language: 'en', refs: [], metadata: meta, ...more });
    await template('invitationtemplate', { _attachments: { template: damaged } });
    await gala.put({
      ...{ _id: 'client_ada', type: 'client', forename: 'Ada', surname: 'Test', number: 'A-7' },
      ...{ language: 'en', category: 'indiv', consumerId: 'consumer_ada', metadata: meta },
    });
    const body = { html: '<p>Dear</p>' };
    await gala.notif('a', { contents: { body, attachInvitation: true } });
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect(await attempts()).toMatchObject([{ ok: false, error: 'unreadable_template' }]);
    await template('invitationtemplate', (await gala.get('invitationtemplate_1')) && { _attachments: {} });
    await gala.notif('a', {
      contents: { body, attachInvitation: true },
      resendConsumerIds: ['consumer_ada'],
    });
    await gala.routine();
    expect(await gala.settled()).toEqual({ ...none, withheld: 2 });
    expect(await attempts()).toMatchObject([
      { error: 'unreadable_template' },
      { error: 'unreadable_template' },
    ]);
    // Of an invoice it is the same, which is issued without a PDF then.
    await template('invoicetemplate', { paymentType: 'none', _attachments: { template: damaged } });
    await gala.notif('b', { contents: { body, attachInvoice: true } });
    expect(await gala.settled()).toEqual({ ...none, withheld: 3 });
    const { notifs } = await gala.get('consumer_ada');
    expect(notifs).toMatchObject({ notif_b: [{ ok: false, error: 'unreadable_template' }] });
  });

  it('do not go with an SMS', async () => {
    await gala.notif('a', { notifMethod: 'sms', contents: { message: 'Hi' }, attachments: ['file_gone'] });
    // What is missing is the service, not the file.
    expect(await gala.settled()).toEqual({ ...none, withheld: 1 });
    expect(await attempts()).toMatchObject([{ ok: false, error: 'disabled' }]);
  });
});
