import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ClientUpdatePage } from '../forms/ClientUpdatePage.tsx';
import { client, openScene, show } from '../testing/scene.tsx';
import { ClientPage } from './ClientPage.tsx';

const T = Date.UTC(2026, 0, 5, 9);
const ada = { forename: 'Ada', surname: 'Kingg' };
const address = { name: 'Ada Kingg', street: 'Quai 1', zip: '1201', city: 'Genève', country: '' };
const invoice = { kind: 'invoice', index: 6, number: 'GL0007', issuedAt: T, currency: 'chf', total: 8648 };

beforeEach(() => localStorage.clear());

/** Corrects the guest's surname in the form, and opens the guest's page. */
async function correct(consumer: object, also: Record<string, string> = {}) {
  const documents = [
    client('1', 'Kingg', { consumerId: 'consumer_1' }),
    {
      ...{ _id: 'consumer_1', type: 'consumer', date: T, status: 'registered', paymentType: 'transfer' },
      ...{ notifMethod: 'email', notifs: {}, metadata: {}, address },
      registration: { amount: 8000, currency: 'chf', rate: 100, vat: 810 },
      ...consumer,
    },
  ];
  const scene = await openScene({ documents });
  const path = '/event/:eventId/client/:clientId';
  const form = { path: `${path}/update`, at: '/event/gala/client/1/update' };
  const shown = await show({ scene, ...form, screen: <ClientUpdatePage /> });
  fireEvent.change(screen.getByLabelText(/Surname/), { target: { value: 'King' } });
  for (const [label, value] of Object.entries(also))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(scene.store.client('client_1')?.surname).toBe('King'));
  await waitFor(() => expect(shown.router.state.location.pathname).toBe('/before'));
  shown.unmount();
  await show({ scene, path, at: '/event/gala/client/1', screen: <ClientPage /> });
  return scene;
}

it('a corrected name is offered for the registration, then a new invoice; nothing changes by itself', async () => {
  const scene = await correct({ person: ada, invoiceIndex: 6, invoices: [invoice] });
  expect(screen.getByText(/still in the name of Ada Kingg\. Invoice GL0007 keeps the name/)).toBeTruthy();
  expect(scene.store.consumers().get('consumer_1')).toMatchObject({ person: ada });
  fireEvent.click(screen.getByRole('button', { name: 'Change it to Ada King' }));
  const line = await screen.findByText('Invoice GL0007 keeps the name Ada Kingg.');
  expect(scene.store.consumers().get('consumer_1')).toMatchObject({
    person: { forename: 'Ada', surname: 'King' },
    address: { ...address, name: 'Ada King' },
    invoices: [{ number: 'GL0007' }],
  });
  expect(scene.store.consumers().get('consumer_1')).not.toHaveProperty('invoiceCorrects');
  const row = within(line.parentElement as HTMLElement);
  fireEvent.click(row.getByRole('button', { name: 'Correct invoice' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Issue both' }));
  await waitFor(() => expect(screen.queryByText(/keeps the name/)).toBeNull());
  expect(scene.store.consumers().get('consumer_1')).toMatchObject({ invoiceCorrects: 6 });
});

it('a registration in another name is left alone, and nothing is said', async () => {
  await correct({ person: { forename: 'Lord', surname: 'Byron' }, invoiceIndex: 6, invoices: [invoice] });
  expect(screen.queryByText(/still in the name of|keeps the name/)).toBeNull();
});

it('whoever takes the place of the registration’s person gets its messages too', async () => {
  const scene = await correct({ person: { ...ada, email: '' } }, { 'E-mail': 'king@example.org' });
  const person = () => scene.store.consumers().get('consumer_1')?.person;
  expect(person()).toMatchObject({ ...ada, email: '' });
  fireEvent.click(screen.getByRole('button', { name: 'Change it to Ada King' }));
  await waitFor(() => expect(person()).toMatchObject({ surname: 'King', email: 'king@example.org' }));
});
