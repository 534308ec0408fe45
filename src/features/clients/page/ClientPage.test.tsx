import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AppData } from '#data/types.ts';
import { checkinId } from '#domain/ids.ts';
import { DESK_ENDPOINTS, type Language } from '#domain/config.ts';
import type { Role } from '#domain/rights/roles.ts';
import type { Client } from '#domain/documents/client.ts';
import { ClientPage } from './ClientPage.tsx';
import { client, openScene, PLAN, session, show } from '../testing/scene.tsx';

const T = new Date(2026, 0, 5, 12).getTime();
const entry = (clientId: string, more = {}) => ({
  ...{ clientId: `client_${clientId}`, checkInTime: null, placement: null, product: null, updatedTime: 1 },
  ...more,
});
const DOCUMENTS = [
  session('dinner', 'Dinner', {
    status: 'ongoing',
    plan: PLAN,
    clients: [
      entry('1', { product: { kind: 'adult', optionId: 'menu' } }),
      entry('2', { placement: { tableId: 'a', seatIndex: 0 }, checkInTime: T }),
    ],
  }),
  session('ball', 'Ball', {
    date: Date.UTC(2026, 5, 2, 12),
    clients: [entry('1')],
  }),
  client('1', 'Lovelace', {
    ...{ number: 'A-01', email: 'ada@example.com', consumerId: 'consumer_1', notes: 'Aisle seat' },
    ...{ adminContact: 'Office', covid: false },
  }),
  client('2', 'Hopper', { number: 'B-02' }),
  client('3', 'Nobody'),
  {
    ...{
      _id: 'consumer_1',
      type: 'consumer',
      date: T,
      status: 'registered',
      paymentType: 'card',
      notifMethod: 'email',
    },
    address: { name: 'Ada', street: 'Lake Road 1', zip: '1200', city: 'Geneva', country: '' },
    person: { title: 'mrs', forename: 'Ada', surname: 'King', language: 'en' },
    invoiceIndex: 6,
    registration: {
      ...{
        amount: 10_000,
        currency: 'chf',
        date: T,
        rate: 75,
        rateName: 'Partner',
        vat: 810,
        formId: 'form_1',
      },
      extras: { wine: 2 },
      payment: { stripeCustomerId: 'cus_1', stripePaymentId: 'pi_1' },
      signature: 'data:image/png;base64,AAAA',
    },
    notifs: {
      notif_1: [
        { ok: false, errorCode: 'missing_phone', date: T },
        { ok: true, date: T + 60_000, message: 'Welcome' },
      ],
    },
    metadata: {},
  },
  {
    ...{
      _id: 'form_1',
      type: 'form',
      name: 'Public form',
      language: 'en',
      currency: 'chf',
      enabled: true,
      vat: 0,
    },
    options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
    extras: [{ id: 'wine', name: 'Wine', amount: 500, enabled: true, maxCount: 10 }],
    ...{ amounts: {}, metadata: {} },
  },
  {
    _id: 'notif_1',
    type: 'notif',
    notifType: 'automatic',
    notifMethod: 'sms',
    sessionIds: null,
    resendConsumerIds: [],
    metadata: {},
  },
];
const PATH = '/event/:eventId/client/:clientId';

interface Opening {
  id?: string;
  query?: string;
  role?: Role;
  mode?: 'light' | 'full';
  language?: Language;
  /** As on a host's device. */
  registrations?: false;
  extra?: readonly { _id: string }[];
  change?: Partial<Client>;
  server?: Partial<AppData>;
}
/** A server that nobody reaches. */
const QUIET = {
  underway: async () => ({ ok: false, error: { code: 'offline' } }),
  optOuts: async () => ({ ok: false, error: { code: 'offline' } }),
  services: async () => ({ ok: false, error: { code: 'offline' } }),
} as unknown as AppData['messages'];
async function open({
  id = '1',
  query = '',
  role = 'member',
  mode = 'light',
  language = 'en',
  registrations,
  extra = [],
  change = {},
  server,
}: Opening = {}) {
  const documents = DOCUMENTS.map((doc) => (doc._id === `client_${id}` ? { ...doc, ...change } : doc));
  const held = documents.filter(({ _id }) => registrations !== false || !_id.startsWith('consumer_'));
  const scene = await openScene({ documents: [...held, ...extra], role, mode });
  const at = `/event/gala/client/${id}${query}`;
  const routines: string[] = [];
  const run = async (eventId: string) => {
    routines.push(eventId);
    return { ok: false, error: { code: 'offline' } };
  };
  return {
    scene,
    routines,
    ...(await show({
      scene,
      path: PATH,
      at,
      screen: <ClientPage />,
      role,
      language,
      server: { messages: { ...QUIET, run } as AppData['messages'], ...server },
    })),
  };
}
const template = (type: string, language: string, paymentType: string) => ({
  ...{ _id: `${type}_${language}`, type, language, paymentType, refs: [], metadata: {} },
});
const button = (name: string) => screen.queryByRole('button', { name });
const valueOf = (label: string): string | undefined =>
  screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent ?? undefined;
const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));

describe('client display', () => {
  it('shows name, number and details, and a placeholder for what is empty [CLIENT-01, CLIENT-03, CLIENT-04]', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy();
    expect(screen.getByText('A-01')).toBeTruthy();
    expect(
      ['Company', 'Category', 'Language', 'E-mail', 'Phone', 'Administrative contact', 'Notes'].map(valueOf),
    ).toEqual([...['–', 'Individual', 'English', 'ada@example.com', '–', 'Office', 'Aisle seat']]);
    expect(screen.getByText('Company').closest('details')).toBeNull();
  });

  it('members have all actions; a host has none and reads the status [CLIENT-02, CLIENT-05, CLIENT-06, CLIENT-09]', async () => {
    const view = await open();
    expect(screen.getByRole('link', { name: 'Edit client' }).getAttribute('href')).toBe(
      '/event/gala/client/1/update',
    );
    expect(screen.getByRole('link', { name: 'Edit registration' }).getAttribute('href')).toBe(
      '/event/gala/registrant/1',
    );
    expect(button('Delete client')).not.toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Covid certificate checked' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Status' })).toBeTruthy();
    view.unmount();
    await open({ role: 'host' });
    for (const name of ['Edit client', 'Edit registration'])
      expect(screen.queryByRole('link', { name })).toBeNull();
    expect([button('Delete client'), button('Add guests')]).toEqual([null, null]);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
    expect(valueOf('Status')).toBe('Registered');
  });

  it.each([
    ['en', false, 'What was sent to guests is for users and administrators.'],
    ['fr', true, 'Ce qui a été envoyé aux invités est réservé aux utilisateurs et aux administrateurs.'],
  ] as const)(
    'a host, who holds no registration, is not told that there is none: %s [CLIENT-02, CLIENT-14, CLIENT-28]',
    async (language, canceled, words) => {
      await open({ role: 'host', language, registrations: false, change: { canceled } });
      expect(screen.queryByText(/no registration record|pas de dossier/)).toBeNull();
      expect(screen.queryByText(/^(Extras|Suppléments)$/)).toBeNull();
      const status = screen.queryByText(/^(Status|Statut)$/, { selector: 'dt' });
      expect(status?.nextElementSibling?.textContent).toBe(canceled ? 'Annulé' : undefined);
      tab('Messages');
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.queryByText(/Nothing was sent|Rien n’a/)).toBeNull();
    },
  );

  it('a member is told that a client has no registration', async () => {
    await open({ change: { consumerId: null } });
    expect(screen.getByText('This client has no registration record.')).toBeTruthy();
    tab('Messages');
    expect(screen.getByText('Nothing was sent yet.')).toBeTruthy();
  });

  it('members set status and covid flag, add guests, place, download, associate and add files; hosts do not [ROLE-08, CLIENT-24]', async () => {
    for (const role of ['member', 'host'] as const) {
      const there = role === 'member';
      const view = await open({ role });
      expect(screen.queryByRole('combobox', { name: 'Status' }) !== null).toBe(there);
      expect(screen.queryByRole('checkbox', { name: 'Covid certificate checked' }) !== null).toBe(there);
      expect(button('Add guests') !== null).toBe(there);
      expect(await screen.findByRole('img', { name: 'Seating plan' })).toBeTruthy();
      expect(screen.queryByRole('combobox', { name: 'Table' }) !== null).toBe(there);
      // Who bought, and for how much, is for members.
      expect(screen.queryByRole('tab', { name: 'Registration' }) !== null).toBe(there);
      expect(screen.queryByRole('tab', { name: 'Payment' }) !== null).toBe(there);
      if (there) tab('Registration');
      expect(button('Download barcode') !== null).toBe(there);
      expect(button('Associate customer account') !== null).toBe(there);
      tab('Files');
      expect(screen.queryByRole('link', { name: 'Add a file' }) !== null).toBe(there);
      view.unmount();
    }
  });

  it('a new account: its password once, and the configured address where it logs in [API-25, CLIENT-24]', async () => {
    const server = {
      associateCustomer: async () => ({ ok: true, value: { password: 'amber-lake-42' } }) as const,
    };
    const person = { forename: 'Ada', surname: 'King', language: 'en', email: 'ada@example.com' };
    const registration = DOCUMENTS.find(({ _id }) => _id === 'consumer_1') as { _id: string };
    const extra = [Object.assign({ ...registration }, { _id: 'consumer_2', person })];
    await open({ query: '?tab=consumer', server, extra, change: { consumerId: 'consumer_2' } });
    fireEvent.click(screen.getByRole('button', { name: 'Associate customer account' }));
    expect(await screen.findByText('amber-lake-42')).toBeTruthy();
    expect(valueOf('Log in at')).toBe(new URL(DESK_ENDPOINTS.login, location.origin).href);
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('amber-lake-42')).toBeNull());
  });

  it('offers no account to a client without registration [CLIENT-24]', async () => {
    await open({ id: '3', query: '?tab=consumer' });
    expect(button('Associate customer account')).toBeNull();
  });

  it('a change of status saves the consumer, then runs the notification routine [CLIENT-02, CONSUMER-08]', async () => {
    const { scene, routines } = await open();
    fireEvent.click(screen.getByRole('combobox', { name: 'Status' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Invoice paid', hidden: true }));
    expect(await screen.findByText('The status was saved.')).toBeTruthy();
    expect(scene.store.consumers().get('consumer_1')?.status).toBe('invoice_paid');
    expect(routines).toEqual(['gala']);
  });

  it('the status is that of all who registered together: cancelling them asks first, then nobody is offered to be let in', async () => {
    const { scene } = await open({
      query: '?fromSession=ball',
      extra: [client('4', 'Babbage', { consumerId: 'consumer_1' })],
    });
    const status = screen.getByRole('combobox', { name: 'Status' });
    expect(screen.getByText('Of the whole registration: 2 guests.')).toBeTruthy();
    const cancel = async () => {
      fireEvent.click(status);
      fireEvent.click(await screen.findByRole('option', { name: 'Cancelled', hidden: true }));
      return within(await screen.findByRole('dialog', { name: 'Cancel the registration of 2 guests?' }));
    };
    expect((await cancel()).getByText(/Ada Lovelace, Ada Babbage/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Leave it as it is' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(scene.store.consumers().get('consumer_1')?.status).toBe('registered');
    expect(button('Check in')).not.toBeNull();
    fireEvent.click((await cancel()).getByRole('button', { name: 'Cancel all 2' }));
    expect(await screen.findByText('This guest’s registration is cancelled.')).toBeTruthy();
    expect(scene.store.consumers().get('consumer_1')?.status).toBe('canceled');
    expect(button('Check in')).toBeNull();
  });

  it('deletion is hidden in sync mode [CLIENT-07]', async () => {
    await open({ mode: 'full' });
    expect(button('Delete client')).toBeNull();
  });

  it('deletes softly, goes back, and can be undone [CLIENT-06, CLIENT-08]', async () => {
    const { scene, router } = await open({ query: '?fromSession=ball' });
    fireEvent.click(screen.getByRole('button', { name: 'Delete client' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/event/gala/session/ball'));
    expect(scene.store.client('client_1')).toBeNull();
    expect(scene.store.documents('client').has('client_1')).toBe(true);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(scene.store.client('client_1')).not.toBeNull());
  });

  it('saves the covid flag [CLIENT-09]', async () => {
    const { scene } = await open();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Covid certificate checked' });
    fireEvent.click(box);
    // Seen at once, and still where the keyboard is.
    expect([box.checked, box.disabled]).toEqual([true, false]);
    await waitFor(() => expect(scene.store.client('client_1')?.covid).toBe(true));
    fireEvent.click(box);
    await waitFor(() => expect(scene.store.client('client_1')?.covid).toBe(false));
    expect(box.checked).toBe(false);
  });

  it('offers guests only to the main client of a consumer [CLIENT-10]', async () => {
    const view = await open();
    expect(button('Add guests')).not.toBeNull();
    view.unmount();
    await open({ change: { number: 'A-02' } });
    expect(button('Add guests')).toBeNull();
  });

  it('offers guests to no cancelled registration: they would be neither expected nor let in [CLIENT-10]', async () => {
    await open();
    expect(button('Add guests')).not.toBeNull();
    fireEvent.click(screen.getByRole('combobox', { name: 'Status' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Cancelled', hidden: true }));
    await waitFor(() => expect(button('Add guests')).toBeNull());
  });

  it('asks for number, type and option of guests, with their messages [VALID-19, VALID-20, VALID-21, ERROR-13]', async () => {
    const { scene } = await open();
    fireEvent.click(screen.getByRole('button', { name: 'Add guests' }));
    const dialog = within(await screen.findByRole('dialog'));
    // A guest with an option costs something, which nobody adds to the bill by itself.
    expect(dialog.getByText(/amount of the registration does not change.*“Edit registration”/)).toBeTruthy();
    for (const count of ['', '0', '-1', '1.5', 'x', '1000']) {
      fireEvent.change(dialog.getByLabelText(/How many/), { target: { value: count } });
      fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
      dialog.getByText('Enter a whole number from 1 to 999.');
    }
    expect(dialog.getByText('Choose adult or child.')).toBeTruthy();
    expect(dialog.getByText('Choose an option.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('name')).toBe('count');
    fireEvent.change(dialog.getByLabelText(/How many/), { target: { value: '2' } });
    for (const [label, option] of [
      ['Type', 'Child'],
      ['Option', 'Menu'],
    ] as const) {
      fireEvent.click(dialog.getByRole('combobox', { name: new RegExp(label) }));
      fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
    }
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('2 guests were added.')).toBeTruthy();
    const numbers = [...scene.store.clients().values()].map(({ number }) => number);
    expect(numbers).toEqual(expect.arrayContaining(['A-02', 'A-03']));
  });

  it('has its five tabs [CLIENT-11]', async () => {
    await open();
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
      ...['Sessions', 'Registration', 'Payment', 'Messages', 'Files'],
    ]);
  });

  it('sessions: picker, product, extras, check-in and place [CLIENT-12, CLIENT-13, CLIENT-14, CLIENT-15, CLIENT-16]', async () => {
    const view = await open();
    expect((screen.getByRole('combobox', { name: 'Session' }) as HTMLInputElement).value).toMatch(/^Dinner/);
    expect(['Product', 'Extras', 'Check-in', 'Seat'].map(valueOf)).toEqual([
      'Menu · Adult',
      '2 × Wine',
      'not checked in',
      'none',
    ]);
    fireEvent.click(screen.getByRole('combobox', { name: 'Session' }));
    fireEvent.click(await screen.findByRole('option', { name: /^Ball/, hidden: true }));
    expect(screen.getByRole('heading', { name: 'Ball' })).toBeTruthy();
    view.unmount();
    await open({ id: '2' });
    expect(valueOf('Seat')).toBe('Table 1, seat 1');
    expect(valueOf('Check-in')).toMatch(/January 5, 2026/);
  });

  it('says who is expected beside the guest, and who of them is there', async () => {
    const at = (seatIndex: number, checkInTime: number | null = null) => ({
      placement: { tableId: 'a', seatIndex },
      checkInTime,
    });
    const clients = [entry('2', at(1)), entry('4', at(0, T)), entry('5', at(2)), entry('gone', at(2))];
    await open({
      role: 'host',
      ...{ id: '2', query: '?fromSession=late' },
      extra: [
        client('4', 'Hamilton'),
        client('5', 'Meitner'),
        session('late', 'Late show', { status: 'ongoing', plan: PLAN, clients }),
      ],
    });
    expect(valueOf('Next to')).toMatch(/Hamilton \(in since .*\), .*Meitner \(not here yet\)$/);
  });

  it('a host lets in from the page, alone or with who registered together, and takes it back [CHECKIN-02]', async () => {
    const { scene } = await open({
      role: 'host',
      ...{ id: '2', query: '?fromSession=late', change: { consumerId: 'consumer_2' } },
      extra: [
        client('4', 'Hamilton', { number: 'B-04', consumerId: 'consumer_2' }),
        session('late', 'Late show', { status: 'ongoing', clients: [entry('2'), entry('4')] }),
      ],
    });
    const inside = () =>
      scene.store.session('session_late')?.clients.map(({ checkInTime }) => checkInTime !== null);
    const facts = (id: string) => scene.store.checkinsOf('session_late', `client_${id}`);
    fireEvent.click(screen.getByRole('button', { name: 'Check in' }));
    await waitFor(() => expect(inside()).toEqual([true, false]));
    expect(facts('2')[0]).toMatchObject({ action: 'in', method: 'desk' });
    const said = () => screen.queryAllByRole('button', { name: 'Undo' });
    await waitFor(() => expect(said()).toHaveLength(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the check-in' }));
    // That the guest is in is said no more: it is not true, and its undo would do nothing.
    await screen.findByText(/ is out again$/);
    expect(screen.queryByText(/ is in$/)).toBeNull();
    expect(said()).toHaveLength(1);
    await waitFor(() => expect(inside()).toEqual([false, false]));
    expect(screen.getByText(/^Registered together with .*Hamilton$/)).toBeTruthy();
    // By keys: the focus goes on where the work does. Of two clicks the second does nothing.
    const all = screen.getByRole('button', { name: 'Check in all 2' });
    act(() => all.focus());
    fireEvent.click(all);
    await waitFor(() => expect(inside()).toEqual([true, true]));
    const cancel = await screen.findByRole('button', { name: 'Cancel the check-in' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    fireEvent.click(cancel, { detail: 2 });
    expect([cancel.hasAttribute('disabled'), cancel.getAttribute('aria-disabled')]).toEqual([false, 'false']);
    expect(facts('4')).toHaveLength(1);
    expect(screen.queryByText(/^Registered together/)).toBeNull();
  });

  it('a guest whose other door’s admission holds is not said to be out again [CHECKIN-07]', async () => {
    const late = 'session_late';
    const admission = (id: string, time: number) => ({
      ...{ _id: checkinId(late, time, id), type: 'checkin', sessionId: late, clientId: 'client_2' },
      ...{ action: 'in', time, method: 'list', device: { id, name: id }, author: { id, name: id } },
    });
    await open({
      role: 'host',
      ...{ id: '2', query: '?fromSession=late' },
      extra: [
        session('late', 'Late show', { status: 'ongoing', clients: [entry('2')] }),
        admission('north', T),
        admission('south', T + 1000),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the check-in' }));
    await screen.findByText(/: Cancelled here\. Still in since .* by another door$/);
    expect(screen.queryByText(/ is out again$/)).toBeNull();
  });

  it('a click on a free seat places the client; an occupied one does nothing [CLIENT-17]', async () => {
    const { scene, container } = await open();
    expect(await screen.findByRole('img', { name: 'Seating plan' })).toBeTruthy();
    const seat = (index: number) =>
      container.querySelector(`[data-table="a"][data-seat="${index}"]`) as Element;
    expect(seat(0).getAttribute('data-state')).toBe('in');
    fireEvent.click(seat(0));
    fireEvent.click(seat(2));
    await waitFor(() => expect(valueOf('Seat')).toBe('Table 1, seat 3'));
    const entries = scene.store.session('session_dinner')?.clients ?? [];
    expect(entries.map(({ placement }) => placement?.seatIndex)).toEqual([2, 0]);
    await waitFor(() => expect(seat(2).getAttribute('data-state')).toBe('own'));
  });

  it('the lists place by keyboard, and offer no occupied seat; a host sees the plan only [CLIENT-17]', async () => {
    const view = await open();
    fireEvent.click(screen.getByRole('combobox', { name: 'Table' }));
    fireEvent.click(await screen.findByRole('option', { name: '1', hidden: true }));
    await waitFor(() => expect(valueOf('Seat')).toBe('Table 1'));
    fireEvent.click(screen.getByRole('combobox', { name: 'Seat' }));
    const taken = await screen.findByRole('option', { name: '1 (occupied)', hidden: true });
    expect(taken.getAttribute('data-combobox-disabled')).toBe('true');
    view.unmount();
    const { scene, container } = await open({ role: 'host' });
    expect(await screen.findByRole('img', { name: 'Seating plan' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Table' })).toBeNull();
    fireEvent.click(container.querySelector('[data-table="a"][data-seat="2"]') as Element);
    expect(scene.store.session('session_dinner')?.clients[0]?.placement).toBeNull();
  });

  it('says when there is no plan, and when there is no registration [CLIENT-18, CLIENT-19]', async () => {
    const view = await open({ query: '?fromSession=ball' });
    expect(screen.getByText('This session has no seating plan.')).toBeTruthy();
    view.unmount();
    await open({ id: '3' });
    expect(screen.getByText('no registration')).toBeTruthy();
  });

  it('registration: all that is recorded [CLIENT-20]', async () => {
    await open();
    tab('Registration');
    expect(['Amount', 'Amount with VAT', 'Rate', 'Invoice', 'Form', 'Postal address'].map(valueOf)).toEqual([
      ...['CHF\u00a0100.00', 'CHF\u00a0108.10', '25% off · Partner', 'GL0007', 'Public form', 'identical'],
    ]);
    expect(valueOf('Registered on')).toMatch(/January 5, 2026/);
    expect(valueOf('Person')).toBe('Ms\nAda King');
    expect(valueOf('Billing address')).toBe('Ada\nLake Road 1\n1200 Geneva');
    expect(screen.getByRole('img', { name: 'Signature of Ada King' })).toBeTruthy();
  });

  it('offers the barcode, and invitation and invoice only with a matching template [CLIENT-21, CLIENT-22, CLIENT-23]', async () => {
    const view = await open({
      query: '?tab=consumer',
      extra: [template('invitationtemplate', 'fr', 'none'), template('invoicetemplate', 'en', 'cash')],
    });
    expect(button('Download barcode')).not.toBeNull();
    expect([button('Download invitation'), button('Download invoice')]).toEqual([null, null]);
    view.unmount();
    await open({
      query: '?tab=consumer',
      extra: [template('invitationtemplate', 'en', 'none'), template('invoicetemplate', 'en', 'card')],
    });
    expect(button('Download invitation')).not.toBeNull();
    expect(button('Download invoice')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Download invitation' }));
    expect(
      await screen.findByText('The PDF of the invitation template is missing or cannot be read.'),
    ).toBeTruthy();
  });

  it('the barcode is there for whoever has no number, too, and says what it lacks [CLIENT-21]', async () => {
    const view = await open({ query: '?tab=consumer' });
    expect(button('Download barcode')).toHaveProperty('disabled', false);
    view.unmount();
    await open({ query: '?tab=consumer', change: { number: '' } });
    expect(button('Download barcode')).toHaveProperty('disabled', true);
    expect(screen.getByText(/^This client has no number/)).toBeTruthy();
  });

  it('offers documents in the language of what is mailed, and one for no payment type as one for none [CLIENT-22, CLIENT-23]', async () => {
    const french = {
      ...{ _id: 'consumer_9', type: 'consumer', date: T, status: 'registered', paymentType: 'none' },
      ...{ notifMethod: 'email', notifs: {}, metadata: {} },
      person: { forename: 'Ada', surname: 'King', language: 'fr' },
    };
    const { paymentType: _none, ...anyPayment } = template('invoicetemplate', 'fr', 'none');
    await open({
      query: '?tab=consumer',
      change: { consumerId: 'consumer_9', language: 'en' },
      extra: [french, template('invitationtemplate', 'fr', 'none'), anyPayment],
    });
    expect(button('Download invitation')).not.toBeNull();
    expect(button('Download invoice')).not.toBeNull();
  });

  it('payment: its type and the provider’s pages [CLIENT-26, CLIENT-27]', async () => {
    await open({ query: '?tab=payment' });
    expect(valueOf('Payment type')).toBe('Card');
    expect(screen.getByRole('link', { name: 'Customer' }).getAttribute('href')).toMatch(/customers\/cus_1$/);
    expect(screen.getByRole('link', { name: 'Payment' }).getAttribute('href')).toMatch(/payments\/pi_1$/);
  });

  it('reads form, signature and the provider’s references also where another program has them, beside the registration [CLIENT-20, CLIENT-27]', async () => {
    const registration = { amount: 100, currency: 'chf', rate: 100, vat: 0 };
    const elsewhere = {
      ...{ form: 'form_1', signature: 'data:image/png;base64,AAAA', paymentType: 'card' },
      payment: { stripeCustomerId: 'cus_9', stripePaymentId: 'pi_9' },
    };
    await open({
      query: '?tab=payment',
      change: { consumerId: 'consumer_9' },
      extra: [withAttempts({}, { registration, ...elsewhere })],
    });
    expect(screen.getByRole('link', { name: 'Customer' }).getAttribute('href')).toMatch(/customers\/cus_9$/);
    expect(screen.getByRole('link', { name: 'Payment' }).getAttribute('href')).toMatch(/payments\/pi_9$/);
    tab('Registration');
    expect(valueOf('Form')).toBe('Public form');
    expect(screen.getByRole('img', { name: 'Signature of Ada King' })).toBeTruthy();
  });

  it('says a day that the form asked for as people write it [CLIENT-20]', async () => {
    const asked = [
      { id: 'born', kind: 'date', label: 'Date of birth', mandatory: false },
      { id: 'photo', kind: 'consent', label: 'Photographs', mandatory: false },
      { id: 'hat', kind: 'text', label: 'Hat', mandatory: false },
    ];
    const known = DOCUMENTS.find(({ _id }) => _id === 'form_1');
    const answers = { born: '1990-05-01', photo: 'yes', hat: '2027-05-01' };
    const registration = { amount: 100, currency: 'chf', rate: 100, vat: 0, formId: 'form_2', answers };
    await open({
      query: '?tab=consumer',
      change: { consumerId: 'consumer_9' },
      extra: [withAttempts({}, { registration }), { ...known, _id: 'form_2', questions: asked } as never],
    });
    expect(['Date of birth', 'Photographs', 'Hat'].map(valueOf)).toEqual([
      'May 1, 1990',
      'Yes',
      '2027-05-01',
    ]);
  });

  it('messages: every attempt with method, date, number and reason [CLIENT-28]', async () => {
    await open({ query: '?tab=notifs' });
    expect(screen.getByText(/SMS · January 5, 2026 .* · Attempt 1/)).toBeTruthy();
    expect(screen.getByText('No phone number provided')).toBeTruthy();
    expect(screen.getByText('Welcome')).toBeTruthy();
  });

  const attempt = (more: object) => ({
    ...{ ok: false, error: null, errorCode: null, date: T, message: null, url: null },
    ...more,
  });
  const withAttempts = (notifs: object, more: object = {}) => ({
    ...{ _id: 'consumer_9', type: 'consumer', date: T, status: 'registered', paymentType: 'none' },
    ...{ notifMethod: 'sms', metadata: {}, person: { forename: 'Ada', surname: 'King', phone: '+41 79 1' } },
    notifs,
    ...more,
  });

  it('messages: what is being sent again says so, and that somebody wants no news is noted and taken back', async () => {
    const notifs = { notif_1: [attempt({ error: '21211', errorCode: 21_211 })] };
    const underway = [
      {
        ...{ notifId: 'notif_1', consumerId: 'consumer_9', attempt: 2, dueAt: T },
        failed: { error: 'provider_down', errorCode: null },
      },
    ];
    const optedOut = new Set<string>();
    const messages = {
      services: QUIET.services,
      underway: async () => ({ ok: true, value: underway }),
      optOuts: async () => ({ ok: true, value: new Set(optedOut) }),
      setOptOut: async (_event: string, [address = '']: string[], isOut: boolean) => {
        if (isOut) optedOut.add(address.replaceAll(' ', ''));
        else optedOut.clear();
        return { ok: true, value: null };
      },
    };
    await open({
      query: '?tab=notifs',
      extra: [
        withAttempts(notifs, { person: { forename: 'Ada', surname: 'King', phone: '+41 79 123 45 67' } }),
      ],
      change: { consumerId: 'consumer_9' },
      server: { messages } as unknown as Partial<AppData>,
    });
    expect(
      await screen.findByText(/^The provider could not take the message. It is tried again on/),
    ).toBeTruthy();
    expect(screen.getByText('Waiting')).toBeTruthy();
    expect(button('Send again')).toBeNull();
    const wantsNone = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Wants no news/ });
    await waitFor(() => expect(wantsNone().disabled).toBe(false));
    fireEvent.click(wantsNone());
    await waitFor(() => expect([wantsNone().checked, ...optedOut]).toEqual([true, '+41791234567']));
    fireEvent.click(wantsNone());
    await waitFor(() => expect([wantsNone().checked, ...optedOut]).toEqual([false]));
  });

  it('messages: the provider’s log of an SMS, resending that asks where they have it, and a PDF of each [CLIENT-29] [CLIENT-30] [CLIENT-31] [NOTIF-21]', async () => {
    const url = 'https://console.twilio.com/us1/monitor/logs/sms/SM1';
    const ran: string[] = [];
    const messages = {
      services: QUIET.services,
      run: async (id: string) => {
        ran.push(id);
        return { ok: true, value: { queued: 1 } };
      },
      underway: async () => ({ ok: true, value: [] }),
      optOuts: async () => ({ ok: true, value: new Set() }),
    };
    const { scene } = await open({
      query: '?tab=notifs',
      extra: [withAttempts({ notif_1: [attempt({ ok: true, message: 'Welcome', url })] })],
      change: { consumerId: 'consumer_9' },
      server: { messages } as unknown as Partial<AppData>,
    });
    expect(screen.getByRole('link', { name: 'Provider log' }).getAttribute('href')).toBe(url);
    expect(button('Download as PDF')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/has it already/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(ran).toEqual(['gala']));
    const stored = await scene.pouch.get('notif_1');
    expect(stored).toMatchObject({ resendConsumerIds: ['consumer_9'] });
  });

  it('messages: a host neither sends again nor saves one', async () => {
    await open({
      query: '?tab=notifs',
      role: 'host',
      extra: [withAttempts({ notif_1: [attempt({ ok: true })] })],
      change: { consumerId: 'consumer_9' },
    });
    expect([button('Send again'), button('Download as PDF')]).toEqual([null, null]);
  });

  it.each([
    ['ERROR-01', { error: 'disabled' }, 'Service not configured'],
    ['ERROR-02', { error: 'misconfigured' }, 'Service misconfigured'],
    ['ERROR-03', { error: 'missing_email' }, 'No email address provided'],
    ['ERROR-04', { error: 'missing_template' }, 'Missing template'],
    ['ERROR-05', { error: 'missing_phone' }, 'No phone number provided'],
    ['ERROR-06', { error: 'refused', errorCode: 21211 }, 'Invalid phone number'],
    ['ERROR-07', { error: 'refused', errorCode: '30007' }, 'Error 30007 of the provider'],
    ['NOTIF-20', { error: 'undelivered' }, 'The provider could not deliver it and said no reason'],
  ])('[%s] %o is told as %s', async (id, told, words) => {
    await open({
      query: '?tab=notifs',
      extra: [withAttempts({ notif_1: [attempt(told)] })],
      change: { consumerId: 'consumer_9' },
    });
    const shown = screen.getByText(words);
    const link = id === 'ERROR-07' ? 'https://www.twilio.com/docs/api/errors/30007' : null;
    expect(shown.closest('a')?.getAttribute('href') ?? null).toBe(link);
  });

  it.each([
    ['invitation', { contents: { attachInvitation: true } }, 'Missing template (invitation)'],
    ['invoice', { contents: { attachInvoice: true } }, 'Missing template (invoice)'],
    [
      'one of both',
      { contents: { attachInvitation: true, attachInvoice: true } },
      'Missing template (invitation or invoice)',
    ],
    [
      // It said something else then.
      'of a message that was changed since',
      { contents: { attachInvoice: true }, metadata: { updatedAt: T + 86_400_000 } },
      'Missing template',
    ],
    ['WhatsApp', { notifMethod: 'whatsapp' }, 'Missing template (WhatsApp)'],
  ])('messages: tells which template was missing: %s [ERROR-04]', async (_, more, words) => {
    const sent = {
      ...{ _id: 'notif_7', type: 'notif', notifType: 'automatic', notifMethod: 'email' },
      ...{ sessionIds: null, resendConsumerIds: [], metadata: {} },
    };
    await open({
      query: '?tab=notifs',
      extra: [{ ...sent, ...more }, withAttempts({ notif_7: [attempt({ error: 'missing_template' })] })],
      change: { consumerId: 'consumer_9' },
    });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('files: listed for download; members can add one [CLIENT-32, CLIENT-33]', async () => {
    const file = { _id: 'file_1', type: 'file', name: 'Directions', metadata: {} };
    const view = await open({ query: '?tab=files', extra: [file] });
    expect(screen.getByRole('button', { name: 'Download “Directions” as PDF' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a file' }).getAttribute('href')).toBe('/document/new');
    view.unmount();
    await open({ query: '?tab=files', role: 'host' });
    expect(await screen.findByText(/Files are kept on the server, which does not answer/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add a file' })).toBeNull();
  });

  it('files: a light copy lists and fetches those of the server [CLIENT-32]', async () => {
    const asked: string[] = [];
    const saved = vi.fn<() => string>(() => 'blob:1');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
    const here = { _id: 'file_1', type: 'file', name: 'Directions', metadata: {} };
    await open({
      query: '?tab=files',
      extra: [here],
      server: {
        serverFiles: async () => ({ ok: true, value: [here, { _id: 'file_2', name: 'Agenda' }] }),
        async serverFile(eventId, fileId) {
          asked.push(`${eventId} ${fileId}`);
          return asked.length === 1
            ? { ok: true, value: new Blob(['%PDF-']) }
            : { ok: false, error: { code: 'not_found' } };
        },
      },
    });
    const agenda = await screen.findByRole('button', { name: 'Download “Agenda” as PDF' });
    const names = screen
      .getAllByRole('button', { name: /^Download/ })
      .map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['Download “Agenda” as PDF', 'Download “Directions” as PDF']);
    fireEvent.click(agenda);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(asked).toEqual(['gala file_2']);
    fireEvent.click(agenda);
    expect(await screen.findByText('This file is no longer there.')).toBeTruthy();
    expect(saved).toHaveBeenCalledOnce();
  });

  it.each([
    ['AbortError', 0],
    ['NoModificationAllowedError', 1],
  ])('files: where the browser answers %s, it is told or not [ERROR-20, ERROR-22]', async (name, told) => {
    const here = { _id: 'file_1', type: 'file', name: 'Directions', metadata: {} };
    const picker = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException('in use', name)));
    Object.assign(window, { showSaveFilePicker: picker });
    await open({
      query: '?tab=files',
      extra: [here],
      server: {
        serverFiles: async () => ({ ok: true, value: [] }),
        serverFile: async () => ({ ok: true, value: new Blob(['%PDF-']) }),
      },
    });
    const download = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Download “Directions” as PDF',
    });
    fireEvent.click(download);
    await waitFor(() => expect(picker).toHaveBeenCalledOnce());
    await waitFor(() => expect(download.disabled).toBe(false));
    expect(screen.queryAllByText('An error occured')).toHaveLength(told);
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });
});
