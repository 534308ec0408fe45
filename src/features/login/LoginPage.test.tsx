import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';

async function scene(language: 'en' | 'fr' = 'en') {
  const data = fakeAppData({ role: null });
  const view = await renderApp(data, { path: '/login', language });
  const username = await screen.findByLabelText<HTMLInputElement>(
    language === 'en' ? 'Username' : 'Nom d’utilisateur',
  );
  const password = screen.getByLabelText<HTMLInputElement>(language === 'en' ? 'Password' : 'Mot de passe');
  return { data, ...view, username, password };
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = (field: HTMLElement) => fireEvent.submit(field.closest('form') as HTMLFormElement);

it('[LOGIN-01] [LOGIN-02] has username and password, and the focus starts on the username', async () => {
  const { username, password } = await scene();
  expect(document.activeElement).toBe(username);
  expect(password.type).toBe('password');
});

it('[VALID-54] asks for both before it calls the server, and goes to the first that is missing', async () => {
  const { data, username, password } = await scene();
  submit(username);
  expect(screen.getAllByText('Please fill in this field.')).toHaveLength(2);
  expect(document.activeElement).toBe(username);
  type(username, 'ada');
  expect(screen.getAllByText('Please fill in this field.')).toHaveLength(1);
  submit(username);
  expect(document.activeElement).toBe(password);
  expect(data.calls).toEqual([]);
});

it('[LOGIN-03] [ERROR-17] wrong credentials show inline, clear the password and move the focus to it', async () => {
  const { data, username, password } = await scene();
  data.fail('login', 'invalid_credentials');
  type(username, 'ada');
  type(password, 'wrong');
  submit(username);
  expect(await screen.findByText('Invalid username or password')).toBeTruthy();
  expect(password.value).toBe('');
  expect(document.activeElement).toBe(password);
  expect(username.value).toBe('ada');
});

it('[LOGIN-03] a wrong password is marked for who does not see it, by what says so, until another one is typed', async () => {
  const { data, username, password } = await scene();
  expect(password.getAttribute('aria-invalid')).toBeNull();
  submit(username);
  // Nothing was typed: the field says so itself.
  type(username, 'ada');
  submit(username);
  expect(password.getAttribute('aria-invalid')).toBe('true');
  data.fail('login', 'invalid_credentials');
  type(password, 'wrong');
  expect(password.getAttribute('aria-invalid')).toBeNull();
  submit(username);
  const told = await screen.findByRole('alert');
  await waitFor(() => expect(told.textContent).toBe('Invalid username or password'));
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(password.getAttribute('aria-describedby')).toBe(told.id);
  type(password, 'other');
  expect(password.getAttribute('aria-invalid')).toBeNull();
  expect(password.getAttribute('aria-describedby')).toBeNull();
});

it('[ERROR-18] [I18N-01] what the server returns of other errors is folded under words of ours', async () => {
  const { data, username, password } = await scene('fr');
  data.fail('login', { code: 'server_error', message: 'unknown: The door is closed on Sundays' });
  type(username, 'ada');
  type(password, 'Secret1');
  submit(username);
  const words = await screen.findByText(/^Une erreur est survenue sur le serveur/);
  expect(password.value).toBe('Secret1');
  const told = screen.getByText('unknown: The door is closed on Sundays').closest('details');
  expect(words.contains(told)).toBe(true);
  expect(told?.open).toBe(false);
});

it('[ERROR-18] without an answer it says so in words, and nothing of what the browser calls it', async () => {
  const { data, username, password } = await scene('fr');
  data.fail('login', { code: 'offline', message: 'TypeError: Failed to fetch' });
  type(username, 'ada');
  type(password, 'Secret1');
  submit(username);
  expect(await screen.findByText('Pas de connexion au serveur. Réessayez une fois en ligne.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('fetch');
});

it('[LOGIN-04] a login goes to Home', async () => {
  const { data, username, password, path } = await scene();
  type(username, ' ada ');
  type(password, ' Secret1 ');
  submit(username);
  await waitFor(() => expect(path()).toBe('/'));
  // Passwords may begin or end with spaces; usernames may not.
  expect(data.calls).toContainEqual(['login', 'ada', ' Secret1 ']);
});

it.each([
  ['#ABCD%20EFGH', 'ABCD EFGH'],
  ['#%', '%'],
])('the page that pairs a phone takes the code out of its address: %s', async (hash, code) => {
  await renderApp(fakeAppData({ role: null }), { path: `/pair${hash}` });
  expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe(code);
});
