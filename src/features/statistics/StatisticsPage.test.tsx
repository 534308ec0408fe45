import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkinId } from '#domain/ids.ts';
import { GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { StatisticsPage } from './StatisticsPage.tsx';

const NOON = Date.UTC(2026, 4, 1, 10);
/** Half past midnight of the next day in Zurich. */
const NIGHT = Date.UTC(2026, 4, 1, 22, 30);

const consumer = (id: string, surname: string, more: object, billed: object = {}) => ({
  ...{ _id: `consumer_${id}`, _rev: '1-a', type: 'consumer', notifs: {}, notifMethod: 'email' },
  ...{ paymentType: 'card', status: 'registered', metadata: { createdAt: NOON } },
  person: { forename: 'Ada', surname, language: 'en' },
  registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 810, extras: {}, ...billed },
  ...more,
});
const client = (id: string, surname: string, consumerId: string, more: object = {}) => ({
  ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: 'Ada', surname, category: 'indiv' },
  ...{ language: 'en', number: id, consumerId: `consumer_${consumerId}`, metadata: {}, ...more },
});
const at = (clientId: string, product: object | null = null) => ({
  ...{ clientId: `client_${clientId}`, checkInTime: null, placement: null, product, updatedTime: 1 },
});
const checkIn = (clientId: string, time: number) => ({
  ...{ _id: checkinId('session_dinner', time, clientId), _rev: '1-a', type: 'checkin', action: 'in', time },
  ...{ sessionId: 'session_dinner', clientId: `client_${clientId}`, method: 'scan' },
  ...{ device: { id: 'd1', name: 'North door' }, author: { id: 'me', name: 'me' } },
});

const DOCUMENTS = [
  { ...GALA, _rev: '2-a', timeZone: 'Europe/Zurich' },
  {
    ...sessionDoc('dinner', 'Dinner'),
    capacity: 4,
    clients: [at('1', { kind: 'adult', optionId: 'menu' }), at('2'), at('3')],
  },
  sessionDoc('brunch', 'Brunch'),
  consumer('a', 'Lovelace', {
    notifs: {
      notif_n: [
        { ok: true, date: 1 },
        { ok: false, error: 'missing_email', date: 1 },
      ],
    },
  }),
  consumer('b', 'Hopper', {
    status: 'invoice_paid',
    date: NIGHT,
    settlement: { paid: 10_810, refunded: 2010 },
  }),
  consumer('c', 'Turing', { status: 'canceled' }, { amount: 5000, currency: 'eur' }),
  client('1', 'Lovelace', 'a'),
  client('2', 'Byron', 'a', { language: 'fr' }),
  client('3', 'Hopper', 'b'),
  client('4', 'Turing', 'c'),
  checkIn('1', NOON + 1000),
  checkIn('3', NOON + 20 * 60_000),
];

// jsdom has no layout, and a list without height shows no rows.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

const open = (more: Partial<Parameters<typeof showScreen>[0]> = {}) =>
  showScreen({
    screen: <StatisticsPage />,
    path: '/event/:eventId/stats',
    at: '/event/gala/stats',
    documents: DOCUMENTS,
    ...more,
  });

/** The rows of a table, cell by cell as they are read. */
const rowsOf = async (name: string): Promise<string[][]> => {
  const table = await screen.findByRole('table', { name });
  return [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
};

describe('statistics', () => {
  it('[STATS-01] shows who registered when, in the event’s days, and by what is known of them', async () => {
    await open();
    expect(await rowsOf('Registrations over time')).toEqual([
      ['Day', 'Registrations', 'Guests', 'Cancelled', 'So far'],
      ['May 1, 2026', '2', '3', '1', '2'],
      ['May 2, 2026', '1', '1', '0', '3'],
      ['Total', '3', '4', '1', '3'],
    ]);
    expect(screen.getByText('Days begin in the time zone Europe/Zurich.')).toBeTruthy();
    expect((await rowsOf('By status')).map(([word]) => word)).toEqual([
      ...['Status', 'Registered', 'Invoice paid', 'Cancelled', 'Total'],
    ]);
    expect((await rowsOf('By language')).slice(1)).toEqual([
      ['English', '3', '3', '1'],
      ['French', '0', '1', '0'],
      ['Total', '3', '4', '1'],
    ]);
    expect((await rowsOf('Messages')).slice(1)).toEqual([
      ['Delivered or accepted', '1', '0', '0', '1'],
      ['No e-mail address', '1', '0', '0', '1'],
      ['Total', '2', '0', '0', '2'],
    ]);
  });

  it('[STATS-01] [STATS-05] money is told by currency, to the cent, with what was given back', async () => {
    await open();
    const [, ...money] = await rowsOf('Money');
    expect(money).toEqual([
      [
        'CHF',
        '2',
        'CHF 200.00',
        'CHF 16.20',
        'CHF 216.20',
        'CHF 108.10',
        'CHF 20.10',
        'CHF 128.20',
        'CHF 0.00',
      ].map((text) => text.replace('CHF ', 'CHF\u00a0')),
    ]);
  });

  it('names no currency in which nothing is owed beside one in which something is', async () => {
    const free = consumer('f', 'Free', {}, { amount: 0, vat: 0, currency: 'usd' });
    await open({ documents: [...DOCUMENTS, free] });
    await rowsOf('Money');
    const labels = screen.getAllByText('Still owed').filter((one) => one.closest('table') === null);
    expect(labels.map((one) => one.nextElementSibling?.textContent)).toEqual(['CHF\u00a0128.20']);
  });

  it('[STATS-01] a session is as full as its public page counts, with the places of an option for several', async () => {
    const table = { id: 'menu', name: 'Table of eight', clientCount: 8 };
    const form = {
      ...{ _id: 'form_f', _rev: '1-a', type: 'form', name: 'F', language: 'en', currency: 'chf' },
      ...{ vat: 0, options: [table], extras: [], amounts: {}, enabled: true },
    };
    const documents = DOCUMENTS.map((doc) => {
      if (doc._id === 'session_dinner') return { ...doc, capacity: 20 };
      return doc._id === 'consumer_a' ? consumer('a', 'Lovelace', {}, { formId: 'form_f' }) : doc;
    });
    await open({ documents: [...documents, form] });
    expect((await rowsOf('Sessions'))[2]).toEqual(['Dinner', '3', '0', '2', '1', '20', '50%']);
    expect(screen.getByText(/^How full a session is counts places without a name too/)).toBeTruthy();
    cleanup();
    await open({ documents });
    expect((await rowsOf('Sessions'))[2]?.at(-1)).toBe('15%');
    expect(screen.queryByText(/^How full a session is/)).toBeNull();
  });

  it('[STATS-01] of each session: who came, when, through which door, how full it is', async () => {
    await open({ at: '/event/gala/stats?of=dinner' });
    expect((await rowsOf('Sessions')).slice(1)).toEqual([
      ['Brunch', '0', '0', '0', '0', '–', '–'],
      ['Dinner', '3', '0', '2', '1', '4', '75%'],
      ['Total', '3', '0', '2', '1', '–', '–'],
    ]);
    expect((await rowsOf('Arrivals – Dinner')).slice(1)).toEqual([
      ...[
        ['12:00', '1', '1'],
        ['12:05', '0', '1'],
        ['12:10', '0', '1'],
        ['12:15', '0', '1'],
        ['12:20', '1', '2'],
      ],
      ['Total', '2', '2'],
    ]);
    expect((await rowsOf('Doors – Dinner')).slice(1)).toEqual([['North door', '2']]);
  });

  it('money of a registration that has no price is money behind its figure, too', async () => {
    const paid = consumer('d', 'Curie', { registration: null, settlement: { paid: 5000, refunded: 0 } });
    await open({ documents: [...DOCUMENTS, paid] });
    const money = await screen.findByRole('table', { name: 'Money' });
    const row = within(money).getByRole('row', { name: /^CHF / });
    fireEvent.click(within(row).getByRole('button', { name: /Paid: CHF$/ }));
    const dialog = await screen.findByRole('dialog', { name: /^Paid/ });
    const curie = (await within(dialog).findByRole('link', { name: 'Curie Ada' })).closest('[role=row]');
    expect(curie?.textContent).toMatch(/CHF.50\.00$/);
  });

  it('a figure leads to the people behind it, by name, and the address keeps it', async () => {
    const { router } = await open();
    const table = await screen.findByRole('table', { name: 'By status' });
    fireEvent.click(within(table).getByRole('button', { name: /Guests: Registered/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Guests: Registered' });
    expect(
      within(dialog)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Byron Ada', 'Lovelace Ada']);
    expect(within(dialog).getByRole('link', { name: 'Byron Ada' }).getAttribute('href')).toBe(
      '/event/gala/client/2',
    );
    expect(new URLSearchParams(router.state.location.search).get('people')).toBe(
      'status~guests~row~registered',
    );
  });

  it('[STATS-01] filters choose who is counted, and what comes in is counted at once', async () => {
    const { store } = await open({ at: '/event/gala/stats?status=invoice_paid' });
    expect((await rowsOf('By status')).slice(1)).toEqual([['Invoice paid', '1', '1', '0']]);
    store.apply([consumer('d', 'Gödel', { _rev: '1-b', status: 'invoice_paid' })] as never);
    await waitFor(async () =>
      expect((await rowsOf('By status')).slice(1)).toEqual([['Invoice paid', '2', '1', '0']]),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(async () => expect((await rowsOf('By status')).at(-1)).toEqual(['Total', '4', '4', '1']));
  });

  it('says in French that there is nothing yet, and whom it leaves out', async () => {
    const { unmount } = await open({ language: 'fr', documents: [] });
    expect(await screen.findByText('Encore rien à compter')).toBeTruthy();
    // The next step.
    const add = screen.getByRole('link', { name: 'Ajouter des clients' });
    expect(add.getAttribute('href')).toBe('/event/gala/client/new');
    unmount();
    await open({
      language: 'fr',
      documents: [...DOCUMENTS, client('5', 'Gone', 'e', { deletedAt: 5 }), consumer('e', 'Gone', {})],
    });
    expect(await screen.findByText(/Une inscription n’est pas comptée/)).toBeTruthy();
    expect((await rowsOf('Par statut')).at(-1)).toEqual(['Total', '3', '4', '1']);
  });
});
