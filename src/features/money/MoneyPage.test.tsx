import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createClock } from '#domain/devices/clock.ts';
import { ok } from '#domain/result.ts';
import type { AppData } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { MoneyPage } from './MoneyPage.tsx';

// jsdom lays nothing out: without a height the virtual list would show no row.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  return () => vi.restoreAllMocks();
});

const registered = (id: string, amount: number, more: object = {}) => ({
  ...{ _id: `consumer_${id}`, _rev: '1-a', type: 'consumer', notifs: {}, notifMethod: 'email' },
  ...{ paymentType: 'card', status: 'registered', metadata: {} },
  person: { forename: id, surname: 'Test' },
  registration: { amount, currency: 'chf', rate: 100, vat: 0 },
  ...more,
});
const card = { id: 'cs_1', paid: 5000, refunded: 0, disputed: true };
const guest = (id: string) => ({
  ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: 'Guest', surname: id, language: 'en' },
  ...{ category: 'indiv', metadata: {}, consumerId: `consumer_${id}`, deletedAt: 5 },
});
/** Of a device whose date is three days ahead of the server's. */
const clock = createClock({ wall: () => Date.now() });
clock.setOffset(-3 * 86_400_000);
const now = Date.now() + clock.offset;
const note = (n: number, kind: string, amount: number, more: object = {}) => ({
  ...{ _id: `payment_Bob_${n}`, _rev: '1-a', type: 'payment', consumerId: 'consumer_Bob', kind, amount },
  ...{ currency: 'chf', time: now, device: { id: 'd', name: 'D' }, author: { id: 'u1', name: 'mia' } },
  ...more,
});
const quiet: Partial<AppData> = {
  clock,
  paymentTroubles: () => Promise.resolve(ok({ open: 0, openUntil: null, troubles: [], lookedAt: [] })),
};
const taken = [{ id: 'payment_Bob_1', kind: 'cash', amount: 3000 }];

it('lists what each registration owes and has paid, with sums of what is shown; a day’s closing by person and kind', async () => {
  await showScreen({
    screen: <MoneyPage />,
    path: '/event/:eventId/money',
    at: '/event/gala/money',
    data: quiet,
    documents: [
      registered('Ada', 5000, { status: 'invoice_paid', cards: [card] }),
      registered('Bob', 4000, { paymentType: 'cash', taken }),
      registered('Free', 0),
      registered('Gone', 2000, { person: {}, status: 'invoice_paid' }),
      registered('Dropped', 3000),
      guest('Gone'),
      guest('Dropped'),
      note(1, 'cash', 3000),
      note(2, 'terminal', 900),
      note(3, 'terminal', -900, { cancels: 'payment_Bob_2' }),
      note(4, 'cash', 100, { time: now - 5 * 86_400_000 }),
    ],
  });
  const rows = () =>
    within(screen.getByRole('table', { name: 'Money' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  // Of those whose guests were deleted, whoever has paid.
  expect(rows()).toEqual([
    'Gone GuestCardPaidby its statusGuests deletedCHF 20.00CHF 20.00–––',
    'Test AdaCardPaidDisputedCHF 50.00CHF 50.00–––',
    'Test BobCashPaid in partCHF 40.00CHF 30.00–CHF 10.00–',
  ]);
  const sums = () => screen.getByText('With VAT', { selector: 'dt' }).closest('dl')?.textContent;
  expect(sums()).toMatch(/VATCHF\s110\.00PaidCHF\s100\.00Given backCHF\s0\.00Still owedCHF\s10\.00/);
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'attention' } });
  expect(rows()).toHaveLength(2);
  expect(sums()).toMatch(/VATCHF\s70\.00/);
  const closing = within(screen.getByRole('table', { name: 'Closing of a day' })).getAllByRole('row');
  expect(closing.slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^miaCash1CHF\s30\.00$/),
  ]);
});

it('who is owed money back is in sight where a phone has no column for it', async () => {
  await showScreen({
    ...{ screen: <MoneyPage />, path: '/event/:eventId/money', at: '/event/gala/money', data: quiet },
    documents: [
      registered('Ada', 5000, { status: 'invoice_paid', cards: [{ ...card, paid: 7500 }] }),
      registered('Bob', 4000),
    ],
  });
  const open = within(screen.getByRole('table', { name: 'Money' }))
    .getAllByRole('row')
    .slice(1);
  const cells = open.map((row) => row.querySelector('td[data-sum="open"]')?.textContent);
  expect(cells).toEqual([
    expect.stringMatching(/To give backCHF\s25\.00$/),
    expect.stringMatching(/^CHF\s40\.00$/),
  ]);
});

const lost = { kind: 'unread' as const, reference: 'cs_lost', consumerId: 'consumer_Ada', since: now };
const troubled = [
  { ...lost, isGivenUp: true },
  { kind: 'payment' as const, reference: 'pi_1', consumerId: null, since: now, isGivenUp: false },
];
const openWith = (data: Partial<AppData>, role: 'manager' | 'member' = 'manager') =>
  showScreen({
    ...{ screen: <MoneyPage />, path: '/event/:eventId/money', at: '/event/gala/money', data },
    documents: [registered('Ada', 5000)],
    user: { role },
  });

it('what could not be learned from Stripe is named, with its registration, and tried again by a tap', async () => {
  let troubles = troubled;
  const retryPayments = vi.fn<AppData['retryPayments']>(() => {
    troubles = [];
    return Promise.resolve(ok(null));
  });
  await openWith({
    retryPayments,
    paymentTroubles: () => Promise.resolve(ok({ open: 0, openUntil: null, troubles, lookedAt: [] })),
  });
  const box = within(await screen.findByRole('region', { name: '2 payments by card need a look' }));
  expect(box.getByRole('link', { name: 'Ada Test' })).toBeTruthy();
  expect(
    box.getByText(/not known \(cs_lost\): its account is not the one that is set up now\. It was over/),
  ).toBeTruthy();
  expect(box.getByText(/could not be read \(pi_1\).*It is tried again by itself\./)).toBeTruthy();
  fireEvent.click(box.getByRole('button', { name: 'Try again now' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /need a look/ })).toBeNull());
  expect(retryPayments).toHaveBeenCalledExactlyOnceWith('gala');
});

it('a manager says of a page that nobody can read that it was looked at, which stays to be read; a member cannot', async () => {
  let troubles = troubled;
  let lookedAt: { reference: string; consumerId: string; by: string; at: number }[] = [];
  const lookedAtPayment = vi.fn<AppData['lookedAtPayment']>((_event, page) => {
    troubles = troubles.filter(({ reference }) => reference !== page.reference);
    lookedAt = [{ ...page, by: 'mia', at: now }];
    return Promise.resolve(ok(null));
  });
  const data: Partial<AppData> = {
    lookedAtPayment,
    paymentTroubles: () => Promise.resolve(ok({ open: 0, openUntil: null, troubles, lookedAt })),
  };
  const { unmount } = await openWith(data, 'member');
  expect(await screen.findByText('A manager looks at it at Stripe, and says so here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /I have looked/ })).toBeNull();
  unmount();
  await openWith(data);
  // Only what no account tells is settled so; the rest is tried again.
  const [button] = await screen.findAllByRole('button', { name: /^I have looked/ });
  expect(screen.getAllByRole('button', { name: /^I have looked/ })).toHaveLength(1);
  if (button !== undefined) fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'I have looked' }));
  expect(await screen.findByRole('region', { name: '1 payment by card needs a look' })).toBeTruthy();
  expect(lookedAtPayment).toHaveBeenCalledExactlyOnceWith('gala', {
    consumerId: 'consumer_Ada',
    reference: 'cs_lost',
  });
  const looked = screen.getByText('1 page was looked at').closest('details');
  expect(looked?.textContent).toContain('Ada Test · cs_lost, looked at by mia, ');
});

it('on paper every registration stands, whatever is near the window', async () => {
  await showScreen({
    screen: <MoneyPage />,
    path: '/event/:eventId/money',
    at: '/event/gala/money',
    data: quiet,
    documents: Array.from({ length: 200 }, (_, at) => registered(`Guest${at}`, 5000)),
  });
  const rows = () => within(screen.getByRole('table', { name: 'Money' })).getAllByRole('rowheader').length;
  expect(rows()).toBeLessThan(60);
  fireEvent(window, new Event('beforeprint'));
  expect(rows()).toBe(200);
  fireEvent(window, new Event('afterprint'));
  expect(rows()).toBeLessThan(60);
});
