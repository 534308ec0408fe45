import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import { NOTHING_TO_UNDO } from '#domain/clients/undo.ts';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import { NO_NAME } from '#domain/documents/erasure.ts';
import { ok } from '#domain/result.ts';

const documents = [
  ...galaDocuments,
  ...[
    ['Alder', 'sponsor', 'invoice_sent', 12_000],
    ['Birch', 'indiv', 'invoice_paid', 6_000],
    ['Cedar', 'sponsor', 'registered', 0],
  ].flatMap(([surname, category, status, amount]) => [
    {
      ...{ _id: `client_${surname}`, _rev: '1-a', type: 'client', forename: 'T', surname, category },
      consumerId: `consumer_${surname}`,
    },
    {
      ...{ _id: `consumer_${surname}`, _rev: '1-a', type: 'consumer', status },
      registration: { amount, currency: 'chf' },
    },
  ]),
];

async function open(search = '', more: readonly object[] = [], email: 'ready' | 'disabled' = 'ready') {
  const all = [...documents, ...more] as typeof documents;
  const data = fakeAppData({ role: 'member', events: [galaCentral], documents: { gala: all } });
  const done: [readonly string[], BulkChange][] = [];
  const sent: [string, readonly string[]][] = [];
  data.messages.services = async () =>
    ok({ services: { email, sms: 'ready', whatsapp: 'ready' }, links: true, cards: true });
  const openEvent = data.openEvent.bind(data);
  data.openEvent = async (id) => {
    const opened = await openEvent(id);
    if (opened.ok) {
      Object.assign(opened.value.repository, {
        async resendNotif(notifId: string, ids: readonly string[]) {
          sent.push([notifId, ids]);
          return ok({});
        },
        async changeClients(ids: readonly string[], change: BulkChange) {
          done.push([ids, change]);
          return ok({ changed: ids.length, unchanged: 0, undo: NOTHING_TO_UNDO });
        },
      });
    }
    return opened;
  };
  await renderApp(data, { path: `/event/gala/clients${search}` });
  await screen.findByRole('heading', { level: 1, name: 'All clients' });
  return { done, sent };
}
const names = () =>
  screen.getAllByText(/^\S+ \S+$/, { selector: '[role=cell] a' }).map(({ textContent }) => textContent);
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('all clients of an event', () => {
  it('are in one list, with or without a session, with what each still owes', async () => {
    await open();
    expect(names()).toEqual(['Alder T', 'Birch T', 'Cedar T', 'Lovelace Ada', 'Müller Léo']);
    const row = screen.getByText('Alder T').closest('[role=row]') as HTMLElement;
    expect(row.textContent).toContain('Invoice sent');
    expect(row.textContent).toMatch(/CHF.120\.00/);
    expect(row.textContent).toContain('no registration');
    expect(screen.getByText('5 clients')).toBeTruthy();
  });

  it('say of somebody who was erased that it is so, in place of the name, and offer no change of it', async () => {
    const nobody = { forename: NO_NAME, surname: NO_NAME, erasedAt: 1_790_000_000_000 };
    await open('', [{ _id: 'client_gone', _rev: '2-a', type: 'client', ...nobody }]);
    const row = within(screen.getByText('Erased person').closest('[role=row]') as HTMLElement);
    expect(row.getByText('Erased person').getAttribute('href')).toBe('/event/gala/client/gone');
    expect(row.getAllByRole('link')).toHaveLength(1);
  });

  it('name the orders that two devices imported apart, with both registrations', async () => {
    const twice = ['Alder', 'Cedar', 'Birch'].map((surname) => ({
      ...documents.find(({ _id }) => _id === `consumer_${surname}`),
      ...{ _rev: '2-a', orderCode: 'K7XQ', ...(surname === 'Birch' && { status: 'canceled' }) },
    }));
    await open('', twice);
    const warning = within(
      screen.getByRole('region', { name: 'One order is there in several registrations' }),
    );
    expect(warning.getByText('K7XQ')).toBeTruthy();
    // The one that was cancelled does not count.
    expect(warning.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['T Alder', '/event/gala/registrant/Alder'],
        ['T Cedar', '/event/gala/registrant/Cedar'],
      ],
    );
  });

  it('name who has two places in one session by different registrations, with a way to each', async () => {
    const dinner = documents.find(({ _id }) => _id === 'session_dinner') as { clients: object[] };
    const more = ['form', 'gone'].map((id) => ({
      ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: 'ADA', surname: 'Lovelace' },
      ...{ number: `W-${id}`, email: 'Ada@example.org', consumerId: `consumer_${id}` },
    }));
    const entries = more.map(({ _id }) => ({ clientId: _id, checkInTime: null, updatedTime: 1 }));
    const ada = documents.find(({ _id }) => _id === 'client_ada');
    await open('', [
      ...more,
      { ...ada, _rev: '2-a', email: 'ada@example.org', consumerId: 'consumer_one' },
      { ...dinner, _rev: '2-a', clients: [...dinner.clients, ...entries] },
      { _id: 'consumer_form', _rev: '1-a', type: 'consumer', status: 'registered' },
      { _id: 'consumer_gone', _rev: '1-a', type: 'consumer', status: 'canceled' },
    ]);
    const warning = within(screen.getByRole('region', { name: 'One person seems to be registered twice' }));
    expect(warning.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['A-1', '/event/gala/client/ada'],
        ['W-form', '/event/gala/client/form'],
      ],
    );
  });

  it('are narrowed by status, category, session and payment, one right after the other', async () => {
    await open();
    choose('Category', 'sponsor');
    await waitFor(() => expect(names()).toEqual(['Alder T', 'Cedar T']));
    choose('Payment', 'open');
    await waitFor(() => expect(names()).toEqual(['Alder T']));
    fireEvent.click(screen.getByLabelText('Select T Alder'));
    choose('Category', '');
    choose('Payment', '');
    choose('Status', 'invoice_paid');
    await waitFor(() => expect(names()).toEqual(['Birch T']));
    choose('Status', '');
    choose('Session', 'session_dinner');
    await waitFor(() => expect(names()).toEqual(['Lovelace Ada', 'Müller Léo']));
    choose('Status', 'canceled');
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  it('are sorted by how far they are; what is saved as Excel says of how many, and nobody is offered where none is shown', async () => {
    await open('?sort=status');
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Cedar T', 'Alder T', 'Birch T']));
    expect(screen.getByRole('button', { name: 'Save as Excel' })).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Select T Alder'));
    fireEvent.click(screen.getByLabelText('Select T Birch'));
    expect(screen.getByRole('button', { name: 'Save 2 clients as Excel' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Select all 5' })).toBeTruthy();
    choose('Status', 'canceled');
    await screen.findByRole('button', { name: 'Show all' });
    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  });

  it('says how far the workbook is, and takes the work back', async () => {
    const worker = Object.assign(new EventTarget(), {
      postMessage: vi.fn<(job: unknown) => void>(),
      terminate: vi.fn<() => void>(),
    });
    vi.stubGlobal('Worker', function made() {
      return worker;
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Save as Excel' }));
    await waitFor(() => expect(worker.postMessage).toHaveBeenCalledOnce());
    const progress = { kind: 'progress', done: 4, total: 10 };
    act(() => void worker.dispatchEvent(new MessageEvent('message', { data: progress })));
    const cancel = await screen.findByRole('button', { name: 'Cancel (40%)' });
    expect(screen.getByText('The file is being made…')).toBeTruthy();
    fireEvent.click(cancel);
    expect(worker.terminate).toHaveBeenCalledOnce();
    expect(await screen.findByRole('button', { name: 'Save as Excel' })).toBe(cancel);
  });

  it('opens as the address says', async () => {
    await open('?session=none&sort=name&order=down');
    await waitFor(() => expect(names()).toEqual(['Cedar T', 'Birch T', 'Alder T']));
  });

  it('changes many at once, out of any session', async () => {
    const { done } = await open('?category=sponsor');
    fireEvent.click(await screen.findByLabelText('Select all clients shown'));
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Sessions' }));
    const items = await screen.findAllByText('Dinner', { selector: '[role=menuitem] *' });
    fireEvent.click(items[0] as HTMLElement);
    await waitFor(() =>
      expect(done).toEqual([
        [['client_Alder', 'client_Cedar'], { kind: 'register', sessionIds: ['session_dinner'] }],
      ]),
    );
  });

  it.each([
    ['ready', /^One registration of those selected has had it/, 'It will be sent again.'],
    // As a guest's own page says.
    ['disabled', /^It would not go/, 'It does not go, and is noted as not delivered.'],
  ] as const)(
    'sends a message again to the registrations of those selected that had it, once each: its service is %s',
    async (service, asked, told) => {
      const attempt = { date: 1, ok: true };
      const guest = {
        _rev: '1-a',
        type: 'client',
        forename: 'T',
        category: 'sponsor',
        consumerId: 'consumer_Elm',
      };
      const consumer = { _rev: '1-a', type: 'consumer', status: 'registered' };
      const notif = {
        ...{
          _rev: '1-a',
          type: 'notif',
          consumerStatus: 'registered',
          notifType: 'automatic',
          language: 'en',
        },
        notifMethod: 'email',
      };
      const extra = [
        { ...notif, _id: 'notif_tickets', contents: { email: { subject: 'Your tickets' } } },
        { ...notif, _id: 'notif_other', contents: { email: { subject: 'Nobody had it' } } },
        { ...guest, _id: 'client_Elm', surname: 'Elm' },
        { ...guest, _id: 'client_Elder', surname: 'Elder' },
        { ...consumer, _id: 'consumer_Elm', notifs: { notif_tickets: [attempt] } },
      ];
      const { sent } = await open('?category=sponsor', extra, service);
      expect(names()).toHaveLength(4);
      fireEvent.click(await screen.findByLabelText('Select T Alder'));
      const toolbar = within(screen.getByRole('toolbar'));
      // Whoever had none can be sent none again.
      expect(toolbar.queryByRole('button', { name: 'Send again' })).toBeNull();
      fireEvent.click(await screen.findByLabelText('Select all clients shown'));
      fireEvent.click(toolbar.getByRole('button', { name: 'Send again' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Send again?' }));
      expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Your tickets']);
      expect(await dialog.findByText(asked)).toBeTruthy();
      fireEvent.click(dialog.getByRole('button', { name: 'Send again' }));
      await waitFor(() => expect(sent).toEqual([['notif_tickets', ['consumer_Elm']]]));
      expect(await screen.findByText(told)).toBeTruthy();
    },
  );
});
