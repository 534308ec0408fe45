import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { User } from '#domain/documents/user.ts';
import { err, ok } from '#domain/result.ts';
import { createCell } from '#data/signal.ts';
import type { AppData } from '#data/types.ts';
import { centralEvent, showScreen } from '#hooks/testing/screen.tsx';
import { AccessPage } from './AccessPage.tsx';
import { UserAccessPage } from './UserAccessPage.tsx';
import { UserCreationPage } from './UserCreationPage.tsx';

const user = (username: string, role: User['role']): User => ({
  ...{ _id: `id-${username}`, type: 'user', username, role, metadata: {} },
});
const USERS = [user('zoe', 'host'), user('ben', 'member'), user('boss', 'manager'), user('gone', 'disabled')];
const EVENTS = [centralEvent('gala', 'Gala', ['id-zoe']), centralEvent('talk', 'Glacier talk')];

const open = (screenOf: ReactElement, path: string, at: string, data: Partial<AppData> = {}) =>
  showScreen({
    screen: screenOf,
    path,
    at,
    events: EVENTS,
    data: { users: async () => ok(USERS), ...data },
  });

describe('access list', () => {
  it('shows users with their role, but no managers, and leads to each [ACCESS-01, ACCESS-02, ACCESS-04]', async () => {
    const { path } = await open(<AccessPage />, '/access', '/access');
    await screen.findByText('zoe');
    expect(screen.queryByText('boss')).toBeNull();
    const text = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(text).toEqual(['Bben'.concat('User0 events'), 'GgoneDisabled0 events', 'ZzoeHost1 event']);
    fireEvent.click(screen.getByText('zoe'));
    await waitFor(() => expect(path()).toBe('/access/id-zoe'));
  });

  it('is searched by username [ACCESS-03]', async () => {
    await open(<AccessPage />, '/access', '/access');
    await screen.findByText('zoe');
    fireEvent.change(screen.getByLabelText('Search users'), { target: { value: 'zo' } });
    await waitFor(() => expect(screen.queryByText('ben')).toBeNull());
    expect(screen.getByText('zoe')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search users'), { target: { value: 'nobody' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('ben')).toBeTruthy();
  });

  it('says that it needs the server', async () => {
    await open(<AccessPage />, '/access', '/access', { users: async () => err({ code: 'offline' }) });
    expect(
      await screen.findByText('The list of users is kept on the server and needs a connection.'),
    ).toBeTruthy();
  });
});

describe('access of one user', () => {
  const at = '/access/id-zoe';
  const show = (setAuthorizations: AppData['setAuthorizations'] = async () => ok(null)) =>
    open(<UserAccessPage />, '/access/:userId', at, { setAuthorizations });

  it('adds and removes events, searches them, and saves [ACCESS-05, ACCESS-06, ACCESS-07, ACCESS-09]', async () => {
    const saved = vi.fn<AppData['setAuthorizations']>(async () => ok(null));
    const { path } = await show(saved);
    await screen.findByText('Access rights of zoe');
    fireEvent.change(screen.getByLabelText('Search events'), { target: { value: 'nothing' } });
    expect(await screen.findByText('Nothing found.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search events'), { target: { value: 'glac' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Add access to “Glacier talk”' }));
    fireEvent.change(screen.getByLabelText('Search events'), { target: { value: '' } });
    fireEvent.click(screen.getByLabelText('Remove'));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove access to “Gala”' }));
    expect(screen.getByText('2 changes to save')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(path()).toBe('/access'));
    expect(saved).toHaveBeenCalledWith('id-zoe', [
      ['talk', true],
      ['gala', false],
    ]);
  });

  it('of somebody who was just created is not said that they are gone, while an older list is known [USER-05]', async () => {
    const anna = user('anna', 'host');
    let answer: (users: User[]) => void = () => undefined;
    const users = vi.fn<AppData['users']>(
      () => new Promise((resolve) => (answer = (all) => resolve(ok(all)))),
    );
    users.mockResolvedValueOnce(ok(USERS));
    const Both = () => {
      const [left, setLeft] = useState(false);
      return (
        <>
          {left ? <UserAccessPage /> : <AccessPage />}
          <button onClick={() => setLeft(true)}>on</button>
        </>
      );
    };
    await open(<Both />, '/access/:userId', '/access/id-anna', { users });
    await screen.findByText('zoe');
    fireEvent.click(screen.getByText('on'));
    expect(screen.queryByText('This user is not there any more.')).toBeNull();
    answer([...USERS, anna]);
    expect(await screen.findByText('Access rights of anna')).toBeTruthy();
  });

  it('says of an unknown user that there is none', async () => {
    await open(<UserAccessPage />, '/access/:userId', '/access/id-nobody');
    expect(await screen.findByText('This user is not there any more.')).toBeTruthy();
  });

  it('keeps the keyboard in the list, and has what is not saved asked about before the page is left', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const ball = centralEvent('ball', 'Ball');
    await open(<UserAccessPage />, '/access/:userId', at, { events: createCell([...EVENTS, ball]) });
    const first = await screen.findByRole('button', { name: 'Add access to “Glacier talk”' });
    expect(asks()).toBe(false);
    first.focus();
    fireEvent.keyDown(first, { key: 'Enter' });
    fireEvent.click(first);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add access to “Ball”' })),
    );
    expect(asks()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(asks()).toBe(false);
  });

  it('asks before another page of the app throws away what is not saved', async () => {
    const { path, router } = await show(async () => ok(null));
    fireEvent.click(await screen.findByRole('button', { name: /Add access/ }));
    const leaves = () => act(() => void router.navigate('/users/new'));
    leaves();
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(path()).toBe(at);
    expect(screen.getByText('One change to save')).toBeTruthy();
    leaves();
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(path()).toBe('/users/new'));
  });

  it('saves nothing of an event that somebody deletes meanwhile: for it the server refuses all [ACCESS-08]', async () => {
    const saved = vi.fn<AppData['setAuthorizations']>(async () => ok(null));
    const events = createCell<readonly CentralEvent[]>(EVENTS);
    await open(<UserAccessPage />, '/access/:userId', at, { events, setAuthorizations: saved });
    fireEvent.click(await screen.findByRole('button', { name: /Add access/ }));
    fireEvent.click(screen.getByLabelText('Remove'));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove access to “Gala”' }));
    act(() => events.set(EVENTS.filter(({ id }) => id !== 'talk')));
    expect(screen.getByText('One change to save')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveBeenCalledWith('id-zoe', [['gala', false]]));
  });

  it('takes everything back with Reset; a failed Save says why and stays [ACCESS-08]', async () => {
    const { path } = await show(async () => err({ code: 'offline' }));
    fireEvent.click(await screen.findByRole('button', { name: /Add access/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/No connection to the server/)).toBeTruthy();
    expect(path()).toBe(at);
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByText('Nothing to save')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Add access/ })).toBeTruthy();
  });
});

describe('user creation', () => {
  const show = (createUser: AppData['createUser']) =>
    open(<UserCreationPage />, '/users/new', '/users/new', { createUser });
  const fill = (name: string, value: string) =>
    fireEvent.change(document.querySelector(`[name="${name}"]`) as HTMLElement, { target: { value } });
  const fillAll = (username = 'anna', password = 'Secret1', confirmation = password) => {
    fill('username', username);
    fill('password', password);
    fill('confirmation', confirmation);
  };
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create user' }));

  it('has role, username, password, confirmation and the note; host is the default [USER-01, USER-02, USER-06]', async () => {
    await show(async () => ok({ id: 'new' }));
    const role = screen.getByLabelText<HTMLSelectElement>(/Role/);
    expect(role.value).toBe('host');
    expect([...role.options].map(({ value }) => value)).toEqual(['manager', 'member', 'host']);
    expect(screen.getByText(/letters only.*at least 6 characters/)).toBeTruthy();
    const fields = ['Username', 'Password', 'Confirm the password'].map((label) =>
      screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' }),
    );
    expect(fields.map(({ name, required }) => [name, required])).toEqual([
      ['username', true],
      ['password', true],
      ['confirmation', true],
    ]);
    expect(screen.getByRole('button', { name: 'Create user' })).toBeTruthy();
  });

  it('waits a second, shows that it is busy, then leads to the access page [USER-05, USER-07, USER-08]', async () => {
    const createUser = vi.fn<AppData['createUser']>(async () => ok({ id: 'new' }));
    const { path } = await show(createUser);
    fillAll();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    submit();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create user' }).dataset['loading']).toBe('true'),
    );
    expect(createUser).not.toHaveBeenCalled();
    await waitFor(() => expect(path()).toBe('/access/new'));
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 1000);
    timers.mockRestore();
    expect(createUser).toHaveBeenCalledWith({ username: 'anna', password: 'Secret1', role: 'host' });
  });

  it('leads to Home for a manager [USER-04]', async () => {
    const { path } = await show(async () => ok({ id: 'new' }));
    fillAll();
    fill('role', 'manager');
    submit();
    await waitFor(() => expect(path()).toBe('/'));
  });

  it('says what is missing or wrong at the fields [VALID-55, VALID-56, VALID-57]', async () => {
    await show(async () => ok({ id: 'new' }));
    submit();
    expect(await screen.findAllByText('Please fill in this field.')).toHaveLength(3);
    fillAll('anna1', 'secret');
    submit();
    expect(await screen.findByText('Please use the letters A to Z only, without accents.')).toBeTruthy();
    expect(screen.getByText('At least 6 characters, with one capital letter and one digit.')).toBeTruthy();
  });

  it('says that the confirmation differs [VALID-58, ERROR-14]', async () => {
    const createUser = vi.fn<AppData['createUser']>(async () => ok({ id: 'new' }));
    await show(createUser);
    fillAll('anna', 'Secret1', 'Secret2');
    submit();
    expect(await screen.findByText('Password confirmation error')).toBeTruthy();
    expect(createUser).not.toHaveBeenCalled();
  });

  it.each([
    [{ code: 'already_exists' } as const, 'Username already exists'],
    [
      { code: 'unknown', message: 'disk on fire' } as const,
      'The user could not be created: An error occured',
    ],
  ])('shows a failure in its line: %j [USER-03, ERROR-15, ERROR-25]', async (failure, words) => {
    const { path } = await show(async () => err(failure));
    fillAll();
    (document.activeElement as HTMLElement).blur();
    submit();
    await waitFor(() => expect(screen.getByText(words)).toBeTruthy());
    expect(path()).toBe('/users/new');
    const name = screen.getByLabelText(/Username/);
    expect(document.activeElement === name).toBe(failure.code === 'already_exists');
    // It says nothing of another name.
    fireEvent.change(name, { target: { value: 'anne' } });
    expect(screen.queryByText(words)).toBeNull();
  });
});
