import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { StoredDoc } from '#data/store/read.ts';
import type { AppData } from '#data/types.ts';
import type { LettersReply, LettersRequest } from '#pdf/fileJob.ts';
import { fontPackages } from '#pdf/testing/packages.ts';
import { openFonts } from '#pdf/type/fonts.ts';
import { missingLetters } from '#pdf/type/missingLetters.ts';
import { client, openScene, show } from '../testing/scene.tsx';
import { ClientPage } from './ClientPage.tsx';

const T = Date.UTC(2026, 0, 5, 9);

/** The worker that looks for letters, without a thread and with the typefaces of the packages. */
class LettersWorker extends EventTarget {
  postMessage({ number, texts }: LettersRequest): void {
    missingLetters(texts, openFonts(fontPackages))
      .then((found): LettersReply => ({ kind: 'letters', number, ...found }))
      .then((data) => this.dispatchEvent(new MessageEvent('message', { data })))
      .catch(() => undefined);
  }
  terminate(): void {}
}
const TEMPLATE = {
  ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language: 'en', paymentType: 'transfer' },
  refs: [{ x: 1, y: 1, width: 50, height: 5, pageIndex: 0, variableKey: 'fullname' }],
  metadata: {},
};
afterEach(() => vi.unstubAllGlobals());

const entry = { issuedAt: T, currency: 'chf', lacks: null } as const;
const first = { ...entry, kind: 'invoice', index: 6, number: 'GL0007', total: 10_810 } as const;
const credit = {
  ...{ ...entry, kind: 'credit', index: 0, number: 'GLC0001', takesBack: 'GL0007' },
  total: -10_810,
} as const;
const second = { ...entry, kind: 'invoice', index: 7, number: 'GL0008', total: 8648 } as const;

async function open(consumer: object, server?: Partial<AppData>, more: { _id: string }[] = []) {
  const documents = [
    ...more,
    client('1', 'King', { consumerId: 'consumer_1' }),
    {
      ...{ _id: 'consumer_1', type: 'consumer', date: T, status: 'registered', paymentType: 'transfer' },
      ...{ notifMethod: 'email', notifs: {}, metadata: {} },
      registration: { amount: 8000, currency: 'chf', rate: 100, vat: 810 },
      ...consumer,
    },
  ];
  const scene = await openScene({ documents });
  const at = '/event/gala/client/1?tab=consumer';
  await show({ scene, path: '/event/:eventId/client/:clientId', at, screen: <ClientPage />, server });
  return scene;
}

it('an invoice is asked for, and the screen says that the server issues it', async () => {
  const scene = await open({});
  fireEvent.click(screen.getByRole('button', { name: 'Issue invoice' }));
  expect(await screen.findByText(/issued as soon as the server hears of it/)).toBeTruthy();
  expect(scene.store.consumers().get('consumer_1')).toMatchObject({ invoiceWanted: true });
  expect(screen.queryByRole('button', { name: 'Issue invoice' })).toBeNull();
});

it('whose letters no typeface has is told before a number is given, which nothing takes back', async () => {
  vi.stubGlobal('Worker', LettersWorker);
  const person = { forename: 'สมชาย', surname: 'ใจดี', language: 'en' };
  const scene = await open({ person }, undefined, [TEMPLATE]);
  const wanted = () => scene.store.consumers().get('consumer_1')?.invoiceWanted;
  fireEvent.click(screen.getByRole('button', { name: 'Issue invoice' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/A letter of “สมชาย ใจดี” is in no typeface/);
  expect(wanted()).toBeUndefined();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(wanted()).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Issue invoice' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Issue without PDF' }));
  await waitFor(() => expect(wanted()).toBe(true));
});

it('of a correction too, whose letters no typeface has is told before it is issued', async () => {
  vi.stubGlobal('Worker', LettersWorker);
  const person = { forename: 'अनिल', surname: '', language: 'en' };
  await open({ person, invoiceIndex: 6, invoices: [first] }, undefined, [TEMPLATE]);
  fireEvent.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Correct invoice' }));
  expect((await screen.findByRole('dialog')).textContent).toMatch(/GL0007.*A letter of “अनिल”/);
});

it('lists what was issued, saves it as the server keeps it, and corrects the newest after a question', async () => {
  const asked: object[] = [];
  const scene = await open(
    { invoiceIndex: 7, invoices: [first, credit, second] },
    {
      issuedPdf(_eventId, which) {
        asked.push(which);
        return Promise.resolve({ ok: false, error: { code: 'offline' } });
      },
    },
  );
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const shown = rows.filter((text) => /GL/.test(text ?? ''));
  expect(shown[0]).toMatch(/Invoice GL0007.*108\.10.*Taken back/);
  expect(shown[1]).toMatch(/Credit note GLC0001.*-CHF\s108\.10.*Takes back invoice GL0007/);
  expect(shown[2]).toMatch(/Invoice GL0008.*86\.48/);
  expect(shown[2]).not.toMatch(/Taken back/);
  fireEvent.click(screen.getByRole('button', { name: /GLC0001/ }));
  await waitFor(() => expect(asked).toEqual([{ kind: 'credit', index: 0 }]));
  fireEvent.click(screen.getByRole('button', { name: 'Correct invoice' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/takes back invoice GL0008/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Issue both' }));
  await waitFor(() =>
    expect(scene.store.consumers().get('consumer_1')).toMatchObject({ invoiceCorrects: 7 }),
  );
});

it('says what an invoice lacks, and offers nothing where a cancelled one was taken back', async () => {
  await open({
    status: 'canceled',
    invoiceIndex: 6,
    invoices: [{ ...first, lacks: 'missing_template' }, credit],
  });
  expect(screen.getByText(/no invoice template for this language/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take invoice back' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Correct invoice' })).toBeNull();
});

it('who cancels by hand takes the invoice back from where the status is, in one tap and an answer', async () => {
  const scene = await open({ invoiceIndex: 6, invoices: [{ ...first, total: 8648 }] });
  expect(screen.queryByText('Invoice not up to date')).toBeNull();
  await scene.event.repository.setConsumerStatus('consumer_1', 'canceled');
  const about = screen.getByRole('complementary', { name: 'About this client' });
  fireEvent.click(await within(about).findByRole('button', { name: 'Take invoice back' }));
  expect(within(about).getByText('Invoice not up to date')).toBeTruthy();
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Issue credit note' }),
  );
  await waitFor(() =>
    expect(scene.store.consumers().get('consumer_1')).toMatchObject({ invoiceCorrects: 6 }),
  );
  await waitFor(() => expect(within(about).queryByText('Invoice not up to date')).toBeNull());
});

it('what was taken back, with nothing in its place, is offered as that alone', async () => {
  const template = {
    ...{ _id: 'invoicetemplate_1', type: 'invoicetemplate', language: 'fr', paymentType: 'transfer' },
    ...{ refs: [], metadata: {} },
  };
  const own = { invoiceIndex: 6, person: { forename: 'Ada', surname: 'King', language: 'fr' } };
  await open({ ...own, status: 'canceled', invoices: [first, credit] }, undefined, [template]);
  expect(screen.getByRole('button', { name: 'Download invoice (taken back)' })).toBeTruthy();
  expect(screen.getByText('GL0007 (taken back)')).toBeTruthy();
  cleanup();
  await open({ ...own, invoiceIndex: 7, invoices: [first, credit, second] }, undefined, [template]);
  expect(screen.getByRole('button', { name: 'Download invoice' })).toBeTruthy();
  expect(screen.getByText('GL0008')).toBeTruthy();
});

it('an invoice is of the day that its paper says, the event’s, and where that is not this device’s the zone is named', async () => {
  const issuedAt = Date.UTC(2026, 0, 5, 12);
  const scene = await open({ invoiceIndex: 6, invoices: [{ ...first, issuedAt }] });
  const event = { ...scene.store.event(), _rev: '9-a', timeZone: 'Pacific/Kiritimati' };
  scene.store.apply([event as unknown as StoredDoc]);
  expect(await screen.findByText(/^January 6, 2026 \/ 02:00 \(Pacific\/Kiritimati\) · /)).toBeTruthy();
});
