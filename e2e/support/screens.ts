import { expect } from '@playwright/test';
import { matchRoutes } from 'react-router-dom';
import { localId } from '#domain/ids.ts';
import { ROUTE_IDS, ROUTES, type RouteId } from '#ui/paths.ts';
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
  ['message', 'EVENT/notif/welcome', null],
  ['form', 'EVENT/form/eight', null],
  ['services', 'EVENT/services', 'services.title'],
  ['new invitation template', 'EVENT/invitations/new', 'screens.invitation'],
  ['new invoice template', 'EVENT/invoices/new', 'screens.invoice'],
  ['import into an event', 'EVENT/client/import', 'imports.title'],
  ['rate', 'EVENT/rate', 'rate_setting.title'],
  ['new file', '/document/new', 'file_creation.title'],
  ['new user', '/users/new', 'user_creation.title'],
  ['access', '/access', 'access.title'],
  ['access of a user', '/access/USER', null],
  ['user', '/users/USER', null],
] as const;

const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
/** What the screens of one message and one form show. */
export const SHOWN = [
  {
    ...{ _id: 'notif_welcome', type: 'notif', notifType: 'inactive', notifMethod: 'email', metadata },
    ...{ consumerStatus: 'registered', language: 'en', contents: { subject: 'Welcome to the dinner' } },
  },
  {
    ...{ _id: 'form_eight', type: 'form', accessId: 'bcdfghjk', name: 'Table for eight', language: 'en' },
    ...{ currency: 'chf', vat: 0, enabled: true, options: [], amounts: {}, metadata },
  },
];

/** Whose screens need what the others do not: a test of their own looks at them. */
const APART: Partial<Record<RouteId, string>> = {
  login: 'accessible.spec.ts: everybody can log in',
  ...{ notifNew: 'accessible.spec.ts: … say for which event', formNew: 'alike', clientNew: 'alike' },
  clientImport: 'alike',
  pair: 'pairing.spec.ts',
  codes: 'codes.spec.ts',
  ...{ invitation: 'templates.spec.ts', invoice: 'the same editor' },
};

/** Routes whose screens no test looks at. */
export function unseenRoutes(event: MadeEvent): RouteId[] {
  const routes = ROUTE_IDS.map((id) => ({ id, path: ROUTES[id].path }));
  const seen = builtScreens(event).map(
    ({ address }) => matchRoutes(routes, address.replace(/[?#].*/, ''))?.at(-1)?.route.id,
  );
  return ROUTE_IDS.filter((id) => !seen.includes(id) && APART[id] === undefined);
}

/** Every screen, with a full event in it and what is `SHOWN`; what needs a state of its own is apart. */
export function builtScreens(event: MadeEvent, userId = 'someone'): BuiltScreen[] {
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
        .replace('USER', userId)
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
