import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import { MASK } from '#domain/services/secrets.ts';
import type { AppData } from '#data/types.ts';
import { showScreen } from '#hooks/testing/screen.tsx';
import { ServicesPage } from './ServicesPage.tsx';

const open = (openUntil: number | null, language: 'en' | 'fr' = 'en') =>
  showScreen({
    screen: <ServicesPage />,
    path: '/event/:eventId/services',
    at: '/event/gala/services',
    language,
    data: {
      services: {
        read: () => Promise.resolve(ok({ _id: 'gala', payments: { key: MASK, secret: MASK } })),
        publicUrl: () => Promise.resolve(ok({ url: null })),
      } as unknown as AppData['services'],
      paymentTroubles: () =>
        Promise.resolve(ok({ open: openUntil === null ? 0 : 2, openUntil, troubles: [], lookedAt: [] })),
    },
  });

it.each([
  ['en', /^2 guests have pages to pay open at Stripe, until January 5, 2026.*is still read/],
  ['fr', /^2 personnes ont des pages de paiement ouvertes chez Stripe, jusqu’au 5 janvier 2026/],
] as const)('before other keys are saved, says what becomes of open pages: %s', async (language, words) => {
  await open(new Date(2026, 0, 5, 12).getTime(), language);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('says nothing of pages where none is open', async () => {
  await open(null);
  expect(await screen.findByLabelText(/Webhook secret/)).toBeTruthy();
  expect(screen.queryByText(/open at Stripe/)).toBeNull();
});

it('keeps how many mails a minute the provider allows, and changes it', async () => {
  const email = {
    email: 'gala@example.org',
    name: 'Gala',
    host: 'mail.example.org',
    port: 465,
    perMinute: 60,
  };
  const saved: unknown[] = [];
  const services = {
    read: () => Promise.resolve(ok({ _id: 'gala', email })),
    publicUrl: () => Promise.resolve(ok({ url: null })),
    saveSection: (_id: string, section: string, settings: object) => {
      saved.push([section, settings]);
      return Promise.resolve(ok({ _id: 'gala', email: settings }));
    },
  };
  const screens = { screen: <ServicesPage />, path: '/event/:eventId/services', at: '/event/gala/services' };
  await showScreen({ ...screens, data: { services: services as unknown as AppData['services'] } });
  const field = await screen.findByLabelText<HTMLInputElement>('E-mails a minute at most');
  expect(field.value).toBe('60');
  const save = async (count: number): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(count));
  };
  await save(1);
  expect(saved[0]).toMatchObject(['email', { perMinute: 60 }]);
  fireEvent.change(field, { target: { value: '' } });
  await save(2);
  expect(saved[1]).toMatchObject(['email', { perMinute: null }]);
});

it('says of a login that it was taken only where one was given', async () => {
  const email = { email: 'gala@example.org', name: 'Gala', host: 'mail.example.org', port: 25 };
  const services = {
    read: () => Promise.resolve(ok({ _id: 'gala', email })),
    publicUrl: () => Promise.resolve(ok({ url: null })),
    saveSection: (_id: string, _section: string, settings: object) =>
      Promise.resolve(ok({ _id: 'gala', email: settings })),
    checkEmail: () => Promise.resolve(ok(null)),
  };
  const screens = { screen: <ServicesPage />, path: '/event/:eventId/services', at: '/event/gala/services' };
  await showScreen({ ...screens, data: { services: services as unknown as AppData['services'] } });
  const check = await screen.findByRole('button', { name: 'Check the connection' });
  // Here a form is sent before React hears which button it was: the first press saves.
  fireEvent.click(check);
  fireEvent.click(check);
  expect(await screen.findByText(/no login was tried/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'gala' } });
  fireEvent.click(check);
  expect(await screen.findByText(/takes the login/)).toBeTruthy();
});

it.each([
  ['en', 'Nothing can be sent like this. Missing: Mail server, Port.', 'Missing: Auth token'],
  ['fr', 'Il manque : Serveur de messagerie, Port.', 'Il manque : Jeton d’authentification'],
] as const)('what another program set up by half is not called set up: %s', async (language, mail, sms) => {
  const doc = {
    _id: 'gala',
    email: { email: 'gala@example.org' },
    sms: { sid: 'AC1', number: '+41791234567' },
  };
  await showScreen({
    screen: <ServicesPage />,
    path: '/event/:eventId/services',
    at: '/event/gala/services',
    language,
    data: {
      services: {
        read: () => Promise.resolve(ok(doc)),
        publicUrl: () => Promise.resolve(ok({ url: null })),
      } as unknown as AppData['services'],
    },
  });
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(await screen.findByText((text) => plain(text).endsWith(mail))).toBeTruthy();
  expect(screen.getByText((text) => plain(text).includes(sms))).toBeTruthy();
  expect(screen.getAllByText(language === 'en' ? 'Not complete' : 'Incomplet')).toHaveLength(2);
  // Nothing is sent, not even to try it.
  expect(screen.queryByRole('button', { name: /test message|message d’essai/ })).toBeNull();
  // What is missing is not proposed below as if it were there.
  expect(screen.getByLabelText<HTMLInputElement>(/^Port/).value).toBe('');
  expect(screen.queryByText(language === 'en' ? 'Set up' : 'Configuré')).toBeNull();
});

it.each([
  [
    'payments',
    { 'Secret key': ' sk_live_1 ', 'Webhook secret': 'whsec_1 ' },
    { key: 'sk_live_1', secret: 'whsec_1' },
  ],
  [
    'sms',
    {
      'Account SID': 'AC1 ',
      'Auth token': ' t0ken ',
      'Sender’s number': ' \u202A+41\u00A079 123\u201145\u201167\u202C ',
    },
    { sid: 'AC1', token: 't0ken', number: '+41 79 123-45-67' },
  ],
] as const)(
  'what was copied with a blank, or with signs that nobody sees, is saved without them: %s [VALID-51, VALID-52]',
  async (name, typed, kept) => {
    const saved: unknown[] = [];
    const services = {
      read: () => Promise.resolve(ok({ _id: 'gala', [name]: {} })),
      publicUrl: () => Promise.resolve(ok({ url: null })),
      saveSection: (_id: string, section: string, settings: object) => {
        saved.push([section, settings]);
        return Promise.resolve(ok({ _id: 'gala', [section]: settings }));
      },
    };
    await showScreen({
      ...{ screen: <ServicesPage />, path: '/event/:eventId/services', at: '/event/gala/services' },
      data: {
        services: services as unknown as AppData['services'],
        paymentTroubles: () => Promise.resolve(ok({ open: 0, openUntil: null, troubles: [], lookedAt: [] })),
      },
    });
    for (const [label, value] of Object.entries(typed))
      fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`)), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([[name, kept]]));
  },
);

const mailForm = async (email: object) => {
  const services = {
    read: () => Promise.resolve(ok({ _id: 'gala', email })),
    publicUrl: () => Promise.resolve(ok({ url: null })),
  };
  const screens = { screen: <ServicesPage />, path: '/event/:eventId/services', at: '/event/gala/services' };
  await showScreen({ ...screens, data: { services: services as unknown as AppData['services'] } });
  const port = await screen.findByLabelText<HTMLInputElement>(/^Port/);
  const tls = screen.getByLabelText<HTMLInputElement>(/^TLS from the start/);
  const host = screen.getByLabelText<HTMLInputElement>(/^Mail server/);
  return { port, tls, host };
};

it('proposes the port that goes with TLS and server', async () => {
  const { port, tls, host } = await mailForm({});
  expect(port.value).toBe('465');
  fireEvent.click(tls);
  await waitFor(() => expect(port.value).toBe('587'));
  fireEvent.change(host, { target: { value: 'localhost' } });
  await waitFor(() => expect(port.value).toBe('25'));
  fireEvent.change(host, { target: { value: 'localhost.example.org' } });
  await waitFor(() => expect(port.value).toBe('587'));
  fireEvent.click(tls);
  await waitFor(() => expect(port.value).toBe('465'));
});

it('leaves a port that somebody typed, and one that is not the usual one', async () => {
  const { port, tls } = await mailForm({});
  fireEvent.change(port, { target: { value: '587' } });
  fireEvent.change(port, { target: { value: '465' } });
  fireEvent.click(tls);
  await waitFor(() => expect(tls.checked).toBe(false));
  expect(port.value).toBe('465');
});

it('a port beyond 65535 stays as it was typed and says what is wrong; neither it nor a word is saved [VALID-49]', async () => {
  const { port } = await mailForm({ email: 'gala@example.org', name: 'Gala', host: 'mail.example.org' });
  const save = screen.getByRole('button', { name: 'Save' });
  for (const [typed, problem] of [
    ['65536', 'This number is out of range.'],
    ['-1', 'Please enter a whole number.'],
    ['smtp', 'Please enter a whole number.'],
  ] as const) {
    fireEvent.change(port, { target: { value: typed } });
    fireEvent.blur(port);
    fireEvent.click(save);
    expect(await screen.findByText(problem)).toBeTruthy();
    expect([port.value, port.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
  }
});

it('shows TLS as what is stored is sent with', async () => {
  const { port, tls } = await mailForm({ email: 'gala@example.org', host: 'mail.example.org', port: 2525 });
  expect(tls.checked).toBe(false);
  fireEvent.click(tls);
  await waitFor(() => expect(tls.checked).toBe(true));
  expect(port.value).toBe('2525');
});
