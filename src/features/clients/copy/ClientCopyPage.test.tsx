import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ClientCopyPage } from './ClientCopyPage.tsx';
import { client, openScene, session, show } from '../testing/scene.tsx';

const PATH = '/event/:eventId/client/copy';

async function open(at = '/event/gala/client/copy?from=spring') {
  const scene = await openScene({
    documents: [session('dinner', 'Dinner'), session('old', 'Old ball', { status: 'archived' })],
  });
  const source = await openScene({
    eventId: 'spring',
    documents: [client('1', 'Lovelace'), client('2', 'Hopper'), client('3', 'Gone', { deletedAt: 5 })],
  });
  const view = await show({ scene, path: PATH, at, screen: <ClientCopyPage />, others: [source] });
  return { scene, ...view };
}

describe('client copy', () => {
  it('asks for the source and the target event [COPY-01]', async () => {
    const { router } = await open('/event/gala/client/copy');
    expect((screen.getByRole('combobox', { name: 'To event' }) as HTMLInputElement).value).toBe('Gala gala');
    expect(screen.getByText(/Choose the event to copy from/)).toBeTruthy();
    fireEvent.click(screen.getByRole('combobox', { name: 'From event' }));
    const [first] = await screen.findAllByRole('option', { name: 'Gala spring', hidden: true });
    fireEvent.click(first as HTMLElement);
    expect(await screen.findByText(/Lovelace Ada/)).toBeTruthy();
    expect(router.state.location.search).toBe('?from=spring');
  });

  it('searches and selects; offers no archived session and no deleted client [COPY-02, COPY-04]', async () => {
    await open();
    expect(await screen.findByText('Lovelace Ada')).toBeTruthy();
    expect(screen.queryByText(/Gone/)).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Old ball' })).toBeNull();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search clients' }), { target: { value: 'hop' } });
    await waitFor(() => expect(screen.queryByText('Lovelace Ada')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Select all shown' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('copies to the ticked sessions and goes to the event [COPY-03, COPY-05]', async () => {
    const { scene, router } = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Select all shown' }));
    const button = screen.getByRole('button', { name: 'Copy 2 clients' }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Dinner' }));
    fireEvent.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe('/event/gala'));
    expect(scene.store.counts('session_dinner').expected).toBe(2);
  });

  it('who was selected stays so when another target is chosen, whose page begins anew', async () => {
    const scene = await openScene({ documents: [session('dinner', 'Dinner')] });
    const ball = await openScene({ eventId: 'ball', documents: [session('ball', 'Ball')] });
    const spring = await openScene({
      eventId: 'spring',
      documents: [client('1', 'Lovelace'), client('2', 'Hopper')],
    });
    const screens = { path: PATH, screen: <ClientCopyPage /> };
    const at = '/event/gala/client/copy?from=spring';
    const first = await show({ ...screens, scene, at, others: [ball, spring] });
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Hopper/ }));
    fireEvent.click(screen.getByRole('combobox', { name: 'To event' }));
    const [, option] = await screen.findAllByRole('option', { name: 'Gala ball', hidden: true });
    fireEvent.click(option as HTMLElement);
    const { pathname, search } = first.router.state.location;
    expect(pathname + search).toBe('/event/ball/client/copy?from=spring');
    first.unmount();
    const second = await show({
      ...{ ...screens, scene: ball, others: [scene, spring] },
      at: pathname + search,
    });
    expect(await screen.findByText('1 selected')).toBeTruthy();
    second.unmount();
    // Whoever comes back later begins anew.
    await show({ ...screens, scene: ball, at: pathname + search, others: [scene, spring] });
    await screen.findByRole('checkbox', { name: /^Hopper/ });
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('offers nobody who was erased, and says so where that is everybody [COPY-02]', async () => {
    const erased = (id: string) => client(id, '–', { forename: '–', number: null, erasedAt: 5 });
    const scene = await openScene({ documents: [session('dinner', 'Dinner')] });
    const spring = await openScene({ eventId: 'spring', documents: [client('1', 'Hopper'), erased('2')] });
    const long = await openScene({ eventId: 'long', documents: [erased('1')] });
    const others = { scene, path: PATH, screen: <ClientCopyPage />, others: [spring, long] };
    const { unmount } = await show({ ...others, at: '/event/gala/client/copy?from=spring' });
    fireEvent.click(await screen.findByRole('button', { name: 'Select all shown' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(screen.queryByText(/–/)).toBeNull();
    unmount();
    await show({ ...others, at: '/event/gala/client/copy?from=long' });
    expect(
      await screen.findByText('The personal data of all clients of this event was erased.'),
    ).toBeTruthy();
  });

  it('says who is cancelled over there, and how many of those selected [COPY-02]', async () => {
    const scene = await openScene({ documents: [session('dinner', 'Dinner')] });
    const consumer = { ...{ _id: 'consumer_2', type: 'consumer', date: 5 }, status: 'canceled' };
    const documents = [
      client('1', 'Lovelace'),
      client('2', 'Hopper', { consumerId: 'consumer_2' }),
      consumer,
    ];
    const spring = await openScene({ eventId: 'spring', documents });
    const at = '/event/gala/client/copy?from=spring';
    await show({ scene, path: PATH, screen: <ClientCopyPage />, others: [spring], at });
    expect((await screen.findByRole('checkbox', { name: /^Hopper/ })).closest('li')?.textContent).toMatch(
      /Cancelled$/,
    );
    expect(screen.getAllByText('Cancelled')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Select all shown' }));
    expect(screen.getByText('2 selected, 1 of them cancelled')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Hopper/ }));
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('says when the source has nobody', async () => {
    const scene = await openScene({ documents: [session('dinner', 'Dinner')] });
    const empty = await openScene({ eventId: 'empty', documents: [] });
    const at = '/event/gala/client/copy?from=empty';
    await show({ scene, path: PATH, at, screen: <ClientCopyPage />, others: [empty] });
    expect(await screen.findByText('This event has no clients.')).toBeTruthy();
  });
});
