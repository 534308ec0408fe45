import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixelsOf } from '#pdf/testing/pixels.ts';
import { scanPixels } from '#pdf/testing/read.ts';
import { heavyTemplate, plainTemplate } from '#pdf/testing/templates.ts';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import { idleReader, leave } from '../../testing/idleReader.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { remove, update } from '../../storage/documents.ts';
import { outboxDatabase } from '../../storage/types.ts';
import { withLinks } from './fileLinks.ts';
import { frozenId, type Frozen } from '../ledger/frozen.ts';
import { attachedTo, meta, none, Scene, WORD } from '../testing/scene.ts';

const MB = 1_000_000;

describe('files that are too large for a mail', () => {
  let server: TestServer;
  let mail: TestMailServer;
  let heavy: Uint8Array;
  beforeAll(async () => {
    mail = await startMailServer(WORD);
    server = await startTestServer({ worker: true, config: { publicUrl: 'https://foyer.example' } });
    heavy = await heavyTemplate(5 * MB);
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  async function scene(pdf: Uint8Array, language: 'en' | 'fr', on = server): Promise<Scene> {
    mail.mails.length = 0;
    const gala = await new Scene(on).open(mail.account);
    await gala.put({
      ...{ _id: 'invitationtemplate_1', type: 'invitationtemplate', language, metadata: meta },
      refs: [{ x: 10, y: 10, width: 30, height: 20, pageIndex: 0, variableKey: 'qr_code' }],
      _attachments: {
        template: { content_type: 'application/pdf', data: Buffer.from(pdf).toString('base64') },
      },
    });
    await gala.consumer('ada', { person: { forename: 'Ada', email: 'ada@example.org', language } });
    await gala.put({
      ...{ _id: 'client_ada', type: 'client', forename: 'Ada', surname: 'Test', number: 'A-7', language },
      ...{ category: 'indiv', consumerId: 'consumer_ada', metadata: meta },
    });
    const contents = { subject: 'Hi', body: { html: '<p>Dear</p>' }, attachInvitation: true };
    await gala.notif('a', { contents });
    return gala;
  }
  const source = (): string => Buffer.from(mail.mails[0]?.source ?? '').toString();
  /** The plain text of the mail, as it is read. */
  function textOf(mailSource: string): string {
    const part = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(mailSource)?.[1] ?? '';
    const bytes = part
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  }
  const linkIn = (text: string): URL => new URL(/https:\S+/.exec(text)?.[0] ?? '');
  const get = async (url: URL, language = 'en') =>
    fetch(`${server.url}${url.pathname}${url.search}`, { headers: { 'accept-language': language } });

  it.each([
    ['en', 'Your invitation is too large for an e-mail. It can be downloaded until'],
    ['fr', 'Votre invitation est trop volumineuse pour un e-mail. Elle peut être téléchargée jusqu’au'],
  ] as const)('go by a signed link without a login (%s)', async (language, words) => {
    const gala = await scene(heavy, language);
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
    expect(attachedTo(source())).toEqual([]);
    expect(source().length).toBeLessThan(10_000);
    const text = textOf(source());
    expect(text).toContain(words);
    const url = linkIn(text);
    expect(url.origin).toBe('https://foyer.example');

    const file = await get(url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(file.headers.get('content-disposition')).toContain('invitation-A-7.pdf');
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(4 * MB);
    expect(await scanPixels(await pixelsOf(bytes, 0, 3))).toEqual(['A-7']);

    // Nothing of the address can be changed.
    const others = (['row', 'file', 'until', 'signature'] as const).map((name) => {
      const other = new URL(url);
      const known = other.searchParams.get(name) ?? '';
      // By chance they end with any figure.
      const changed = known.slice(0, -1) + (known.endsWith('9') ? '8' : '9');
      other.searchParams.set(name, name === 'row' ? `${known}0` : changed);
      return other;
    });
    for (const other of [...others, new URL(url.href.replace(gala.eventId, 'nowhere'))]) {
      const answer = await get(other, language);
      expect([answer.status, other.href]).toEqual([404, other.href]);
      expect(await answer.text()).toContain(
        language === 'en' ? 'This link is not valid' : 'Ce lien n’est pas valable',
      );
    }

    // One whose time is over, signed as it was then.
    const rowId = url.searchParams.get('row') ?? '';
    const outbox = await server.storage.openExisting(outboxDatabase(gala.eventId));
    await update(outbox, frozenId(rowId), (stored) => {
      const frozen = stored?.['frozen'] as Extract<Frozen, { method: 'email' }>;
      const links = { key: frozen.links?.key ?? '', until: 1000 };
      url.searchParams.set('until', '1000');
      const signature = createHmac('sha256', links.key).update(`${rowId}\n0\n1000`).digest('base64url');
      url.searchParams.set('signature', signature);
      return { ...stored, frozen: { ...frozen, links } };
    });
    const late = await get(url, language);
    expect([late.status, await late.text()]).toEqual([
      410,
      expect.stringContaining(language === 'en' ? 'has expired' : 'a expiré'),
    ]);
  });

  it('are made for nobody who takes none of those before', async () => {
    const gala = await scene(heavy, 'en');
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
    const url = linkIn(textOf(source()));
    const readers = [];
    for (let asked = 0; asked < 10; asked++)
      readers.push(await idleReader(server, url.pathname + url.search));
    expect((await get(url)).status).toBe(429);
    await leave(readers);
    await expect.poll(async () => (await get(url)).status).toBe(200);
  });

  it('an invoice comes as the mail was about it; once it is taken back a page says so, and leads to what holds', async () => {
    const gala = await scene(await plainTemplate(), 'en');
    const data = Buffer.from(heavy).toString('base64');
    await gala.put({
      ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language: 'en', paymentType: 'transfer' },
      refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'invoice_id' }],
      ...{ metadata: meta, _attachments: { template: { content_type: 'application/pdf', data } } },
    });
    await gala.put({
      ...{ ...(await gala.get('consumer_ada')), _id: 'consumer_ada', paymentType: 'transfer' },
      registration: { amount: 5000, currency: 'chf', rate: 100, vat: 0 },
    });
    await gala.notif('b', { contents: { subject: 'Invoice', body: { html: '' }, attachInvoice: true } });
    const mine = (): string =>
      mail.mails
        .map((one) => Buffer.from(one.source).toString())
        .find((one) => /^Subject: Invoice/m.test(one)) ?? '';
    await gala.settled();
    const url = linkIn(textOf(mine()));
    const fileAt = async (address: URL) => {
      const answer = await get(address);
      const name = answer.headers.get('content-disposition')?.split("''")[1];
      const sha256 = createHash('sha256')
        .update(await answer.bytes())
        .digest('hex');
      return { type: answer.headers.get('content-type'), name, sha256 };
    };
    const sent = await fileAt(url);
    expect(sent).toMatchObject({ type: 'application/pdf', name: 'invoice-0001.pdf' });

    // Taken back, and valid again: the credit note is not what the mail was about, nor is the invoice to be paid.
    const change = async (more: object, papers: number): Promise<void> => {
      await gala.put({ ...(await gala.get('consumer_ada')), _id: 'consumer_ada', ...more });
      await gala.settled();
      await expect.poll(async () => (await gala.get('consumer_ada'))['invoices']).toHaveLength(papers);
    };
    await change({ status: 'canceled', invoiceCorrects: 0 }, 2);
    await change({ status: 'registered' }, 2);
    const said = async (language: string): Promise<string> => {
      const answer = await get(url, language);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      return answer.text();
    };
    const page = await said('en');
    expect(page).toContain(
      'Invoice 0001 does not hold any more: credit note C0001 has taken it back. Please do not pay it.',
    );
    expect(await said('fr')).toContain('la note de crédit C0001 l’a annulée. Veuillez ne pas la payer.');
    const linked = (from: string, words: string): URL => {
      const [, href = ''] = new RegExp(`<a href="([^"]*)">${words}`).exec(from) ?? [];
      return new URL(href.replaceAll('&amp;', '&'), url);
    };
    const asSent = linked(page, 'Invoice 0001 as it was sent');
    expect(await fileAt(asSent)).toEqual(sent);
    expect((await fileAt(linked(page, 'Credit note C0001'))).name).toBe('credit-note-C0001.pdf');

    // The next one is issued, and what was issued stays, whatever becomes of its template.
    await change({ invoiceCorrects: 0 }, 3);
    await remove(await server.storage.open(gala.dbName), 'invoicetemplate_1');
    const now = await fileAt(linked(await said('en'), 'What holds now: invoice 0002'));
    expect(now).toMatchObject({ type: 'application/pdf', name: 'invoice-0002.pdf' });
    expect(await fileAt(asSent)).toEqual(sent);
  });

  it('up to 4 MB they go along', async () => {
    const gala = await scene(await plainTemplate(), 'en');
    expect(await gala.settled()).toEqual({ ...none, sent: 1 });
    expect(attachedTo(source()).map(({ name }) => name)).toEqual(['invitation-A-7.pdf']);
    expect(source()).not.toContain('message-files');
  });

  it('the largest alone go by a link; all go along where nobody outside can reach the server', () => {
    const file = (name: string, size: number) => ({
      ...{ kind: 'invoice' as const, name, size },
      sha256: createHash('sha256').update(name).digest('hex'),
    });
    const linked = (sizes: number[], publicUrl: string | null = 'https://foyer.example') =>
      withLinks(
        sizes.map((size, index) => file(`${index}`, size * MB)),
        publicUrl,
      ).map((one) => one.linked === true);
    expect(linked([3.9, 0.2])).toEqual([true, false]);
    expect(linked([2, 2])).toEqual([false, false]);
    expect(linked([5, 6])).toEqual([true, true]);
    expect(linked([5, 6], null)).toEqual([false, false]);
    // The organiser's own were limited when they were picked.
    const own = { ...file('map', 3 * MB), kind: 'own' as const };
    const both = withLinks([file('invoice', 2 * MB), own], 'https://foyer.example');
    expect(both.map((one) => one.linked === true)).toEqual([true, false]);
  });
});
