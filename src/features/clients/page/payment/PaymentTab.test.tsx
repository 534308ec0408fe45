import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { AppData, Failure, Refund } from '#data/types.ts';
import { moneyRows } from '#domain/money/moneyList.ts';
import { err, ok } from '#domain/result.ts';
import { client, openScene, show } from '../../testing/scene.tsx';
import { ClientPage } from '../ClientPage.tsx';
import { RegistrationMoneyPage } from './RegistrationMoneyPage.tsx';

const T = Date.UTC(2026, 0, 5, 9);
const card = {
  id: 'cs_1',
  paid: 10_810,
  refunded: 0,
  disputed: false,
  paymentId: 'pi_1',
  customerId: 'cus_1',
};

async function open(consumer: object, server?: Partial<AppData>, others: readonly { _id: string }[] = []) {
  const documents = [
    client('1', 'King', { consumerId: 'consumer_1' }),
    {
      ...{ _id: 'consumer_1', type: 'consumer', date: T, status: 'invoice_paid', paymentType: 'card' },
      ...{ notifMethod: 'email', notifs: {}, metadata: {}, cards: [card] },
      registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 810 },
      ...consumer,
    },
    ...others,
  ];
  const scene = await openScene({ documents });
  const at = '/event/gala/client/1?tab=payment';
  await show({ scene, path: '/event/:eventId/client/:clientId', at, screen: <ClientPage />, server });
  return scene;
}
const said = () => screen.getByRole('tabpanel').textContent;

it('says how a transfer is noted, as long as something is owed', async () => {
  await open({ status: 'registered', cards: [], paymentType: 'transfer' });
  expect(said()).toContain('A transfer counts once it is noted here, with the status “Invoice paid”');
  expect(screen.getByRole('link', { name: 'Bank statement' }).getAttribute('href')).toBe(
    '/event/gala/statement',
  );
  cleanup();
  await open({ status: 'registered', cards: [] });
  expect(said()).not.toContain('A transfer counts');
});

it.each([
  ['transfer', 'transfer'],
  ['cash', 'cash'],
  ['card', 'cash'],
])('a note of money for a registration paid by %s begins as %s', async (paymentType, kind) => {
  await open({ status: 'registered', cards: [], paymentType });
  fireEvent.click(screen.getByRole('button', { name: 'Note a payment' }));
  expect(await screen.findByLabelText('How')).toHaveProperty('value', kind);
});

it('to whom more was given back than came, nothing more is offered to be given, and what they bring is noted', async () => {
  const taken = [{ id: 'payment_1_1', kind: 'cash', amount: -4000 }];
  const scene = await open({ status: 'registered', cards: [], paymentType: 'cash', taken });
  fireEvent.click(screen.getByRole('button', { name: 'Note a payment' }));
  const dialog = within(await screen.findByRole('dialog'));
  const ways = [...(dialog.getByLabelText('What happened') as HTMLSelectElement).options];
  expect(ways.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['in', false],
    ['out', true],
  ]);
  fireEvent.change(dialog.getByLabelText(/^Amount/), { target: { value: '10' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Note/ }));
  await waitFor(() => expect(scene.store.consumers().get('consumer_1')?.taken).toHaveLength(2));
});

it.each([
  [{ status: 'registered', cards: [] }, /Not paid yet/],
  [{ status: 'pending', cards: [], hold: { until: T, over: false } }, /held until January 5, 2026/],
  [{}, /StatePaidAmount/],
  [
    { status: 'registered', settlement: { paid: 500, refunded: 0 }, cards: [] },
    /Paid in part.*owedCHF\s103\.10/,
  ],
  [{ status: 'canceled', cards: [{ ...card, refunded: 10_810 }] }, /StateGiven back/],
  [{ status: 'canceled', hold: { until: T, over: true } }, /Paid too late.*CHF\s108\.10 is to be given back/],
  [{ cards: [card, { ...card, id: 'cs_2' }] }, /Paid too much.*CHF\s108\.10 is to be given back/],
  [
    { status: 'invoice_paid', cards: [{ ...card, paid: 810 }] },
    /Less paid than said.*CHF\s100\.00 is still owed/,
  ],
  [{ cards: [{ ...card, disputed: true }] }, /Disputed.*Answer at Stripe/],
  [
    { cards: [{ ...card, disputed: true, disputes: [{ id: 'dp', amount: 10_810, outcome: 'lost' }] }] },
    /Dispute lost.*owedCHF\s108\.10.*the bank gave CHF\s108\.10 back to the payer/,
  ],
  [
    { cards: [{ ...card, disputed: false, disputes: [{ id: 'dp', amount: 10_810, outcome: 'won' }] }] },
    /StatePaidAmount.*Was disputed; the bank decided for you/,
  ],
  [
    {
      ...{ status: 'registered', cards: [], invoiceIndex: 0 },
      registration: { amount: 10_000, currency: 'eur', rate: 100, vat: 810 },
      invoices: [{ kind: 'invoice', index: 0, number: 'G1', issuedAt: T, currency: 'chf', total: 10_810 }],
    },
    /invoiced comes to CHF\s108\.10, and €108\.10 is charged now/,
  ],
])('says in words how the payment stands, and what is to be looked at %#', async (consumer, words) => {
  await open(consumer);
  expect(said()).toMatch(words);
});

it.each([
  [49, false],
  [50, true],
])('the code to pay by card is offered for what a card pays: of %i cents %s', async (amount, isOffered) => {
  const registration = { amount, currency: 'chf', rate: 100, vat: 0 };
  await open({ status: 'registered', cards: [], registration });
  expect(screen.queryByRole('button', { name: 'Code to pay by card' }) !== null).toBe(isOffered);
});

it.each([
  [true, 'The guest pays on a phone of their own; it stands here as soon as Stripe tells.'],
  [false, 'This event takes no cards yet: a manager sets up Stripe under Services.'],
])(
  'where cards are set up (%s) the code to pay by one is offered, else it says why not',
  async (isSetUp, why) => {
    const accounts = { isSetUp, elsewhere: [] };
    await open({ status: 'registered', cards: [] }, { cardAccounts: () => Promise.resolve(ok(accounts)) });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Code to pay by card' })).toHaveProperty('disabled', !isSetUp);
  },
);

it('what was only said to be paid has a row, and counts no more once somebody takes it back', async () => {
  const scene = await open({ settlement: { paid: 10_810, refunded: 0 } });
  expect(said()).toMatch(/Paid too much.*CHF\s108\.10 is to be given back.*Said to be paid/);
  fireEvent.click(screen.getByRole('button', { name: /^Count it no more: CHF\s108\.10 said to be paid/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Count it no more' }));
  await waitFor(() => expect(said()).not.toMatch(/Paid too much|Said to be paid/));
  expect(scene.store.consumers().get('consumer_1')).toMatchObject({ settlement: { paid: 0 } });
});

it('payments to the account have rows; a status that says paid says so by itself', async () => {
  const transfers = [{ id: 'T1', day: '2026-01-03', amount: 4000 }];
  await open({ status: 'registered', cards: [], settlement: { paid: 4000, refunded: 0 }, transfers });
  expect(said()).toMatch(/Without a cardCHF\s40\.00To the accountJan 3, 2026/);
  cleanup();
  await open({ cards: [] });
  expect(said()).toMatch(/CHF\s108\.10Said to be paid.*set the status to “Invoice paid”/);
});

it('a payment to the account that was noted by mistake is taken back', async () => {
  const transfers = [{ id: 'T1', day: '2026-01-03', amount: 10_810 }];
  const paid = { status: 'invoice_paid', statusBefore: 'invoice_sent' };
  const scene = await open({ ...paid, cards: [], settlement: { paid: 10_810, refunded: 0 }, transfers });
  fireEvent.click(screen.getByRole('button', { name: /^Take back the note of CHF\s108\.10/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(said()).toMatch(/Still owedCHF\s108\.10/));
  expect(scene.store.consumers().get('consumer_1')).toMatchObject({ status: 'invoice_sent' });
  expect(said()).not.toContain('To the account');
  // By a note of its own, which no edit of the registration can lose.
  const [back, ...more] = scene.store.documents('payment').values();
  expect([back?.amount, more]).toEqual([-10_810, []]);
  expect(back?.cancels).toMatch(/-10810-0$/);
});

it('a payment of the bank that is noted with two amounts is told at each of them', async () => {
  const told = { day: '2026-01-03', id: 'T1' };
  const transfers = [4000, 5000].map((amount) => ({ ...told, amount }));
  await open({ status: 'registered', cards: [], settlement: { paid: 9000, refunded: 0 }, transfers });
  expect(screen.getByText('Payment noted twice')).toBeTruthy();
  expect(screen.getAllByText('The same payment is noted here with another amount, too.')).toHaveLength(2);
});

it('a payment of the bank that two people noted for two registrations is told at both, and taken back at one', async () => {
  const transfers = [{ id: 'T1', day: '2026-01-03', amount: 10_810 }];
  const paid = { cards: [], status: 'invoice_paid', statusBefore: 'invoice_sent', transfers };
  const bob = {
    ...{ _id: 'consumer_2', type: 'consumer', date: T, paymentType: 'transfer', notifMethod: 'email' },
    ...{ notifs: {}, metadata: {}, person: { forename: 'Bob', surname: 'Test' }, ...paid },
    ...{ settlement: { paid: 10_810, refunded: 0 } },
    registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 810 },
  };
  const scene = await open({ ...paid, settlement: { paid: 10_810, refunded: 0 } }, undefined, [bob]);
  expect(screen.getByText('Payment noted twice')).toBeTruthy();
  expect(said()).toContain('The same payment is noted for another registration, too: Bob Test');
  expect(screen.getByRole('link', { name: 'Bob Test' }).getAttribute('href')).toBe(
    '/event/gala/registrant/2/money',
  );
  expect(moneyRows(scene.store.consumers().values(), []).map(({ flags }) => flags)).toEqual([
    ['twice'],
    ['twice'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^Take back the note of CHF\s108\.10/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(screen.queryByText('Payment noted twice')).toBeNull());
  expect(said()).toMatch(/Still owedCHF\s108\.10/);
  expect(moneyRows(scene.store.consumers().values(), []).flatMap(({ flags }) => flags)).toEqual([]);
});

it('a transfer that was noted by hand and stands in the statement, too, is told where more came in than is owed', async () => {
  const transfers = [{ id: 'T1', day: '2026-01-03', amount: 10_810 }];
  const taken = [{ id: 'payment_1', kind: 'terminal', byTransfer: true, amount: 10_810 }];
  const settlement = { paid: 10_810, refunded: 0 };
  await open({ cards: [], transfers, settlement, taken });
  expect(said()).toMatch(
    /Paid too much.*A transfer of CHF\s108\.10 was noted by hand and stands in the bank/,
  );
  cleanup();
  await open({ cards: [], transfers, settlement: { paid: 20_000, refunded: 0 } });
  expect(said()).toMatch(/Paid too much/);
  expect(said()).not.toContain('was noted by hand and stands');
});

it('the money of a registration is to be seen, and given back, when all its guests were deleted', async () => {
  const documents = [
    client('1', 'King', { consumerId: 'consumer_1', deletedAt: 5 }),
    {
      ...{ _id: 'consumer_1', type: 'consumer', date: T, status: 'invoice_paid', paymentType: 'card' },
      ...{ notifMethod: 'email', notifs: {}, metadata: {}, cards: [card] },
      registration: { amount: 10_000, currency: 'chf', rate: 100, vat: 810 },
    },
  ];
  const scene = await openScene({ documents });
  const path = '/event/:eventId/registrant/:consumerId/money';
  const at = '/event/gala/registrant/1/money';
  await show({ scene, path, at, screen: <RegistrationMoneyPage /> });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada King');
  expect(screen.getByText('Guests deleted')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Give back the payment of CHF\s108\.10/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit the registration' })).toBeTruthy();
});

it('shows a payment, and gives it back, in the currency it was made in', async () => {
  await open({ status: 'canceled', cards: [{ ...card, currency: 'eur' }] });
  fireEvent.click(screen.getByRole('button', { name: /^Give back the payment of (EUR\s|€)108\.10/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText(/Amount, (EUR\s|€)108\.10 at most/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: /^Give (EUR\s|€)108\.10 back/ })).toBeTruthy();
});

it('says of who became free that the registration stays', async () => {
  const free = { registration: { amount: 0, currency: 'chf', rate: 100, vat: 810 } };
  await open({ ...free, invoiceIndex: 3 });
  fireEvent.click(screen.getByRole('button', { name: /^Give back the payment of CHF\s108\.10/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/The registration stays as it is/)).toBeTruthy();
});

it('gives a part back once it is said what comes of it; Stripe that does not answer is said, and tried again', async () => {
  const asked: Refund[] = [];
  const answers: (Failure | null)[] = [{ code: 'cards_unavailable' }, null];
  await open(
    { invoiceIndex: 3 },
    {
      refundPayment(_eventId, refund) {
        asked.push(refund);
        const failure = answers[asked.length - 1];
        return Promise.resolve(failure == null ? ok({ given: refund.amount }) : err(failure));
      },
    },
  );
  fireEvent.click(screen.getByRole('button', { name: /^Give back the payment of CHF\s108\.10/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = dialog.getByLabelText(/Amount, CHF\s108\.10 at most/);
  expect(dialog.getByText(/the registration is cancelled.*credit note/)).toBeTruthy();
  fireEvent.change(amount, { target: { value: '200' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Give back' }));
  expect(dialog.getByText('This number is out of range.')).toBeTruthy();
  expect(asked).toEqual([]);
  fireEvent.change(amount, { target: { value: '8.10' } });
  expect(dialog.getByText(/costs that much less: a credit note/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: /^Give CHF\s8\.10 back/ }));
  expect(await screen.findByText(/Stripe does not answer just now/)).toBeTruthy();
  expect(asked).toEqual([{ consumerId: 'consumer_1', cardId: 'cs_1', amount: 810, before: 0 }]);
  const again = dialog.getByRole('button', { name: /^Give CHF/ });
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  fireEvent.click(again);
  await waitFor(() => expect(asked).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('cash is noted with who and when, without a server, and a mistake is taken back', async () => {
  const scene = await open({ status: 'registered', cards: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Note a payment' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('How'), { target: { value: 'terminal' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Note CHF\s108\.10/ }));
  expect(await screen.findByText(/Noted by member, /)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(said()).toMatch(/StatePaidAmount.*Card terminal/);
  expect([...scene.store.documents('payment').values()]).toMatchObject([
    { kind: 'terminal', amount: 10_810 },
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^Take back the note of/ }));
  const asks = within(await screen.findByRole('dialog'));
  fireEvent.click(asks.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(said()).toMatch(/StateNot paid yet.*Taken back/));
});

it('a transfer that was seen at the bank, or made to give money back, is noted as one', async () => {
  await open({ status: 'registered', cards: [] });
  for (const [way, words] of [
    ['in', /^Note CHF\s108\.10/],
    ['out', /^Note CHF\s8\.10/],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: 'Note a payment' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('What happened'), { target: { value: way } });
    fireEvent.change(dialog.getByLabelText('How'), { target: { value: 'transfer' } });
    if (way === 'out') fireEvent.change(dialog.getByLabelText(/^Amount/), { target: { value: '8.10' } });
    fireEvent.click(dialog.getByRole('button', { name: words }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(said()).toMatch(/CHF\s108\.10Transfer.*CHF\s8\.10Transfer/);
});

it.each(['0', '100000000.01'])(
  'what no note may hold is said at the field, and nothing is noted: %s',
  async (typed) => {
    const scene = await open({ status: 'registered', cards: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Note a payment' }));
    const dialog = within(await screen.findByRole('dialog'));
    const amount = dialog.getByLabelText(/^Amount/);
    fireEvent.change(amount, { target: { value: typed } });
    fireEvent.click(dialog.getByRole('button', { name: 'Note a payment' }));
    expect(dialog.getByText('This number is out of range.')).toBeTruthy();
    expect(scene.store.documents('payment').size).toBe(0);
    // As much as a note may hold.
    fireEvent.change(amount, { target: { value: '100000000' } });
    fireEvent.click(dialog.getByRole('button', { name: /^Note CHF\s100,000,000\.00/ }));
    await waitFor(() => expect(scene.store.documents('payment').size).toBe(1));
  },
);

it.each([
  [{ isSetUp: false, elsewhere: [] }, /the event takes no cards any more/],
  [{ isSetUp: true, elsewhere: ['cs_1'] }, /paid to another Stripe account than the one under Services/],
])(
  'a payment that cannot be given back here is not offered to be, and says why %#',
  async (accounts, why) => {
    await open({}, { cardAccounts: () => Promise.resolve(ok(accounts)) });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Give back the payment/ })).toBeNull();
  },
);

it('a payment of the account that is set up is offered to be given back', async () => {
  const asked: string[] = [];
  await open(
    { cards: [card, { ...card, id: 'cs_2' }] },
    {
      cardAccounts(eventId, consumerId) {
        asked.push(`${eventId} ${consumerId}`);
        return Promise.resolve(ok({ isSetUp: true, elsewhere: ['cs_2'] }));
      },
    },
  );
  expect(await screen.findByText(/another Stripe account/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Give back the payment/ })).toHaveLength(1);
  expect(asked).toEqual(['gala consumer_1']);
});

it('a receipt is in the language of whom it is for, whatever that of the desk', async () => {
  const asked: { message: { title: string; text: string } }[] = [];
  class AskedWorker extends EventTarget {
    postMessage = (job: (typeof asked)[number]) => asked.push(job);
    terminate = () => undefined;
  }
  vi.stubGlobal('Worker', AskedWorker);
  const taken = [{ id: 'payment_1_1', kind: 'cash', amount: 4000 }];
  const note = {
    ...{ _id: 'payment_1_1', type: 'payment', consumerId: 'consumer_1', kind: 'cash', amount: 4000 },
    ...{ currency: 'chf', time: T, device: { id: 'd', name: 'D' }, author: { id: 'u', name: 'mia' } },
  };
  await open({ status: 'registered', cards: [], taken, person: { language: 'fr', surname: 'King' } }, {}, [
    note,
  ]);
  fireEvent.click(screen.getByRole('button', { name: /^Receipt for/ }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.message.title).toBe('Quittance');
  expect(asked[0]?.message.text).toMatch(/40[.,]00\sCHF reçus de/);
  vi.unstubAllGlobals();
});
