import { act, screen, waitFor } from '@testing-library/react';
import { matchRoutes, useLocation, useParams } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#data/signal.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { Role } from '#domain/rights/roles.ts';
import { hrefs, redirectOf, ROUTE_IDS, ROUTES, type RouteId, type RouteSpec } from '#ui/paths.ts';
import { fakeAppData } from '../testing/fakeAppData.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '../testing/scene.ts';
import { createRoutes } from './router.tsx';
import type { ScreenLoader } from './screens.ts';
import type { RouteHandle } from './useRouteId.ts';

/** The specified table: id, example address, route, minimum role (specification 1 §2 and 2 §2). */
const TABLE: [requirement: string, path: string, id: RouteId, role: Role | null][] = [
  ['ROUTE-01', '/', 'home', 'host'],
  ['ROUTE-02', '/login', 'login', null],
  ['ROUTE-02', '/pair', 'pair', null],
  ['beyond the specification', '/codes', 'codes', 'member'],
  ['ROUTE-04', '/user', 'profile', 'host'],
  ['ROUTE-05', '/users/new', 'userNew', 'manager'],
  ['USER-09', '/users', 'users', 'manager'],
  ['USER-09', '/users/u1', 'user', 'manager'],
  ['USER-11', '/security', 'security', 'manager'],
  ['USER-09', '/hubs', 'hubs', 'manager'],
  ['ROUTE-06', '/access', 'access', 'manager'],
  ['ROUTE-07', '/access/u1', 'accessUser', 'manager'],
  ['ROUTE-08', '/notif/new', 'notifNew', 'member'],
  ['ROUTE-09', '/form/new', 'formNew', 'member'],
  ['ROUTE-10', '/client/new', 'clientNew', 'member'],
  ['ROUTE-11', '/client/import', 'clientImport', 'member'],
  ['ROUTE-12', '/document/new', 'documentNew', 'member'],
  ['ROUTE-13', '/event/new', 'eventNew', 'manager'],
  ['ROUTE-14', '/event/gala', 'event', 'host'],
  ['ROUTE-15', '/event/gala/update', 'eventUpdate', 'member'],
  ['ROUTE-16', '/event/gala/history', 'eventHistory', 'member'],
  ['ROUTE-17', '/event/gala/client/ada', 'client', 'host'],
  ['ROUTE-19', '/event/gala/client/ada/update', 'clientUpdate', 'member'],
  ['ROLE-05', '/event/gala/clients', 'clients', 'member'],
  ['ROUTE-20', '/event/gala/client/copy', 'clientCopy', 'member'],
  ['ROUTE-21', '/event/gala/client/new', 'eventClientNew', 'member'],
  ['ROUTE-22', '/event/gala/client/import', 'eventClientImport', 'member'],
  ['ROUTE-23', '/event/gala/registrant/one', 'registrant', 'member'],
  ['ROUTE-24', '/event/gala/notif', 'eventNotifNew', 'member'],
  ['ROUTE-24', '/event/gala/notif/n1', 'eventNotif', 'member'],
  ['ROUTE-25', '/event/gala/form/new', 'eventFormNew', 'member'],
  ['ROUTE-25', '/event/gala/form/f1', 'eventForm', 'member'],
  ['ROUTE-26', '/event/gala/rate', 'rate', 'member'],
  ['beyond the specification', '/event/gala/registrant/one/money', 'registrantMoney', 'member'],
  ['beyond the specification', '/event/gala/money', 'money', 'member'],
  ['beyond the specification', '/event/gala/statement', 'statement', 'member'],
  ['ROUTE-27', '/event/gala/services', 'services', 'manager'],
  ['ROUTE-28', '/event/gala/stats', 'stats', 'member'],
  ['ROUTE-29', '/event/gala/invitations/new', 'invitationNew', 'member'],
  ['ROUTE-29', '/event/gala/invitations/t1', 'invitation', 'member'],
  ['ROUTE-30', '/event/gala/invoices/new', 'invoiceNew', 'member'],
  ['ROUTE-30', '/event/gala/invoices/t1', 'invoice', 'member'],
  ['ROUTE-31', '/event/gala/session/dinner', 'session', 'host'],
  ['ROUTE-32', '/event/gala/session/dinner/checkin', 'checkin', 'host'],
  ['beyond the specification', '/event/gala/session/dinner/tables', 'tables', 'host'],
  ['ROUTE-33', '/event/gala/session/dinner/client/new', 'sessionClientNew', 'member'],
  ['ROUTE-34', '/event/gala/session/dinner/client/import', 'sessionClientImport', 'member'],
  ['ROUTE-35', '/event/gala/session/dinner/plan', 'plan', 'host'],
  ['ROUTE-36', '/event/gala/session/dinner/plan/edit', 'planEdit', 'member'],
  ['ROUTE-37', '/event/gala/session/dinner/scan', 'scan', 'host'],
];

const LADDER: (Role | null)[] = [null, 'disabled', 'host', 'member', 'manager'];

/** Screens that only say which they are: the routes themselves are under test. */
const named = Object.fromEntries(
  ROUTE_IDS.map((id) => [id, async () => () => <h1>{`screen ${id}`}</h1>]),
) as unknown as Record<RouteId, ScreenLoader>;

const scene = (role: Role | null) =>
  fakeAppData({ role, events: [galaCentral], documents: { gala: galaDocuments } });

async function visit(path: string, role: Role | null) {
  const view = await renderApp(scene(role), { path, screens: named });
  await screen.findByRole('heading', { level: 1 });
  return view;
}

describe('the table of routes', () => {
  it('is complete', () => {
    expect([...new Set(TABLE.map(([, , id]) => id))].sort()).toEqual([...ROUTE_IDS].sort());
  });

  it.each(TABLE)('[%s] %s shows %s, minimum role %s', async (_requirement, path, id, role) => {
    expect((ROUTES[id] as RouteSpec).role).toBe(role);
    const allowed = role === null ? null : role;
    await visit(path, allowed);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`screen ${id}`);
    if (role === null || role === 'host') return;
    // One step lower is not enough.
    const lower = LADDER[LADDER.indexOf(role) - 1] ?? null;
    expect(redirectOf(id, lower)).toBe('/');
  });

  it('static segments win over parameters, in whatever order the routes stand', () => {
    const routes = createRoutes({ data: scene('manager'), screens: named });
    const matched = TABLE.map(([, path]) => {
      const handle = matchRoutes(routes, path)?.at(-1)?.route.handle as RouteHandle | undefined;
      return [path, handle?.id];
    });
    expect(matched).toEqual(TABLE.map(([, path, id]) => [path, id]));
  });
});

describe('redirects', () => {
  it('[ROUTE-03] /login leads a logged-in visitor to Home', async () => {
    const { path } = await visit('/login', 'host');
    expect(path()).toBe('/');
  });

  it.each(['/nowhere', '/event/gala/nowhere', '/event'])(
    '[ROUTE-38] the unknown path %s leads to Home',
    async (at) => {
      const { path } = await visit(at, 'manager');
      await waitFor(() => expect(path()).toBe('/'));
    },
  );

  it.each(TABLE.filter(([, , , role]) => role !== null).map(([, path]) => path))(
    '[ROUTE-39] %s needs a login',
    async (at) => {
      const { path } = await visit(at, null);
      expect(path()).toBe('/login');
    },
  );

  it('[ROUTE-39] a logout in another tab leads to the login from where the visitor is', async () => {
    const data = scene('manager');
    const { path } = await renderApp(data, { path: '/event/gala', screens: named });
    await screen.findByText('screen event');
    data.session.set(null);
    await screen.findByText('screen login');
    expect(path()).toBe('/login');
  });

  it.each([
    ['host', 'This event is not yours to see any more: it was deleted, or your access to it was taken away.'],
    ['manager', 'The event was deleted.'],
  ] as const)('an event that somebody else deletes leads a %s to Home, and says why', async (role, why) => {
    const data = scene(role);
    const { path } = await renderApp(data, { path: '/event/gala', screens: named });
    await screen.findByText('screen event');
    act(() => {
      (data.events as Cell<readonly CentralEvent[] | null>).set([]);
      data.store('gala').apply([{ _id: 'event', _rev: '9-a', _deleted: true } as never]);
    });
    await waitFor(() => expect(path()).toBe('/'));
    expect(await screen.findAllByText(why)).toHaveLength(1);
  });

  it.each([
    ['/event/new', 'member'],
    ['/event/gala/services', 'member'],
    ['/event/gala/update', 'host'],
    ['/event/gala/session/dinner/client/new', 'host'],
  ] as const)('[ROUTE-40] %s leads a %s to Home', async (at, role) => {
    const { path } = await visit(at, role);
    expect(path()).toBe('/');
  });

  it('somebody without any right ends at the login, not in a circle', async () => {
    const { path } = await visit('/', 'disabled');
    expect(path()).toBe('/login');
  });

  it('[ROUTE-41] an unknown event leads to Home', async () => {
    const { path } = await visit('/event/unknown/update', 'manager');
    await waitFor(() => expect(path()).toBe('/'));
  });

  it('[ROUTE-42] a missing consumer leads to the event page', async () => {
    const { path } = await visit('/event/gala/registrant/missing', 'manager');
    await waitFor(() => expect(path()).toBe('/event/gala'));
  });

  it.each(['', '/checkin', '/plan'])(
    '[ROUTE-43] an unknown session leads to the event (…%s)',
    async (rest) => {
      const { path } = await visit(`/event/gala/session/missing${rest}`, 'manager');
      await waitFor(() => expect(path()).toBe('/event/gala'));
    },
  );
});

function Where() {
  return <h1>{JSON.stringify([useLocation().search, useParams()])}</h1>;
}

describe('addresses', () => {
  it('leave the type out of ids and take both forms', async () => {
    expect(hrefs.session('gala', 'session_dinner')).toBe('/event/gala/session/dinner');
    expect(hrefs.client('gala', 'client_ada', 'session_dinner')).toBe(
      '/event/gala/client/ada?fromSession=dinner',
    );
    await visit('/event/gala/session/session_dinner', 'host');
    expect(screen.getByRole('heading').textContent).toBe('screen session');
  });

  it('carry their parameters to the screen', async () => {
    const screens = { ...named, client: async () => Where };
    await renderApp(scene('host'), { path: '/event/gala/client/ada?fromSession=dinner', screens });
    expect((await screen.findByRole('heading')).textContent).toBe(
      JSON.stringify(['?fromSession=dinner', { eventId: 'gala', clientId: 'ada' }]),
    );
  });
});
