import { expect } from '@playwright/test';
import { localId } from '#domain/ids.ts';
import type { Size } from './accessible.ts';
import type { Device } from './device.ts';
import type { MadeEvent } from './world.ts';

export interface BuiltScreen {
  name: string;
  address: string;
  /** What must be there before one looks. */
  ready: (device: Device) => Promise<void>;
  /** The sizes at which it is laid out in its own way; every one where none are named. */
  sizes?: readonly Size[];
}

const heading = (name: string | RegExp) => async (device: Device) => {
  await expect(device.page.getByRole('heading', { level: 1, name })).toBeVisible();
};

/** Of parts that stand on other screens, too: one size shows what is theirs. */
const ALIKE = [
  ['history', 'EVENT/history', 'history.title'],
  ['new guests', 'EVENT/client/new', 'clientCreate.title'],
  ['guest update', 'EVENT/client/CLIENT/update', 'clientForm.updateTitle'],
  ['copying guests', 'EVENT/client/copy', 'clientCopy.title'],
  ['registration', 'EVENT/registrant/CONSUMER', null],
  ['rate', 'EVENT/rate', 'rate_setting.title'],
  ['new file', '/document/new', 'file_creation.title'],
  ['new user', '/users/new', 'user_creation.title'],
  ['access', '/access', 'access.title'],
] as const;

/** Every screen that is more than a promise, with a full event in it; the login is apart, for nobody is logged in. */
export function builtScreens(event: MadeEvent): BuiltScreen[] {
  const [session] = event.sessions;
  const [client] = event.clients;
  const base = `/event/${event.id}`;
  const sessionBase = `${base}/session/${session?._id.replace('session_', '') ?? ''}`;
  return [
    {
      name: 'Home',
      address: '/',
      ready: (device) => expect(device.page.getByRole('article').first()).toBeVisible(),
    },
    {
      name: 'event creation',
      address: '/event/new',
      ready: (device) => heading(device.t('eventForm.createTitle'))(device),
    },
    { name: 'event', address: base, ready: heading(event.title) },
    {
      name: 'event update',
      address: `${base}/update`,
      ready: (device) => heading(device.t('eventForm.updateTitle'))(device),
    },
    {
      name: 'all clients',
      address: `${base}/clients`,
      ready: (device) => expect(device.page.getByRole('table').first()).toBeVisible(),
    },
    {
      name: 'session',
      address: sessionBase,
      ready: (device) => expect(device.page.getByRole('table').first()).toBeVisible(),
    },
    {
      name: 'table list',
      address: `${sessionBase}/tables`,
      ready: heading(/./),
    },
    {
      name: 'seating plan',
      address: `${sessionBase}/plan`,
      ready: async (device) => {
        await heading(device.t('session.plan'))(device);
        await expect(device.page.locator('canvas').first()).toBeVisible();
      },
    },
    {
      name: 'plan editor',
      address: `${sessionBase}/plan/edit`,
      ready: async (device) => {
        await heading(device.t('planEditor.title'))(device);
        await expect(device.page.locator('canvas').first()).toBeVisible();
      },
    },
    {
      name: 'money',
      address: `${base}/money`,
      ready: (device) => heading(device.t('screens.money'))(device),
    },
    {
      name: 'money of a registration',
      address: `${base}/registrant/${client?.consumerId?.replace('consumer_', '') ?? ''}/money`,
      ready: (device) => expect(device.page.getByText(device.t('screens.registrantMoney'))).toBeVisible(),
    },
    {
      name: 'bank statement',
      address: `${base}/statement`,
      ready: (device) => heading(device.t('screens.statement'))(device),
    },
    {
      name: 'scanner without a camera',
      address: `${sessionBase}/scan`,
      ready: (device) => expect(device.page.getByText(device.t('scan.error_unsupported'))).toBeVisible(),
    },
    {
      name: 'guest',
      address: `${base}/client/${client?._id.replace('client_', '') ?? ''}`,
      ready: heading(client?.surname ?? ''),
    },
    {
      name: 'quick adding',
      address: `${sessionBase}/client/new?paste`,
      ready: (device) => heading(device.t('quickAdd.title'))(device),
    },
    {
      name: 'check-in',
      address: `${sessionBase}/checkin`,
      ready: (device) =>
        expect(device.page.getByRole('list', { name: device.t('checkin.list') })).toBeVisible(),
    },
    {
      name: 'users',
      address: '/users',
      ready: heading(/./),
      sizes: ['phone', 'desktop'],
    },
    { name: 'security', address: '/security', ready: heading(/./), sizes: ['phone'] },
    { name: 'hubs', address: '/hubs', ready: heading(/./), sizes: ['phone'] },
    { name: 'own account', address: '/user', ready: heading(/./), sizes: ['phone'] },
    {
      name: 'import',
      address: `${sessionBase}/client/import`,
      ready: (device) => heading(device.t('imports.title'))(device),
      sizes: ['phone'],
    },
    {
      name: 'statistics',
      address: `${base}/stats`,
      ready: (device) => expect(device.page.getByRole('table').first()).toBeVisible(),
    },
    {
      name: 'message editor',
      address: `${base}/notif`,
      ready: (device) => heading(device.t('notifs.createTitle'))(device),
      sizes: ['phone', 'desktop'],
    },
    ...ALIKE.map(([name, path, title]): BuiltScreen => ({
      name,
      address: path
        .replace('EVENT', base)
        .replace('CLIENT', localId(client?._id ?? ''))
        .replace('CONSUMER', localId(client?.consumerId ?? '')),
      ready: (device) => heading(title === null ? /./ : device.t(title))(device),
      sizes: ['phone'],
    })),
    {
      name: 'form editor',
      address: `${base}/form/new`,
      ready: (device) => heading(device.t('forms.createTitle'))(device),
    },
  ];
}
