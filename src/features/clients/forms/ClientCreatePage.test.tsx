import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '#domain/config.ts';
import { ClientCreatePage } from './ClientCreatePage.tsx';
import { client, openScene, PLAN, session, show } from '../testing/scene.tsx';

const DOCUMENTS = [
  session('dinner', 'Dinner', {
    status: 'ongoing',
    plan: PLAN,
    clients: [
      { clientId: 'client_1', checkInTime: null, placement: { tableId: 'a', seatIndex: 1 }, updatedTime: 1 },
    ],
  }),
  session('ball', 'Ball'),
  session('old', 'Old ball', { status: 'archived' }),
  client('1', 'Lovelace', { number: 'A-01' }),
];
const PATH = '/event/:eventId/client/new';

// Before, not after: a form that is taken down keeps its draft.
beforeEach(() => localStorage.clear());

async function open(language: Language = 'en', more: readonly { _id: string }[] = []) {
  const scene = await openScene({ documents: [...DOCUMENTS, ...more] });
  const at = '/event/gala/client/new';
  const view = await show({ scene, path: PATH, at, screen: <ClientCreatePage />, language });
  return { ...view, scene };
}
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create client' }));
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
function fill(more: Record<string, string> = {}) {
  for (const [label, value] of Object.entries({ Forename: 'Mary', Surname: 'Shelley', ...more })) {
    type(new RegExp(`^${label}`), value);
  }
}

describe('client creation', () => {
  it('has an event selector, the ways to import and paste, and its three blocks [CREATE-01, CREATE-02, CREATE-03]', async () => {
    await open();
    expect((screen.getByRole('combobox', { name: 'Event' }) as HTMLInputElement).value).toBe('Gala gala');
    expect(screen.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe(
      '/event/gala/client/import',
    );
    expect(screen.getByRole('link', { name: 'Paste rows' }).getAttribute('href')).toBe(
      '/event/gala/client/new?paste',
    );
    for (const name of ['Details', 'Address', 'Registration']) screen.getByRole('heading', { name });
  });

  it('leads to the form of the event that is selected [CREATE-01]', async () => {
    const scene = await openScene({ documents: DOCUMENTS });
    const spring = await openScene({ eventId: 'spring', documents: [] });
    const at = '/event/gala/client/new';
    const { router } = await show({ scene, path: PATH, at, screen: <ClientCreatePage />, others: [spring] });
    fireEvent.click(screen.getByRole('combobox', { name: 'Event' }));
    const [other] = await screen.findAllByRole('option', { name: 'Gala spring', hidden: true });
    fireEvent.click(other as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/event/spring/client/new'));
  });

  it('offers sessions that are not archived; submit waits for a tick [CREATE-04, CREATE-05]', async () => {
    await open();
    expect(screen.queryByRole('checkbox', { name: 'Old ball' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Create client' }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    expect(screen.getByText('Tick at least one session.')).toBeTruthy();
    tick('Ball');
    expect(button.disabled).toBe(false);
  });

  it('asks for forename and surname in their pattern, and goes to the first error [VALID-07]', async () => {
    const { container } = await open();
    tick('Ball');
    submit();
    expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(2);
    expect(document.activeElement?.getAttribute('name')).toBe('forename');
    fill({ Forename: 'Ma<ry' });
    submit();
    expect(await screen.findByText(/letters, spaces, hyphens/)).toBeTruthy();
    expect(container.querySelector('[name=forename]')?.getAttribute('aria-invalid')).toBe('true');
  });

  it('says at the notes that they hold a sign of another program that is no text [VALID-01, VALID-04]', async () => {
    const { scene } = await open();
    tick('Ball');
    // As presentations break lines.
    fill({ Notes: 'Aisle seat\u000bNo stairs' });
    submit();
    expect(await screen.findByText('This text contains characters that cannot be used.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('name')).toBe('notes');
    type(/^Notes/, 'Aisle seat\nNo stairs');
    expect(screen.queryByText(/characters that cannot be used/)).toBeNull();
    expect(scene.store.clients().size).toBe(1);
  });

  it('takes a phone number as lists of contacts and web pages have it [VALID-06]', async () => {
    const { scene } = await open();
    tick('Ball');
    fill({ Phone: ' \u202A+41\u00A079 123\u201145\u201167\u202C ' });
    submit();
    await screen.findByRole('link', { name: 'Open client' });
    const made = [...scene.store.clients().values()].find(({ surname }) => surname === 'Shelley');
    expect(made?.phone).toBe('+41 79 123-45-67');
  });

  it('shows what is wrong with e-mail and phone', async () => {
    await open();
    tick('Ball');
    fill({ 'E-mail': 'nobody', Phone: '12' });
    submit();
    expect(await screen.findByText(/e-mail address such as/)).toBeTruthy();
    expect(screen.getByText(/international form/)).toBeTruthy();
  });

  it('has fixed lists for category and language, both set [VALID-08]', async () => {
    await open();
    expect((screen.getByRole('combobox', { name: /Category/ }) as HTMLInputElement).value).toBe('Individual');
    expect((screen.getByRole('combobox', { name: /Language/ }) as HTMLInputElement).value).toBe('English');
  });

  it('says that a number is taken, at the field [VALID-09, ERROR-10]', async () => {
    await open();
    tick('Ball');
    fill({ Number: 'A-01' });
    submit();
    expect(await screen.findByText('Code already exists.')).toBeTruthy();
    expect(document.activeElement?.getAttribute('name')).toBe('number');
    type(/^Number/, 'A-02');
    expect(screen.queryByText('Code already exists.')).toBeNull();
  });

  it.each([
    ['9', '', 'table', 'Invalid number.', '[VALID-15, ERROR-11]'],
    ['1', '5', 'seat', 'Invalid number.', '[VALID-16, ERROR-11]'],
    ['1', '2', 'seat', 'Occupied seat.', '[VALID-17, ERROR-12]'],
  ])('table %s, seat “%s”: the %s says “%s” %s', async (tableNumber, seat, field, words) => {
    const { scene } = await open();
    tick('Dinner');
    fill();
    type('Table', tableNumber);
    if (seat !== '') type('Seat', seat);
    submit();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(document.activeElement?.getAttribute('name')).toBe(`${field}-session_dinner`);
    expect(scene.store.clients().size).toBe(1);
  });

  it('a seat is allowed only with a table; a check-in time only for an ongoing session [VALID-18, CREATE-06, CREATE-07]', async () => {
    await open('en', [session('brunch', 'Brunch', { plan: PLAN })]);
    tick('Dinner');
    tick('Ball');
    const seat = screen.getByLabelText('Seat') as HTMLInputElement;
    expect(seat.disabled).toBe(true);
    type('Table', '1');
    expect(seat.disabled).toBe(false);
    type('Seat', '3');
    type('Table', '');
    expect(seat.value).toBe('');
    // One of each: Ball has neither a plan nor begun.
    expect(screen.getAllByLabelText('Table')).toHaveLength(1);
    expect(screen.getAllByLabelText(/Check-in time: Hours/)).toHaveLength(1);
    // Brunch has a plan, but has not begun.
    tick('Brunch');
    expect(screen.getAllByLabelText('Table')).toHaveLength(2);
    expect(screen.getAllByLabelText(/Check-in time: Hours/)).toHaveLength(1);
  });

  it('creates the client, says so with a link to it, and begins anew [CREATE-08, CREATE-09]', async () => {
    const { scene } = await open();
    tick('Dinner');
    fill({ Street: 'Lake Road 1', City: 'Geneva' });
    type('Table', '2');
    type('Seat', '1');
    submit();
    const link = await screen.findByRole('link', { name: 'Open client' });
    const made = [...scene.store.clients().values()].find(({ surname }) => surname === 'Shelley');
    expect(link.getAttribute('href')).toBe(`/event/gala/client/${made?._id.slice(7)}`);
    within(screen.getAllByRole('status')[0] as HTMLElement).getByText(/Mary Shelley was created\./);
    const entry = scene.store
      .session('session_dinner')
      ?.clients.find(({ clientId }) => clientId === made?._id);
    expect(entry?.placement).toEqual({ tableId: 'b', seatIndex: 0, onTable: false });
    expect(scene.store.consumers().get(made?.consumerId ?? '')?.address?.city).toBe('Geneva');
    expect((screen.getByLabelText(/^Forename/) as HTMLInputElement).value).toBe('');
    expect((screen.getByRole('checkbox', { name: 'Dinner' }) as HTMLInputElement).checked).toBe(false);
  });

  it('for a session: ticked from the start; an archived one leads to its page [CREATE-10]', async () => {
    const scene = await openScene({ documents: DOCUMENTS });
    const path = '/event/:eventId/session/:sessionId/client/new';
    const view = await show({
      scene,
      path,
      at: '/event/gala/session/ball/client/new',
      screen: <ClientCreatePage />,
    });
    expect((screen.getByRole('checkbox', { name: 'Ball' }) as HTMLInputElement).checked).toBe(true);
    view.unmount();
    const { router } = await show({
      scene,
      path,
      at: '/event/gala/session/old/client/new',
      screen: <ClientCreatePage />,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/event/gala/session/old'));
  });

  it('speaks French', async () => {
    await open('fr');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Dinner' }));
    type(/^Prénom/, 'Mary');
    type(/^Nom \*/, 'Shelley');
    type('Table', '9');
    fireEvent.click(screen.getByRole('button', { name: 'Créer le client' }));
    expect(await screen.findByText('Numéro non valable.')).toBeTruthy();
    type('Table', '1');
    type('Place', '2');
    fireEvent.click(screen.getByRole('button', { name: 'Créer le client' }));
    expect(await screen.findByText('Place occupée.')).toBeTruthy();
  });
});
