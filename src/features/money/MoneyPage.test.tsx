import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#hooks/testing/screen.tsx';
import { MoneyPage } from './MoneyPage.tsx';

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
const now = Date.now();
const note = (n: number, kind: string, amount: number, more: object = {}) => ({
  ...{ _id: `payment_Bob_${n}`, _rev: '1-a', type: 'payment', consumerId: 'consumer_Bob', kind, amount },
  ...{ currency: 'chf', time: now, device: { id: 'd', name: 'D' }, author: { id: 'u1', name: 'mia' } },
  ...more,
});
const taken = [{ id: 'payment_Bob_1', kind: 'cash', amount: 3000 }];

it('lists what each registration owes and has paid, with sums of what is shown; a day’s closing by person and kind', async () => {
  await showScreen({
    screen: <MoneyPage />,
    path: '/event/:eventId/money',
    at: '/event/gala/money',
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
    ...{ screen: <MoneyPage />, path: '/event/:eventId/money', at: '/event/gala/money' },
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
