import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NotifEdit } from '#domain/commands/notifs.ts';
import type { Language } from '#domain/config.ts';
import type { EventRepository } from '#data/types.ts';
import { MOST_ATTACHED } from '#domain/notifications/ownFiles.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { newDocument } from '#domain/documents/new.ts';
import type { LettersReply, LettersRequest, TemplateReply, TemplateRequest } from '#pdf/fileJob.ts';
import { compileTemplate, type TemplateError } from '#pdf/template/compile.ts';
import { fontPackages } from '#pdf/testing/packages.ts';
import { plainTemplate } from '#pdf/testing/templates.ts';
import { openFonts } from '#pdf/type/fonts.ts';
import { missingLetters } from '#pdf/type/missingLetters.ts';
import { createI18n } from '#i18n/index.ts';
import { centralEvent, GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { NotifCreatePage, NotifPage } from './NotifPage.tsx';

/*
 * The editor on the store in memory. What is typed into it is pasted, which is how a browser without a layout can tell an
 * editor of something.
 */

// Without a layout ProseMirror asks in vain where its text is.
const nowhere = { length: 0, item: () => null, [Symbol.iterator]: [][Symbol.iterator] };
Range.prototype.getClientRects = () => nowhere as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
document.elementFromPoint = () => null;
// Without one a virtual list would show nothing.
for (const name of ['clientHeight', 'offsetHeight'])
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 440 });

// Whether each element is hidden costs most of the time; what is closed is not there at all.
beforeAll(() => configure({ defaultHidden: true }));
afterAll(() => configure({ defaultHidden: false }));
// What one test typed is no draft of the next.
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('Worker', FileWorker);
});
afterEach(() => vi.unstubAllGlobals());

const consumer = (id: string, more: object = {}) => ({
  ...{ _id: `consumer_${id}`, _rev: '1-a', type: 'consumer', status: 'registered', date: 1 },
  ...{ notifMethod: 'email', paymentType: 'none', notifs: {}, metadata: {} },
  person: { forename: id, surname: 'Test', email: `${id.toLowerCase()}@example.org`, language: 'en' },
  ...more,
});
const TEMPLATE = {
  ...{ _id: 'whatsapptemplate_a', _rev: '1-a', type: 'whatsapptemplate', date: 1 },
  ...{ message: ['See you soon'], metadata: {} },
};
const DOCUMENTS = [
  consumer('Ada', {
    person: { forename: 'Ada', surname: 'Test', email: 'ada@example.org', phone: '+41 79 1', language: 'en' },
  }),
  consumer('Bob', { status: 'pending' }),
  consumer('Cleo', { person: { forename: 'Cleo', surname: 'Test', language: 'fr' } }),
  { ...sessionDoc('ball', 'Ball'), clients: [] },
];
const notif = (more: Partial<Notif> = {}): Notif =>
  newDocument('notif', {
    ...{ _id: 'notif_1', notifType: 'inactive', notifMethod: 'email' },
    contents: {
      subject: 'Hello {{forename}}',
      body: { font: '', html: '<p>Dear {{fullname}}</p>', text: '' },
    },
    ...more,
  });

/** The worker that looks for letters and reads templates, without a thread and with the typefaces of the packages. */
class FileWorker extends EventTarget {
  postMessage(asked: LettersRequest | Extract<TemplateRequest, { kind: 'openTemplate' }>): void {
    (asked.kind === 'letters' ? this.letters(asked) : this.template(asked))
      .then((data) => this.dispatchEvent(new MessageEvent('message', { data })))
      .catch(() => undefined);
  }
  private async letters({ number, texts }: LettersRequest): Promise<LettersReply> {
    return { kind: 'letters', number, ...(await missingLetters(texts, openFonts(fontPackages))) };
  }
  private async template({ pdf }: { pdf: Blob }): Promise<TemplateReply> {
    try {
      const { pages } = await compileTemplate(new Uint8Array(await pdf.arrayBuffer()));
      return { kind: 'opened', pages };
    } catch (error) {
      return { kind: 'refused', fault: (error as TemplateError).code };
    }
  }
  terminate(): void {}
}

interface Options {
  documents?: readonly object[];
  stored?: Notif;
  /** What a new one begins as. */
  like?: Notif;
  language?: Language;
  /** What the server says; null: it does not answer. */
  optedOut?: string[] | null;
  services?: object | null;
  links?: boolean;
  cards?: boolean;
  underway?: object[];
  /** What the server lists; null: it does not answer. */
  files?: string[] | null;
  /** By the templates' ids; null: each has one. */
  pdfs?: Record<string, Blob> | null;
  /** The server's clock minus the device's, ms. */
  offset?: number;
}
async function open({
  documents = [],
  stored,
  like,
  language = 'en',
  optedOut = null,
  services = null,
  links = true,
  cards = true,
  underway = [],
  files = null,
  pdfs = null,
  offset = 0,
}: Options = {}) {
  const saves: NotifEdit[] = [];
  const ran: string[] = [];
  const stopped: string[] = [];
  const outcome = (more: object) => async () => ({ ok: true, value: { ...notif(), ...more } });
  const repository = {
    saveNotif: vi.fn<EventRepository['saveNotif']>(async (edit) => {
      saves.push(edit);
      return { ok: true as const, value: { ...notif(), ...edit.fields } };
    }),
    addFile: vi.fn<EventRepository['addFile']>(),
    fileContent: async () => new Blob([new Uint8Array(3_145_728)]),
    templatePdf: async (id: string) => pdfs?.[id] ?? (pdfs === null ? pdf(await plainTemplate()) : null),
    removeNotif: vi.fn<(...asked: unknown[]) => unknown>(outcome({ notifType: 'deleted' })),
    resendNotif: vi.fn<(...asked: unknown[]) => unknown>(outcome({})),
    callBackNotif: vi.fn<(...asked: unknown[]) => unknown>(outcome({})),
  };
  const messages = {
    run: async (id: string) => {
      ran.push(id);
      return { ok: true, value: { queued: 0 } };
    },
    report: async () => ({ ok: false, error: { code: 'offline' } }),
    confirmCopy: async () => ({ ok: true, value: null }),
    attention: async () => ({ ok: false, error: { code: 'offline' } }),
    underway: async () => ({ ok: true, value: underway }),
    stop: async (_id: string, id: string) => {
      stopped.push(id);
      return { ok: true, value: { stopped: 2 } };
    },
    services: async () =>
      services === null
        ? { ok: false, error: { code: 'offline' } }
        : { ok: true, value: { services: { ...services }, links, cards } },
    optOuts: async () =>
      optedOut === null ? { ok: false, error: { code: 'offline' } } : { ok: true, value: new Set(optedOut) },
  };
  const view = await showScreen({
    screen: stored === undefined ? <NotifCreatePage /> : <NotifPage />,
    path: stored === undefined ? '/event/gala/notif' : '/event/gala/notif/:notifId',
    at:
      stored !== undefined
        ? '/event/gala/notif/1'
        : `/event/gala/notif${like === undefined ? '' : '?like=1'}`,
    language,
    documents: [
      ...DOCUMENTS,
      ...documents,
      ...[stored, like].flatMap((one) => (one === undefined ? [] : [{ ...one, _rev: '1-a' }])),
    ],
    repository: repository as never,
    events: [centralEvent('gala', 'Gala')],
    data: {
      ...{ messages, clock: { now: () => 1000, offset } },
      serverFiles: async () =>
        files === null
          ? { ok: false, error: { code: 'offline' } }
          : { ok: true, value: files.map((name) => ({ _id: `file_${name}`, name })) },
    } as never,
  });
  return { ...view, repository, saves, ran, stopped };
}

function paste(field: HTMLElement, content: { text?: string; html?: string; files?: File[] }): void {
  const { text = '', html = '', files = [] } = content;
  field.focus();
  fireEvent.paste(field, {
    clipboardData: {
      ...{ files, items: [], types: html === '' ? ['text/plain'] : ['text/html', 'text/plain'] },
      getData: (type: string) => (type === 'text/html' ? html : type === 'text/plain' ? text : ''),
    },
  });
}
const pdf = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const fieldsOf = (save: NotifEdit | undefined) => save?.fields;

describe('the notification editor', () => {
  const INVITATION = {
    ...{ _id: 'invitationtemplate_en', _rev: '1-a', type: 'invitationtemplate', language: 'en' },
    ...{ refs: [], metadata: {} },
  };
  const inFrench = (id: string, more: object = {}) =>
    consumer(id, {
      person: { forename: id, surname: 'Test', email: `${id.toLowerCase()}@example.org`, language: 'fr' },
      ...more,
    });

  it('says before it is sent for whom there is no template in their language', async () => {
    await open({ documents: [inFrench('Dan'), INVITATION] });
    expect(screen.queryByText(/Missing .*template/)).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invitation' }));
    expect(await screen.findByText('Missing template (invitation): 1 (French)')).toBeTruthy();
    // Nothing is attached for whom there is none.
    fireEvent.click(screen.getByRole('button', { name: 'Previous person' }));
    await within(screen.getByTestId('message-preview')).findByText(/Missing template \(invitation\)/);
    expect(screen.queryByText('Attached: invitation')).toBeNull();
    const way = screen.getByRole('link', { name: 'Make the templates' });
    expect(way.getAttribute('href')).toBe('/event/gala#templates');
    fireEvent.click(screen.getByRole('radio', { name: 'One time' }));
    paste(field('Subject'), { text: 'Hi' });
    paste(field('Text'), { text: 'Hi' });
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    const asked = await screen.findByRole('dialog', { name: 'Send this message?' });
    expect(asked.textContent).toContain('2 people are meant and cannot get it.');
  });

  it('says before it is sent whose document holds a letter that no typeface has', async () => {
    const called = (id: string, surname: string) =>
      consumer(id, {
        person: { forename: id, surname, email: `${id.toLowerCase()}@example.org`, language: 'en' },
      });
    const guest = (id: string, surname: string) => ({
      ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: id, surname, number: id },
      ...{ category: 'indiv', language: 'en', consumerId: `consumer_${id}`, metadata: {} },
    });
    const refs = [{ x: 1, y: 1, width: 50, height: 5, pageIndex: 0, variableKey: 'fullname' }];
    const people = [
      ['Dora', 'Nguyễn'],
      ['Emil', 'ใจดี'],
    ] as const;
    await open({
      documents: [
        { ...INVITATION, refs },
        ...people.flatMap(([id, surname]) => [called(id, surname), guest(id, surname)]),
      ],
    });
    expect(screen.queryByText('A document cannot be printed: 1')).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invitation' }));
    const reason = await screen.findByText('A document cannot be printed: 1');
    fireEvent.click(reason);
    expect(reason.closest('details')?.textContent).toContain('ใจดี Emil');
    fireEvent.click(screen.getByRole('radio', { name: 'One time' }));
    paste(field('Subject'), { text: 'Hi' });
    paste(field('Text'), { text: 'Hi' });
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    const asked = await screen.findByRole('dialog', { name: 'Send this message?' });
    // Ada, Bob and Dora; Cleo has no address.
    expect(asked.textContent).toContain('3 people get it.');
    expect(asked.textContent).toContain('2 people are meant and cannot get it.');
  });

  it('says before it is sent whose template has no PDF or one that cannot be read', async () => {
    const invoice = (id: string, paymentType: string) => ({
      ...{ ...INVITATION, _id: `invoicetemplate_${id}`, type: 'invoicetemplate', paymentType },
    });
    const issued = { kind: 'invoice', index: 0, number: '0001', issuedAt: 1, currency: 'chf', total: 1 };
    const byCard = { paymentType: 'card' };
    await open({
      documents: [
        ...[INVITATION, invoice('none', 'none'), invoice('card', 'card')],
        consumer('Dora', byCard),
        // What was issued goes out as it is.
        consumer('Emil', { ...byCard, invoiceIndex: 0, invoices: [{ ...issued, lacks: null }] }),
        consumer('Fay', { ...byCard, invoiceIndex: 0, invoices: [{ ...issued, lacks: 'missing_template' }] }),
      ],
      pdfs: {
        invoicetemplate_none: pdf(await plainTemplate()),
        invoicetemplate_card: new Blob(['%PDF-1.7 and no more']),
      },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invoice' }));
    const reason = /^The template’s PDF is missing or cannot be read: 2 \(English\)$/;
    const line = await screen.findByText(reason);
    fireEvent.click(line);
    expect(line.closest('details')?.textContent).toContain('Test Dora, Test Fay');
    expect(screen.getByRole('link', { name: 'Make the templates' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invoice' }));
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
    // Without a guest there is no invitation, and none that could not be read.
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invitation' }));
    expect(screen.queryByText(/^The template’s PDF/)).toBeNull();
  });

  it('says before it is sent who gets it without an invitation or an invoice, and shows none there', async () => {
    const guest = {
      ...{ _id: 'client_Bob', _rev: '1-a', type: 'client', forename: 'Bob', surname: 'Test', number: '1' },
      ...{ category: 'indiv', language: 'en', consumerId: 'consumer_Bob', metadata: {} },
    };
    const invoices = {
      ...INVITATION,
      _id: 'invoicetemplate_en',
      type: 'invoicetemplate',
      paymentType: 'none',
    };
    const documents = [guest, INVITATION, invoices, consumer('Dora', { status: 'canceled' })];
    await open({ documents, stored: notif() });
    expect(screen.queryByText(/^Of these/)).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invitation' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Attach the invoice' }));
    const lacking = await screen.findByText('Of these, 2 without an invitation: there is no guest');
    fireEvent.click(lacking);
    expect(lacking.closest('details')?.textContent).toContain('Test Ada, Test Dora');
    expect(screen.getByText('Of these, 1 without an invoice: cancelled')).toBeTruthy();
    expect(screen.getByText('Attached: invoice')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next person' }));
    expect(await screen.findByText('Attached: invitation, invoice')).toBeTruthy();
  });

  it('says before it is sent that an own file is missing or all of them are too large', async () => {
    const file = (id: string) => ({
      ...{ _id: `file_${id}`, _rev: '1-a', type: 'file', name: id, metadata: {} },
    });
    const stored = notif({ attachments: ['file_map', 'file_menu', 'file_gone'] });
    await open({ documents: [file('map'), file('menu')], stored, files: ['map', 'menu'] });
    expect(await screen.findByText('An attached file is missing or too large: 2')).toBeTruthy();
    // Each has 3 MB.
    fireEvent.click(screen.getByRole('button', { name: 'Remove “File that is not here”' }));
    expect(screen.getByText('An attached file is missing or too large: 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove “menu”' }));
    await waitFor(() => expect(screen.queryByText(/An attached file is missing/)).toBeNull());
    expect(screen.getByText(/2 people would/)).toBeTruthy();
  });

  it('says before it is sent that the server has no address for a link, and that no cards are taken', async () => {
    const services = { email: 'ready', sms: 'ready', whatsapp: 'ready' };
    const html = '<p>{{registration_link}}</p>';
    const linked = notif({ contents: { subject: 'Hi', body: { font: '', html, text: '' } } });
    const { unmount } = await open({ services, links: false, stored: linked });
    expect(await screen.findByText('The server has no public address for the link: 2')).toBeTruthy();
    unmount();
    const paid = notif({ notifMethod: 'sms', contents: { message: 'Pay: {{payment_link}}' } });
    const second = await open({ services, cards: false, stored: paid });
    expect(await screen.findByText('The event takes no payments by card: 1')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set up services' })).toBeTruthy();
    second.unmount();
    await open({ services, links: false, cards: false, stored: notif() });
    expect(await screen.findByText(/2 people would/)).toBeTruthy();
  });

  it('tells who had it from whom nothing reached, and when it was run', async () => {
    const told = { error: null, errorCode: null, date: 5, message: null, url: null };
    await open({
      documents: [
        consumer('Eva', { notifs: { notif_1: [{ ...told, ok: true }] } }),
        inFrench('Dan', { notifs: { notif_1: [{ ...told, ok: false, error: 'missing_template' }] } }),
      ],
      stored: notif({ date: 1_795_000_000_000, count: 2 }),
    });
    expect(await screen.findByText('Did not reach them (see Delivery): 1')).toBeTruthy();
    expect(screen.getByText('Had it already: 1')).toBeTruthy();
    expect(screen.getByText(/^E-mail · Last run on /)).toBeTruthy();
    // Whoever was held back is among those who were counted.
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    expect(await screen.findByText(/^Last run on .*: 2 people were meant\.$/)).toBeTruthy();
  });

  it('finds people as the list has them, without accents, and however somebody wrote those', async () => {
    const person = {
      forename: 'Zoe\u0301',
      surname: 'Mu\u0308ller',
      email: 'zm@example.org',
      language: 'en',
    };
    await open({
      documents: [
        consumer('Zed', { person, notifs: { notif_1: [{ date: 1, ok: true, message: 'Hello' }] } }),
      ],
      stored: notif({ notifType: 'inactive' }),
    });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    const search = await screen.findByLabelText('Find a person');
    for (const found of ['muller zoe', 'Zoé Müller', 'ZM@EXAMPLE', 'example zoe', 'Mulller']) {
      fireEvent.change(search, { target: { value: found } });
      await waitFor(() => expect((search as HTMLInputElement).value).toBe(found));
      expect(screen.queryByText('Nothing found.')).toBeNull();
    }
    fireEvent.change(search, { target: { value: 'muller anna' } });
    expect(await screen.findByText('Nothing found.')).toBeTruthy();
  });

  it('says of an automatic message that inactive stops it for whoever waits', async () => {
    await open({ stored: notif({ notifType: 'automatic' }) });
    expect(
      await screen.findByText('Nothing is sent any more, nor to whoever still waits for it.'),
    ).toBeTruthy();
    expect(screen.queryByText('Nothing is sent. A draft, or a message that is done.')).toBeNull();
  });

  it.each([
    ['an automatic one', { notifType: 'automatic', count: 0 }, 'E-mail · Automatic'],
    ['one that no number was written beside', { notifType: 'inactive' }, 'E-mail · Inactive'],
  ] as const)('says of no run that there was none: %s with another program’s date', async (_, more, kind) => {
    await open({ stored: notif({ ...more, date: 1_795_000_000_000 }) });
    expect(await screen.findByText(kind)).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    expect(await screen.findByRole('button', { name: /^All: / })).toBeTruthy();
    expect(screen.queryByText(/Last run on/)).toBeNull();
  });

  it('has the fields of the specification, and what is saved is that; the routine follows [NOTIF-01] [NOTIF-02] [NOTIF-03] [NOTIF-04] [NOTIF-05] [NOTIF-07] [NOTIF-08] [NOTIF-09] [NOTIF-19] [DOC-13] [DOC-14]', async () => {
    const { saves, ran, path } = await open();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'E-mail',
      'SMS',
      'WhatsApp',
    ]);
    // All by default.
    expect(screen.getByLabelText<HTMLSelectElement>('Status of the registration').value).toBe('');
    expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('');
    expect(screen.getByPlaceholderText('All sessions')).toBeTruthy();
    // 'Deleted' cannot be chosen.
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
      ...['service', 'news', 'automatic', 'one-time', 'inactive'],
    ]);
    paste(field('Subject'), { text: 'Welcome {{forename}}' });
    paste(field('Text'), { html: '<p>See <b>you</b>, {{dear}}</p>' });
    fireEvent.change(screen.getByLabelText('Status of the registration'), {
      target: { value: 'registered' },
    });
    fireEvent.change(screen.getByLabelText('New status, once it is sent'), {
      target: { value: 'notice_sent' },
    });
    fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'en' } });
    fireEvent.click(screen.getByLabelText('Attach the invitation'));
    fireEvent.click(screen.getByRole('radio', { name: /^News/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only those whose invoice is not paid' }));
    fireEvent.click(screen.getByRole('radio', { name: /Automatic/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(fieldsOf(saves[0])).toEqual({
      attachments: [],
      ...{ notifType: 'automatic', notifMethod: 'email', language: 'en', sessionIds: null, sendAt: null },
      ...{ consumerStatus: 'registered', consumerStatusNew: 'notice_sent', purpose: 'news' },
      unpaidDays: 30,
      contents: {
        subject: 'Welcome {{forename}}',
        body: { font: '', html: '<p>See <strong>you</strong>, {{dear}}</p>', text: 'See you, {{dear}}' },
        ...{ attachInvitation: true, attachInvoice: false },
      },
    });
    await waitFor(() => expect(ran).toEqual(['gala']));
    expect(path()).toBe('/event/gala/notif/1');
  });

  it('whose invoice is open for long enough goes by the server’s clock, where the device has another date', async () => {
    const owing = (id: string, days: number) =>
      consumer(id, {
        ...{ status: 'invoice_sent', paymentType: 'transfer' },
        registration: { amount: 5000, currency: 'chf', rate: 100, vat: 0 },
        invoiceIndex: 1,
        invoices: [
          {
            ...{ kind: 'invoice', index: 1, number: 'GL-0002', currency: 'chf', total: 5000 },
            issuedAt: today - days * 86_400_000,
          },
        ],
      });
    // Of a device that is five days ahead.
    const offset = -5 * 86_400_000;
    const today = Date.now() + offset;
    await open({ documents: [owing('Dan', 31), owing('Eve', 29)], like: notif({ unpaidDays: 30 }), offset });
    expect(screen.getByText('No invoice open for so long: 4')).toBeTruthy();
    expect(screen.getByText('Test Ada, Test Bob, Test Cleo, Test Eve')).toBeTruthy();
  });

  it('own files go with a mail: new ones and those of the event, 4 MB in all', async () => {
    const file = { _id: 'file_map', _rev: '1-a', type: 'file', name: 'Map', metadata: {} };
    const stored = notif({ attachments: ['file_gone'] });
    const { saves, store, repository } = await open({ documents: [file], stored });
    repository.addFile.mockImplementation(async ({ name }) => {
      const added = { ...file, _id: 'file_new', name };
      store.apply([added] as never);
      return { ok: true, value: added as never };
    });
    paste(field('Text'), { text: ' Hello' });
    const list = (): (string | null)[] =>
      within(screen.getByRole('group', { name: 'Attachments' }))
        .queryAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(list()).toEqual(['File that is not here']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove “File that is not here”' }));
    expect(list()).toEqual([]);
    fireEvent.change(screen.getByLabelText('A file of this event'), { target: { value: 'file_map' } });
    await waitFor(() => expect(list()).toEqual([expect.stringMatching(/^Map3\.1\sMo$/)]));
    const choose = (size: number): void => {
      const chosen = new File(['%PDF-1.7'], 'Menu.pdf', { type: 'application/pdf' });
      Object.defineProperty(chosen, 'size', { value: size });
      fireEvent.change(screen.getByLabelText('Add a PDF', { selector: 'input' }), {
        target: { files: [chosen] },
      });
    };
    choose(MOST_ATTACHED - 3_145_728 + 1);
    expect(screen.getByText(/^The files would be larger than/)).toBeTruthy();
    expect(repository.addFile).not.toHaveBeenCalled();
    choose(MOST_ATTACHED - 3_145_728);
    await waitFor(() => expect(list()).toHaveLength(2));
    expect(screen.queryByText(/^The files would be larger than/)).toBeNull();
    expect(screen.getByTestId('message-preview').textContent).toContain('Attached: Map, Menu');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields.attachments).toEqual(['file_map', 'file_new']);
  });

  it('what is pasted from a word processor becomes clean, and a variable a chip', async () => {
    const { saves } = await open();
    const html =
      '<html><head><style>p{color:red}</style></head><body><!--StartFragment--><p class="MsoNormal" style="mso-x:1" onclick="evil()">Hello <b>you</b><o:p></o:p> {{forename}}<script>evil()</script></p><!--EndFragment--></body></html>';
    paste(field('Text'), { html });
    const chip = field('Text').querySelector('[data-variable]');
    expect(chip?.textContent).toBe('Forename');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields.contents.body?.html).toBe('<p>Hello <strong>you</strong> {{forename}}</p>');
  });

  describe('a text that is pasted', () => {
    // With a line end of a presentation.
    const text = 'Dear {{forename}},\vsee you\r\n\r\nBring a coat';
    const html = '<div>Dear {{forename}},<br>see you</div><div><br></div><div>Bring a coat</div>';

    it('keeps the lines within its paragraphs in a mail, and all its words in a subject', async () => {
      const { saves } = await open();
      paste(field('Subject'), { text, html });
      paste(field('Text'), { text });
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(saves).toHaveLength(1));
      expect(saves[0]?.fields.contents).toMatchObject({
        subject: 'Dear {{forename}}, see you Bring a coat',
        body: { html: '<p>Dear {{forename}},<br>see you</p><p>Bring a coat</p>' },
      });
    });

    it('keeps its blank lines in an SMS', async () => {
      const { saves } = await open();
      fireEvent.click(screen.getByRole('tab', { name: 'SMS' }));
      paste(field('Message'), { text, html });
      expect(field('Message').querySelector('[data-variable]')?.textContent).toBe('Forename');
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(saves).toHaveLength(1));
      expect(saves[0]?.fields.contents.message).toBe(text.replaceAll('\r', '').replace('\v', '\n'));
    });
  });

  describe('a picture', () => {
    const PIXEL =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const png = (name = 'hall.png', after = 0): File =>
      new File([Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0)), 'x'.repeat(after)], name);
    const choose = (file: File): boolean =>
      fireEvent.change(screen.getByLabelText('Picture', { selector: 'input' }), {
        target: { files: [file] },
      });
    const shown = (): (string | null)[] =>
      [...field('Text').querySelectorAll('img[src^="data:"]')].map((picture) => picture.getAttribute('alt'));
    // A browser without a layout reads none.
    beforeEach(() => {
      vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close: () => undefined }));
    });
    it('is put in, described, asked about once more by keyboard, and saved with the text', async () => {
      const { saves } = await open();
      paste(field('Text'), { text: 'See ' });
      choose(png());
      const description = await screen.findByLabelText(/^What the picture shows/);
      expect(screen.getByText(/^A picture has no description yet/)).toBeTruthy();
      fireEvent.change(description, { target: { value: 'The' } });
      fireEvent.change(description, { target: { value: 'The hall' } });
      expect(description.isConnected).toBe(true);
      fireEvent.keyDown(description, { key: 'Enter' });
      await waitFor(() => expect(screen.queryByLabelText(/^What the picture shows/)).toBeNull());
      expect(screen.queryByText(/^A picture has no description yet/)).toBeNull();
      expect(shown()).toEqual(['The hall']);
      // It is still picked.
      fireEvent.keyDown(field('Text'), { key: 'Enter' });
      expect(await screen.findByLabelText<HTMLInputElement>(/^What the picture shows/)).toMatchObject({
        value: 'The hall',
      });
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(saves).toHaveLength(1));
      expect(saves[0]?.fields.contents.body).toEqual({
        font: '',
        html: `<p>See <img src="data:image/png;base64,${PIXEL}" alt="The hall" width="40" style="max-width:100%;height:auto"></p>`,
        text: 'See [The hall]',
      });
    });

    it('is one by its content, and all of them weigh 400 kB at most', async () => {
      const heavy = `<p><img src="data:image/jpeg;base64,${'A'.repeat(533_300)}" alt="Heavy"></p>`;
      await open({ stored: notif({ contents: { subject: '', body: { html: heavy } } }) });
      const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png', { type: 'image/png' });
      choose(svg);
      expect(await screen.findByText(/^This file is not an image/)).toBeTruthy();
      choose(png('a.png', 100));
      expect(await screen.findByText(/^The pictures of a message may be 400\sk. in all/)).toBeTruthy();
      await waitFor(() => expect(field('Text').getAttribute('aria-invalid')).toBe('true'));
      expect(shown()).toEqual(['Heavy']);
    });

    it('comes by paste and goes by keyboard; one that lies elsewhere stays there', async () => {
      await open();
      paste(field('Text'), { html: '<p>Read <img src="https://example.org/a.png" alt="no"> this</p>' });
      expect(field('Text').textContent).toBe('Read this');
      field('Text').focus();
      const data = { files: [png()], items: [], types: ['Files'], getData: () => '' };
      fireEvent.paste(field('Text'), { clipboardData: data });
      await waitFor(() => expect(shown()).toEqual(['']));
      fireEvent.keyDown(field('Text'), { key: 'Backspace' });
      expect(shown()).toEqual([]);
    });

    it('comes with others: all that are pasted or dropped at once are there, in their order', async () => {
      const widths = [40, 50, 60];
      vi.stubGlobal('createImageBitmap', async () => ({
        ...{ width: widths.shift(), height: 30, close: () => undefined },
      }));
      await open();
      const data = { files: [png(), png(), png()], items: [], types: ['Files'], getData: () => '' };
      fireEvent.paste(field('Text'), { clipboardData: data });
      await waitFor(() => expect(shown()).toHaveLength(3));
      const pictures = [...field('Text').querySelectorAll('img[src^="data:"]')];
      expect(pictures.map((one) => one.getAttribute('width'))).toEqual(['40', '50', '60']);
    });

    it('that cannot be read is called so, and an image', async () => {
      vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('too large')));
      await open();
      choose(png());
      expect(await screen.findByText(/^This image cannot be read/)).toBeTruthy();
    });
  });

  it('a picture that was copied from a page is the picture, also where it has a description', async () => {
    await open();
    const html = '<meta charset="utf-8"><img src="https://example.org/logo.png" alt="Our logo">';
    // What it is its bytes say: of these, that it is none.
    paste(field('Text'), { html, files: [new File(['x'], 'image.png', { type: 'image/png' })] });
    expect(await screen.findByText(/This file is not an image/)).toBeTruthy();
    expect(screen.queryByText(/did not come along/)).toBeNull();
  });

  it('says which pictures of a text from Word did not come along', async () => {
    await open();
    const picture = '<img width=300 height=200 src="file:///C:/Temp/clip_image001.png" v:shapes="Picture_1">';
    const seen = '<img width="1" height="1" src="https://example.org/seen">';
    paste(field('Text'), { html: `<p class=MsoNormal>Map: ${picture}</p><p>Menu: ${picture}${seen}</p>` });
    expect(field('Text').textContent).toBe('Map:Menu:');
    expect(screen.getByText(/^2 pictures of what you pasted did not come along/)).toBeTruthy();
    paste(field('Text'), { text: 'Bye' });
    expect(screen.queryByText(/did not come along/)).toBeNull();
  });

  it('takes no text that no message could be as long as, and says so', async () => {
    await open();
    paste(field('Text'), { text: 'Dear' });
    for (const name of ['Text', 'Subject']) paste(field(name), { text: 'long '.repeat(250_000) });
    expect(screen.getAllByText(/^This text is too long for a message/)).toHaveLength(2);
    expect([field('Text').textContent, field('Subject').textContent]).toEqual(['Dear', '']);
    paste(field('Text'), { text: ' Ada' });
    expect(screen.getAllByText(/^This text is too long for a message/)).toHaveLength(1);
  });

  it('a variable is inserted from the list; one that nobody has is not saved', async () => {
    const { saves } = await open();
    paste(field('Text'), { text: 'Dear {{nobody}}' });
    fireEvent.click(screen.getByRole('button', { name: 'Text: Insert a variable' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Surname' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(/Nobody has a “nobody”/)).length).toBeGreaterThan(0);
    expect(saves).toEqual([]);
    expect(field('Text').querySelector('[data-variable="surname"]')).not.toBeNull();
  });

  it.each([
    ['example.org/x', 'https://example.org/x'],
    ['http://example.org', 'http://example.org'],
    ['java script:alert(1)', null],
  ])('the link %s leads to %s [NOTIF-08] [VALID-39] [VALID-40]', async (typed, href) => {
    const { saves } = await open();
    paste(field('Text'), { text: 'Read on: ' });
    fireEvent.click(screen.getByRole('button', { name: 'Link' }));
    fireEvent.change(await screen.findByLabelText('Address of the link'), { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Set the link' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    const html = saves[0]?.fields.contents.body?.html ?? '';
    expect(/href="([^"]*)"/.exec(html)?.[1] ?? null).toBe(href);
  });

  it('an SMS says how long it is, and what it costs [NOTIF-10] [NOTIF-11] [NOTIF-12] [NOTIF-13]', async () => {
    const { saves } = await open();
    fireEvent.click(screen.getByRole('tab', { name: 'SMS' }));
    const length = () => screen.getAllByTestId('sms-length')[0]?.textContent;
    const say = (text: string): void => paste(field('Message'), { text });
    say('a'.repeat(149));
    expect(length()).toBe('');
    say('a');
    expect(length()).toBe('10 characters left');
    say('a'.repeat(10));
    expect(length()).toBe('0 characters left');
    say('a');
    expect(length()).toBe('Segment 2 of 2');
    expect(screen.getAllByTestId('sms-cost')[0]?.textContent).toMatch(/^Paid as 2 SMS\./);
    say('ê');
    expect(screen.getAllByTestId('sms-cost')[0]?.textContent).toMatch(/^Paid as 3 SMS\. The characters ê/);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields).toMatchObject({
      notifMethod: 'sms',
      contents: { message: `${'a'.repeat(161)}ê` },
    });
  });

  it('an SMS that is opened again has the spaces that were typed', async () => {
    const text = '{{dear}}  {{surname}},\n\n  Table   7 ';
    const stored = notif({ notifMethod: 'sms', contents: { message: text } });
    const { saves } = await open({ stored });
    fireEvent.click(screen.getByRole('radio', { name: /^News/ }));
    paste(field('Message'), { text: '!' });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields.contents.message?.replace('!', '')).toBe(text.trim());
  });

  it('an SMS with variables says what it costs with what people have', async () => {
    const phone = '+41 79 123 45 67';
    const called = (id: string, surname: string) =>
      consumer(id, { person: { forename: id, surname, phone, language: 'en' } });
    await open({ documents: [called('Dora', 'Lake'), called('Emil', `Nguyễn ${'Long'.repeat(20)}`)] });
    fireEvent.click(screen.getByRole('tab', { name: 'SMS' }));
    const cost = () => screen.getAllByTestId('sms-cost')[0]?.textContent?.trim();
    paste(field('Message'), { text: 'See you, ' });
    expect(cost()).toBe('');
    paste(field('Message'), { text: '{{forename}}' });
    await waitFor(() => expect(cost()).toBe('With what each person has: 1 SMS a person, 3 in all.'));
    paste(field('Message'), { text: ' {{surname}}' });
    // Of one of them a letter makes it 67 a segment.
    await waitFor(() => expect(cost()).toBe('With what each person has: 1 to 2 SMS a person, 4 in all.'));
  });

  it('an empty message is not saved, which is said at the field', async () => {
    const { saves, path } = await open({ language: 'fr' });
    const t = (await createI18n('fr')).t;
    fireEvent.click(screen.getByRole('tab', { name: 'SMS' }));
    fireEvent.click(screen.getByRole('button', { name: t('notifs.save') }));
    await waitFor(() => expect(screen.getAllByText(/Écrivez quelque chose/).length).toBe(2));
    expect(field('Message').getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: t('common.cancel') }));
    await waitFor(() => expect(path()).toBe('/event/gala'));
    expect(saves).toEqual([]);
  });

  it('WhatsApp asks for a template, and cannot be saved without one [NOTIF-14] [VALID-38]', async () => {
    const { saves } = await open({ documents: [TEMPLATE] });
    fireEvent.click(screen.getByRole('tab', { name: 'WhatsApp' }));
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Template/), { target: { value: 'whatsapptemplate_a' } });
    expect(save.disabled).toBe(false);
    fireEvent.click(save);
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields).toMatchObject({
      ...{ notifMethod: 'whatsapp', contents: { templateId: 'whatsapptemplate_a' } },
    });
  });

  it('WhatsApp: what stands in approved content is bound, shown, asked for, and who lacks it is held back', async () => {
    const approved = { ...TEMPLATE, _id: 'whatsapptemplate_b', message: ['Hi {{1}}!'], contentSid: 'HX1' };
    const phone = '+41 79 123 45 67';
    const called = (id: string, company: string | null) =>
      consumer(id, { person: { forename: id, surname: 'Who', company, phone, language: 'en' } });
    const { saves } = await open({ documents: [approved, called('Dora', 'Lake Ltd'), called('Emil', null)] });
    fireEvent.click(screen.getByRole('tab', { name: 'WhatsApp' }));
    fireEvent.change(screen.getByLabelText(/^Template/), { target: { value: 'whatsapptemplate_b' } });
    const bound = await screen.findByRole('textbox', { name: 'For {{1}}' });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const problem = 'Say what stands for {{1}}, below the template.';
    await waitFor(() => expect(screen.getAllByText(problem)).toHaveLength(2));
    expect(saves).toEqual([]);
    paste(bound, { html: '<p>{{company}}</p>' });
    await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
    expect(within(bound).getByText('Company')).toBeTruthy();
    // Ada and Emil have no company.
    await screen.findByText(/1 person would/);
    expect(screen.getByText('Something that the approved text names is missing: 2')).toBeTruthy();
    const shown = () => screen.getByTestId('message-preview').textContent;
    const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next person' }));
    for (let before = 0; before < 3; before++) next();
    expect(shown()).toContain('Hi Lake Ltd!');
    expect(shown()).toContain('WhatsApp sends the text that it has approved');
    next();
    expect(shown()).toContain('Hi {{1}}!');
    expect(shown()).toContain('Nothing would stand for {{1}}: they do not get it.');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields.contents).toEqual({
      ...{ templateId: 'whatsapptemplate_b', variables: { 1: '{{company}}' } },
    });
  });

  it('people of one name are told apart by their addresses where one chooses whose message is shown', async () => {
    const person = { forename: 'Ada', surname: 'Test', email: 'ada.two@example.org', language: 'en' };
    await open({ stored: notif(), documents: [consumer('second', { person })] });
    const shown = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' }).value;
    expect(shown()).toBe('Test Ada · ada@example.org');
    fireEvent.click(screen.getByRole('button', { name: 'Next person' }));
    expect(shown()).toBe('Test Ada · ada.two@example.org');
    fireEvent.click(screen.getByRole('button', { name: 'Next person' }));
    expect(shown()).toBe('Test Bob');
  });

  it('says who gets it and who does not and why, and shows it as each will get it [NOTIF-06]', async () => {
    await open({ stored: notif() });
    expect(screen.getByText(/2 people would/)).toBeTruthy();
    expect(screen.getByText('1 person is meant and cannot get it')).toBeTruthy();
    expect(screen.getByText('No email address provided: 1')).toBeTruthy();
    const preview = screen.getByTestId('message-preview');
    expect(within(preview).getByText('Hello Ada')).toBeTruthy();
    const frame = within(preview).getByTitle('Message to Ada Test');
    expect(frame.getAttribute('srcdoc')).toContain('<p>Dear Ada Test</p>');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).not.toContain('Unsubscribe');
    fireEvent.click(screen.getByRole('radio', { name: /^News/ }));
    const news = within(preview).getByTitle('Message to Ada Test').getAttribute('srcdoc');
    expect(news).toContain('You no longer want news of this event? <a href="#">Unsubscribe</a>');
    fireEvent.click(screen.getByRole('button', { name: 'Next person' }));
    expect(within(screen.getByTestId('message-preview')).getByText('Hello Bob')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Status of the registration'), { target: { value: 'pending' } });
    expect(screen.getByText('2 people are not meant')).toBeTruthy();
    expect(screen.getByText('Another status: 2')).toBeTruthy();
  });

  it('says before it is saved how many want no news, where the server tells', async () => {
    const { unmount } = await open({ stored: notif(), optedOut: ['ada@example.org'] });
    expect(screen.getByText(/2 people would/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /^News/ }));
    expect(await screen.findByText('Wants no news: 1')).toBeTruthy();
    expect(screen.getByText(/1 person would/)).toBeTruthy();
    unmount();
    await open({ stored: notif() });
    fireEvent.click(screen.getByRole('radio', { name: /^News/ }));
    expect(screen.getByText('Who wants no news is known once this device is connected.')).toBeTruthy();
  });

  it('says before it is sent that nothing can carry it, and leads there', async () => {
    await open({ services: { email: 'disabled', sms: 'ready', whatsapp: 'ready' } });
    await screen.findByText('Service not configured: 3');
    expect(screen.getByRole('link', { name: 'Set up services' }).getAttribute('href')).toBe(
      '/event/gala/services',
    );
    expect(screen.queryByText(/^2 people would get it|2 people get it/)).toBeNull();
  });

  it('says that nobody gets it where that is so, also before it is sent', async () => {
    await open({ stored: notif({ consumerStatus: 'invoice_paid' }) });
    expect(screen.getByText('Nobody gets it while it is inactive, and nobody would.')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /Automatic/ }));
    expect(screen.getByText('Nobody gets it')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /One time/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^Nobody gets it, as things stand now\./)).toBeTruthy();
  });

  it('says before it is sent that a message of another program names what nobody has', async () => {
    const body = { font: '', html: '<p>Dear {{firstname}}</p>', text: '' };
    await open({ stored: notif({ notifType: 'automatic', contents: { subject: 'Hi', body } }) });
    expect(await screen.findByText('The message names a variable that nobody has: 2')).toBeTruthy();
    expect(screen.getByText('Nobody gets it')).toBeTruthy();
  });

  it('a one-time message is confirmed with the number, and leaves half a minute later', async () => {
    const { saves } = await open({ stored: notif() });
    fireEvent.click(screen.getByRole('radio', { name: /One time/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^2 people get it\./)).toBeTruthy();
    expect(saves).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]).toMatchObject({
      notifId: 'notif_1',
      fields: { notifType: 'one-time', sendAt: 31_000 },
    });
  });

  it('an automatic one is confirmed with the number of those who get it, and saved as it is', async () => {
    const { saves } = await open({ stored: notif() });
    fireEvent.click(screen.getByRole('radio', { name: /Automatic/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^2 people get it, and so does whoever/)).toBeTruthy();
    expect(saves).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields).toMatchObject({ notifType: 'automatic', sendAt: null });
  });

  it('a new one begins as another stands, and waits for somebody to send it', async () => {
    const like = notif({ notifType: 'automatic', language: 'fr', attachments: ['file_1'] });
    const { saves } = await open({ like });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Inactive/ }).checked).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    const { contents, attachments } = like;
    expect(saves[0]).toMatchObject({
      ...{ notifId: null, base: null },
      fields: {
        notifType: 'inactive',
        language: 'fr',
        attachments,
        contents: { subject: contents?.['subject'] },
      },
    });
  });

  it('a planned time is that of the event, wherever the device is, and says so [NOTIF-01]', async () => {
    const stored = notif({ notifType: 'one-time', sendAt: Date.UTC(2026, 5, 1, 16) });
    const documents = [{ ...GALA, _rev: '2-a', timeZone: 'Asia/Kathmandu' }];
    const { saves } = await open({ stored, documents });
    // The quarter of an hour is Nepal's alone.
    expect(screen.getByText('It is sent on June 1, 2026 / 21:45 (Asia/Kathmandu).')).toBeTruthy();
    expect(screen.getByText('As clocks show it at the event: Asia/Kathmandu.')).toBeTruthy();
    const shown = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name }).value;
    expect([shown('Time: Hours'), shown('Time: Minutes')]).toEqual(['21', '45']);
    fireEvent.click(screen.getByRole('button', { name: 'Save and send' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/June 1, 2026 \/ 21:45 \(Asia\/Kathmandu\)/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Plan' }));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]?.fields.sendAt).toBe(Date.UTC(2026, 5, 1, 16));
  });

  it('until then it can be called back', async () => {
    const { repository } = await open({ stored: notif({ notifType: 'one-time', sendAt: 31_000 }) });
    expect(screen.getByText('It is sent in 30 seconds.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Call back' }));
    await waitFor(() => expect(repository.callBackNotif).toHaveBeenCalledWith('notif_1'));
  });

  it('deleting asks first, and leads to the event [NOTIF-16]', async () => {
    const { repository, path } = await open({ stored: notif() });
    fireEvent.click(screen.getByRole('button', { name: 'Delete message' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(path()).toBe('/event/gala'));
    expect(repository.removeNotif).toHaveBeenCalledWith('notif_1');
  });

  it.each([['deleted' as const], [null]])('one that is %s leads to the event [NOTIF-15]', async (type) => {
    const stored = type === null ? { ...notif(), _id: 'notif_other' } : notif({ notifType: type });
    const { path } = await open({ stored });
    await waitFor(() => expect(path()).toBe('/event/gala'));
  });
});

describe('what became of a notification', () => {
  const attempt = (more: object) => ({
    ...{ ok: false, error: null, errorCode: null, date: 1, message: null, url: null },
    ...more,
  });
  const told = [
    consumer('Dan', { notifs: { notif_1: [attempt({ ok: true })] } }),
    consumer('Eve', { notifs: { notif_1: [attempt({ error: 'uncertain' })] } }),
    consumer('Fay', { notifs: { notif_1: [attempt({ error: 'refused', errorCode: '30007' })] } }),
  ];

  it('is counted by state and listed by person, found by name, and what failed is tried again [NOTIF-20] [NOTIF-21] [ERROR-07]', async () => {
    const { repository, ran, store } = await open({
      stored: notif({ notifType: 'automatic' }),
      documents: told,
    });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    const states = () =>
      within(screen.getByRole('group', { name: 'State' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(states()).toEqual([
      'All: 6',
      'Waiting: 3',
      'Sent: 1',
      'Failed: 1',
      'Not known: 1',
      'Held back: 0',
    ]);
    // It moves while it is sent.
    store.apply([consumer('Ada', { _rev: '2-b', notifs: { notif_1: [attempt({ ok: true })] } })] as never);
    await waitFor(() => expect(states()[2]).toBe('Sent: 2'));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'fay' } });
    const rows = screen.getAllByRole('row');
    expect(rows).toHaveLength(2);
    expect(
      within(rows[1] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('https://www.twilio.com/docs/api/errors/30007');
    fireEvent.click(screen.getByRole('button', { name: 'Try again for 1 person' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(repository.resendNotif).toHaveBeenCalledWith('notif_1', ['consumer_Fay']));
    await waitFor(() => expect(ran).toEqual(['gala']));
  });

  it('all of one state are tried again at once; who may have it, only where somebody looks at them alone', async () => {
    const more = [
      consumer('Gus', { notifs: { notif_1: [attempt({ error: 'missing_phone' })] } }),
      consumer('Hal', { notifs: { notif_1: [attempt({ error: 'uncertain' })] } }),
    ];
    const { repository } = await open({ stored: notif(), documents: [...told, ...more] });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    expect(await screen.findByRole('button', { name: 'Try again for 2 people' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Held back: 1' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again for 1 person' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(repository.resendNotif).toHaveBeenCalledWith('notif_1', ['consumer_Gus']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Sent: 1' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Not known: 2' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again for 2 people' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('2 people may have it already, and would get it twice.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
    const both = ['consumer_Eve', 'consumer_Hal'];
    await waitFor(() => expect(repository.resendNotif).toHaveBeenLastCalledWith('notif_1', both));
  });

  it.each([
    ['is not set up', 'misconfigured', 1],
    ['was set up since', 'ready', 0],
  ])('who waits for a service that %s', async (_words, email, ways) => {
    const waits = consumer('Gus', { notifs: { notif_1: [attempt({ error: 'disabled' })] } });
    const services = { email, sms: 'ready', whatsapp: 'ready' };
    await open({ stored: notif(), documents: [waits], services });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    expect(await screen.findByRole('button', { name: 'Held back: 1' })).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryAllByRole('link', { name: 'Set up services' })).toHaveLength(ways),
    );
    // It would be held back once more.
    const again = { name: /^(Try again for 1 person|Send again to Gus Test)$/ };
    expect(screen.queryAllByRole('button', again)).toHaveLength(ways === 0 ? 2 : 0);
  });

  it('says why nothing is sent again, without a column for that, and offers it to who comes back from setting the service up', async () => {
    const waits = consumer('Gus', { notifs: { notif_1: [attempt({ error: 'disabled' })] } });
    const services = { email: 'misconfigured', sms: 'ready', whatsapp: 'ready' };
    await open({ stored: notif(), documents: [waits], services });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    expect(await screen.findByText(/^Service misconfigured\./)).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    services.email = 'ready';
    fireEvent.focus(window);
    expect(await screen.findByRole('button', { name: 'Send again to Gus Test' })).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy();
    expect(screen.queryByText(/^Service misconfigured/)).toBeNull();
  });

  it('hears within a while that a service is no more what it was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const services = { email: 'ready', sms: 'ready', whatsapp: 'ready' };
    const failed = consumer('Gus', { notifs: { notif_1: [attempt({ error: 'refused' })] } });
    await open({ stored: notif(), documents: [failed], services });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    expect(await screen.findByRole('button', { name: 'Send again to Gus Test' })).toBeTruthy();
    services.email = 'disabled';
    // The first answer may have come only just now.
    for (let time = 0; time < 2; time++) await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText(/^Service not configured\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again to Gus Test' })).toBeNull();
  });

  it('of whom nothing is known somebody says so before it is sent again', async () => {
    const { repository } = await open({ stored: notif(), documents: told });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Send again to Eve Test' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/would get it twice/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(repository.resendNotif).toHaveBeenCalledWith('notif_1', ['consumer_Eve']));
  });

  it.each([
    ['unreachable', /^The mail server does not answer\. It is tried again on .*2026/],
    ['sender_refused', /^The mail server takes no mail from this sender now\. It is tried again on .*2026/],
    [421, /^The provider asks to wait \(421\)\. It is tried again on .*2026/],
  ])(
    'whom the server has yet to send it to waits, also where the message is done or was tried in vain before: %s',
    async (away, words) => {
      const failed = consumer('Gus', { notifs: { notif_1: [attempt({ error: '550', errorCode: 550 })] } });
      const dueAt = new Date(2026, 5, 1, 10, 30).getTime();
      const underway = [
        {
          ...{ notifId: 'notif_1', consumerId: 'consumer_Ada', attempt: 1, dueAt },
          failed: { error: 'misconfigured', errorCode: away },
        },
        {
          ...{ notifId: 'notif_1', consumerId: 'consumer_Gus', attempt: 2, dueAt },
          failed: { error: '452', errorCode: 452 },
        },
        // Its registration tells more by now.
        { notifId: 'notif_1', consumerId: 'consumer_Dan', attempt: 1, dueAt: 1 },
      ];
      await open({ stored: notif(), documents: [...told, failed], underway });
      fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Waiting: 2' }));
      const names = screen.getAllByRole('row').map(({ textContent }) => /Ada|Gus|Dan/.exec(textContent)?.[0]);
      expect(names).toEqual([undefined, 'Ada', 'Gus']);
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.getByText(/^The mailbox is full \(452\)\. It is tried again on .*2026/)).toBeTruthy();
      expect(screen.queryByText(/\(550\)/)).toBeNull();
      expect(screen.queryByRole('button', { name: /^(Send|Try) again/ })).toBeNull();
      expect(screen.getByRole('button', { name: 'Sent: 1' })).toBeTruthy();
    },
  );

  const waits = (name: string) => ({
    ...{ notifId: 'notif_1', consumerId: `consumer_${name}`, attempt: 1, dueAt: 1 },
  });
  it.each([
    ['en', '2 people still wait for it.', 'Stop sending', 'Stopped: 2 people do not get the message.'],
    [
      'fr',
      '2 personnes l’attendent encore.',
      'Arrêter l’envoi',
      'Envoi arrêté : 2 personnes ne reçoivent pas le message.',
    ],
  ] as const)('a message on its way is stopped by a button, in %s', async (language, words, label, done) => {
    const ran = notif({ notifType: 'inactive', date: 1, count: 3 });
    const underway = [waits('Ada'), waits('Bea'), waits('Dan')];
    const documents = [consumer('Bea'), ...told];
    const { stopped } = await open({ stored: ran, documents, underway, language });
    expect(await screen.findByText(words)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: label }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }));
    expect(await screen.findByText(done)).toBeTruthy();
    expect(stopped).toEqual(['notif_1']);
  });
  it('an automatic one has no such button: its type stops it', async () => {
    const failed = { error: '452', errorCode: 452 };
    const underway = [{ ...waits('Fay'), attempt: 2, failed }];
    await open({ stored: notif({ notifType: 'automatic' }), documents: told, underway });
    fireEvent.click(screen.getByRole('tab', { name: 'Delivery' }));
    await screen.findByText(/^The mailbox is full/);
    expect(screen.queryByRole('button', { name: 'Stop sending' })).toBeNull();
  });
});
