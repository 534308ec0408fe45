import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientUpdatePage } from './ClientUpdatePage.tsx';
import { client, openScene, session, show } from '../testing/scene.tsx';

const DOCUMENTS = [
  session('dinner', 'Dinner'),
  client('1', 'Lovelace', { number: 'A-01', title: 'mrs', notes: 'Aisle', phone: '+41 79 123 45 67' }),
  client('2', 'Hopper', { number: 'A-02' }),
];
const PATH = '/event/:eventId/client/:clientId/update';

// Before, not after: a form that is taken down keeps its draft.
beforeEach(() => localStorage.clear());

async function open(query = '', documents: readonly object[] = DOCUMENTS) {
  const scene = await openScene({ documents: documents as typeof DOCUMENTS });
  const at = `/event/gala/client/1/update${query}`;
  return { scene, ...(await show({ scene, path: PATH, at, screen: <ClientUpdatePage /> })) };
}
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const value = (name: RegExp) =>
  (
    screen.getByRole(/Title|Category|Language/.test(name.source) ? 'combobox' : 'textbox', {
      name,
    }) as HTMLInputElement
  ).value;
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('client update', () => {
  it('has every field, filled in [CLIENT-34]', async () => {
    await open();
    expect([/Title/, /Forename/, /Surname/, /Number/, /Company/].map(value)).toEqual([
      'Ms',
      'Ada',
      'Lovelace',
      'A-01',
      '',
    ]);
    expect([/Category/, /Language/, /E-mail/, /Phone/, /Notes/].map(value)).toEqual([
      ...['Individual', 'English', '', '+41 79 123 45 67', 'Aisle'],
    ]);
  });

  it('says where messages go: to the guest, or to whoever registered them', async () => {
    const registered = (person: object) =>
      [
        DOCUMENTS[0],
        client('1', 'Lovelace', { consumerId: 'consumer_1', email: 'ada@example.org' }),
        {
          ...{ _id: 'consumer_1', type: 'consumer', status: 'registered', paymentType: 'none' },
          ...{ notifMethod: 'email', notifs: {}, metadata: {}, person },
        },
      ] as readonly object[];
    const own = await open(
      '',
      registered({ forename: 'Ada', surname: 'Lovelace', email: 'ada@example.org' }),
    );
    expect(screen.getByText('Where messages and tickets are sent.')).toBeTruthy();
    own.unmount();
    await open('', registered({ forename: 'Lord', surname: 'Byron', email: 'byron@example.org' }));
    expect(
      screen.getByText('Messages and tickets of this registration go to Lord Byron, byron@example.org.'),
    ).toBeTruthy();
    expect(screen.queryByText('Where messages and tickets are sent.')).toBeNull();
  });

  it('saves and goes back [CLIENT-35]', async () => {
    const { scene, router } = await open();
    type(/Company/, 'Engines Ltd');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/before'));
    expect(scene.store.client('client_1')).toMatchObject({
      company: 'Engines Ltd',
      number: 'A-01',
      title: 'mrs',
    });
  });

  it('says that what is typed is not kept where the browser has no room, and asks before it is lost', async () => {
    await open();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      type(/Company/, 'Engines Ltd');
      expect(await screen.findByText(/no room to keep what is typed here/)).toBeTruthy();
      const leaving = new Event('beforeunload', { cancelable: true });
      dispatchEvent(leaving);
      expect(leaving.defaultPrevented).toBe(true);
    } finally {
      full.mockRestore();
    }
    type(/Company/, 'Engines');
    await waitFor(() => expect(screen.queryByText(/no room to keep what is typed here/)).toBeNull());
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
  });

  it('an emptied number says that it stays, and does', async () => {
    const { scene, router } = await open();
    type(/Number/, '');
    expect(screen.getByLabelText<HTMLInputElement>(/Number/).placeholder).toBe(
      'Left empty, it stays as it is.',
    );
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/before'));
    expect(scene.store.client('client_1')?.number).toBe('A-01');
  });

  it('leaves what somebody else saved meanwhile', async () => {
    const { scene, router } = await open();
    type(/Company/, 'Engines Ltd');
    await act(() =>
      scene.event.repository.updateClient('client_1', { phone: '+41 22 123 45 67', notes: '' }),
    );
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/before'));
    expect(scene.store.client('client_1')).toMatchObject({
      ...{ company: 'Engines Ltd', phone: '+41 22 123 45 67', notes: '' },
    });
  });

  it('keeps what was typed across a reload, over what somebody else saved meanwhile', async () => {
    const first = await open();
    type(/Company/, 'Engines Ltd');
    first.unmount();
    const scene = await openScene({ documents: DOCUMENTS });
    await scene.event.repository.updateClient('client_1', { phone: '+41 22 123 45 67' });
    await show({ scene, path: PATH, at: '/event/gala/client/1/update', screen: <ClientUpdatePage /> });
    expect(screen.getByText(/unsaved entries were restored/)).toBeTruthy();
    expect([/Company/, /Phone/, /Notes/].map(value)).toEqual(['Engines Ltd', '+41 22 123 45 67', 'Aisle']);
  });

  it('goes to the session that fromSession names [CLIENT-35]', async () => {
    const { router } = await open('?fromSession=dinner');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/event/gala/session/dinner'));
  });

  it('requires the names, and refuses a number of another client [VALID-07, VALID-09]', async () => {
    const { scene } = await open();
    for (const nothing of ['', ' \u00a0 ']) {
      type(/Surname/, 'King');
      type(/Surname/, nothing);
      save();
      expect(await screen.findByText('Please fill in this field.')).toBeTruthy();
    }
    type(/Surname/, 'King');
    type(/Number/, 'A-02');
    save();
    expect(await screen.findByText('Code already exists.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('name')).toBe('number');
    expect(scene.store.client('client_1')?.surname).toBe('Lovelace');
  });

  it('a client who is not there says so', async () => {
    const scene = await openScene({ documents: DOCUMENTS });
    await show({ scene, path: PATH, at: '/event/gala/client/none/update', screen: <ClientUpdatePage /> });
    expect(screen.getByText('This client is not there any more')).toBeTruthy();
  });
});
