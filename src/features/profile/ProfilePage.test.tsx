import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '#domain/result.ts';
import type { AppData } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { ProfilePage } from './ProfilePage.tsx';

/** What was done, in its order; nobody waits here. */
const order = vi.hoisted(() => [] as string[]);
vi.mock('#ui/platform/wait.ts', () => ({ wait: async (ms: number) => void order.push(`wait ${ms}`) }));

const ACCOUNTS: Partial<AppData['accounts']> = {
  logins: async () => ok([]),
  ownCodes: async () => ok({ ok: true, since: null, recoveryLeft: 0, required: false, codesFirst: false }),
};
const open = (data: Partial<AppData> = {}) =>
  showScreen({
    screen: <ProfilePage />,
    path: '/user',
    data: { accounts: ACCOUNTS as AppData['accounts'], ...data },
    user: { username: 'anna', role: 'member', phone: '+41 79 123 45 67' },
  });
const fill = (name: string, value: string) =>
  fireEvent.change(document.querySelector(`[name="${name}"]`) as HTMLElement, { target: { value } });
const passwords = (current: string, updated: string, confirmation = updated) => {
  fill('current', current);
  fill('updated', updated);
  fill('confirmation', confirmation);
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
};
const savePhone = (phone: string) => {
  fill('phone', phone);
  fireEvent.click(screen.getByRole('button', { name: 'Save phone number' }));
};

describe('profile', () => {
  it('shows role and username [PROFILE-01]', async () => {
    await open();
    expect(screen.getByText('anna')).toBeTruthy();
    expect(screen.getByText('User')).toBeTruthy();
  });

  it('changes the password after 300 ms and says so [PROFILE-02, PROFILE-04, PROFILE-06]', async () => {
    const changePassword = vi.fn<AppData['changePassword']>(async () => {
      order.push('send');
      return ok(null);
    });
    await open({ changePassword });
    order.length = 0;
    passwords('Old1Old', 'Secret1');
    expect(await screen.findByText('Your password was changed.')).toBeTruthy();
    expect(order).toEqual(['wait 300', 'send']);
    expect(changePassword).toHaveBeenCalledWith('Old1Old', 'Secret1');
    expect(document.querySelector<HTMLInputElement>('[name="current"]')?.value).toBe('');
  });

  it('says at the current password that it is wrong [ERROR-16]', async () => {
    await open({ changePassword: async () => err({ code: 'invalid_password' }) });
    passwords('Wrong1', 'Secret1');
    // At the field, and in the form's own line.
    await waitFor(() => expect(screen.getAllByText('Invalid password')).toHaveLength(2));
    const current = document.querySelector<HTMLInputElement>('[name="current"]');
    expect(document.activeElement).toBe(current);
    const described = current?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Invalid password');
  });

  it('checks the passwords before anything is sent [VALID-59, VALID-60]', async () => {
    const changePassword = vi.fn<AppData['changePassword']>(async () => ok(null));
    await open({ changePassword });
    passwords('', 'secret');
    expect(await screen.findByText('Please fill in this field.')).toBeTruthy();
    expect(screen.getByText('At least 6 characters, with one capital letter and one digit.')).toBeTruthy();
    passwords('Old1Old', 'Secret1', 'Secret2');
    expect(await screen.findByText('Password confirmation error')).toBeTruthy();
    expect(changePassword).not.toHaveBeenCalled();
  });

  it('saves a phone number, and null for an empty one, with its own line [PROFILE-03, PROFILE-05, VALID-62]', async () => {
    const changePhone = vi.fn<AppData['changePhone']>(async () => ok(null));
    await open({ changePhone });
    savePhone('');
    expect(await screen.findByText('Your phone number was saved.')).toBeTruthy();
    expect(changePhone).toHaveBeenCalledWith(null);
    changePhone.mockResolvedValueOnce(err({ code: 'offline' }));
    savePhone('+41 21 000 00 00');
    expect(await screen.findByText(/No connection to the server/)).toBeTruthy();
    expect(screen.queryByText('Your phone number was saved.')).toBeNull();
  });

  it('refuses a phone number of another form [VALID-61]', async () => {
    const changePhone = vi.fn<AppData['changePhone']>(async () => ok(null));
    await open({ changePhone });
    savePhone('079 123');
    expect(await screen.findByText(/international form/)).toBeTruthy();
    expect(changePhone).not.toHaveBeenCalled();
  });
});
