import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AppData, ManagedUser } from '#data/types.ts';
import { err, ok } from '#domain/result.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { UserPage } from './UserPage.tsx';
import { UsersPage } from './UsersPage.tsx';

type Accounts = AppData['accounts'];

const user = (username: string, more: Partial<ManagedUser> = {}): ManagedUser => ({
  ...{ id: `id-${username}`, username, role: 'host', roleBefore: null },
  ...{ lastLogin: null, logins: 0, oneTimeUntil: null, codesSince: null },
  ...more,
});
const ZOE = user('zoe', { lastLogin: Date.UTC(2026, 5, 1, 12), logins: 2 });
const USERS = [
  ZOE,
  user('boss', { role: 'manager' }),
  user('gone', { role: 'disabled', roleBefore: 'member' }),
];
const LOGIN = {
  id: 'l1',
  device: 'iPhone · Safari',
  address: '192.0.2.7',
  since: 1,
  lastUse: 2,
  current: false,
};

const accounts = (more: Partial<Accounts>) =>
  ({
    ...{ users: async () => ok(USERS), logins: async () => ok([LOGIN]), codeRule: async () => ok([]) },
    ...more,
  }) as Accounts;
const list = (more: Partial<Accounts> = {}) =>
  showScreen({ screen: <UsersPage />, path: '/users', data: { accounts: accounts(more) } });
const one = (name: string, more: Partial<Accounts> = {}) =>
  showScreen({
    screen: <UserPage />,
    path: '/users/:userId',
    at: `/users/id-${name}`,
    data: { accounts: accounts(more) },
  });

describe('all users [USER-09]', () => {
  it('shows role and last login of each, and finds by name and role', async () => {
    await list();
    const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);
    await screen.findByText('zoe');
    expect(rows()).toHaveLength(3);
    expect(rows().find((row) => row?.includes('zoe'))).toMatch(/Host.*Last login.*2026.*2 devices/);
    expect(rows().find((row) => row?.includes('boss'))).toMatch(/Administrator.*Never logged in/);
    fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'disabled' } });
    expect(rows().join()).toContain('gone');
    expect(rows()).toHaveLength(1);
  });

  it('says that it needs the server', async () => {
    await list({ users: async () => err({ code: 'offline' }) });
    expect(await screen.findByText('Users are kept on the server: a connection is needed.')).toBeTruthy();
  });
});

describe('one user', () => {
  it('gets another role; of the last administrator it is said why not [USER-09]', async () => {
    const changeRole = vi.fn<Accounts['changeRole']>(async () => err({ code: 'last_manager' }));
    await one('boss', { changeRole });
    fireEvent.change(await screen.findByLabelText('Role'), { target: { value: 'host' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change role' }));
    expect(await screen.findByText(/This is the last administrator/)).toBeTruthy();
    expect(changeRole).toHaveBeenCalledWith('id-boss', 'host', 'manager');
  });

  it('is disabled after a question, and enabled with the role of before [USER-09]', async () => {
    const changeRole = vi.fn<Accounts['changeRole']>(async () => ok(null));
    const view = await one('zoe', { changeRole });
    fireEvent.click(await screen.findByRole('button', { name: 'Disable account' }));
    const dialog = await screen.findByRole('dialog');
    expect(changeRole).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Disable account' }));
    await waitFor(() => expect(changeRole).toHaveBeenCalledWith('id-zoe', 'disabled', 'host'));
    view.unmount();
    await one('gone', { changeRole });
    const role = await screen.findByLabelText<HTMLSelectElement>('Role after enabling');
    expect(role.value).toBe('member');
    fireEvent.click(screen.getByRole('button', { name: 'Enable account' }));
    await waitFor(() => expect(changeRole).toHaveBeenLastCalledWith('id-gone', 'member', 'disabled'));
  });

  it('gets a one-time password that is shown once [USER-10]', async () => {
    const resetPassword = vi.fn<Accounts['resetPassword']>(async () =>
      ok({ password: 'Once2026', expires: 1 }),
    );
    await one('zoe', { resetPassword });
    fireEvent.click(await screen.findByRole('button', { name: 'Reset password' }));
    const question = await screen.findByRole('dialog', { name: 'Reset the password of zoe?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Once2026')).toBeTruthy();
    const told = screen.getByRole('dialog', { name: 'One-time password of zoe' });
    fireEvent.click(within(told).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByText('Once2026')).toBeNull());
  });

  it('is logged out on one device, or on all [USER-11]', async () => {
    const endLogin = vi.fn<Accounts['endLogin']>(async () => ok(null));
    const endLogins = vi.fn<Accounts['endLogins']>(async () => ok({ ended: 2 }));
    await one('zoe', { endLogin, endLogins });
    fireEvent.click(await screen.findByRole('button', { name: /^Log out iPhone · Safari/ }));
    await waitFor(() => expect(endLogin).toHaveBeenCalledWith('id-zoe', 'l1'));
    fireEvent.click(await screen.findByRole('button', { name: 'Log out all devices' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Log out all devices' }));
    await waitFor(() => expect(endLogins).toHaveBeenCalledWith('id-zoe'));
  });
});
