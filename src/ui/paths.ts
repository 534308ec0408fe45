import { docId, localId, typeOfId, type NamedByChance } from '#domain/ids.ts';
import { hasRole, type Role } from '#domain/rights/roles.ts';

/*
 * The complete table of routes of both specifications (1 §2, 2 §2) with the minimum role of each, and the one place
 * that builds their addresses. In addresses, ids go without their type (`session_abc` is `…/session/abc`); reading
 * accepts both forms.
 */

export interface RouteSpec {
  path: string;
  /** null: no login needed. */
  role: Role | null;
  /** `bare` screens have no sidebar and no header. */
  layout: 'shell' | 'bare';
}

const route = (path: string, role: Role | null, layout: RouteSpec['layout'] = 'shell'): RouteSpec => ({
  path,
  role,
  layout,
});

const EVENT = '/event/:eventId';
const SESSION = `${EVENT}/session/:sessionId`;

/**
 * Where two patterns fit an address, static segments win over parameters, whatever the order here: the router ranks
 * them so, and a test holds it to that.
 */
export const ROUTES = {
  home: route('/', 'host'),
  login: route('/login', null, 'bare'),
  pair: route('/pair', null, 'bare'),
  profile: route('/user', 'host'),
  codes: route('/codes', 'member', 'bare'),
  userNew: route('/users/new', 'manager'),
  users: route('/users', 'manager'),
  user: route('/users/:userId', 'manager'),
  security: route('/security', 'manager'),
  hubs: route('/hubs', 'manager'),
  access: route('/access', 'manager'),
  accessUser: route('/access/:userId', 'manager'),
  notifNew: route('/notif/new', 'member'),
  formNew: route('/form/new', 'member'),
  clientNew: route('/client/new', 'member'),
  clientImport: route('/client/import', 'member'),
  documentNew: route('/document/new', 'member'),
  eventNew: route('/event/new', 'manager'),
  event: route(EVENT, 'host'),
  eventUpdate: route(`${EVENT}/update`, 'member'),
  eventHistory: route(`${EVENT}/history`, 'member'),
  client: route(`${EVENT}/client/:clientId`, 'host'),
  clientUpdate: route(`${EVENT}/client/:clientId/update`, 'member'),
  clients: route(`${EVENT}/clients`, 'member'),
  clientCopy: route(`${EVENT}/client/copy`, 'member'),
  eventClientNew: route(`${EVENT}/client/new`, 'member'),
  eventClientImport: route(`${EVENT}/client/import`, 'member'),
  registrant: route(`${EVENT}/registrant/:consumerId`, 'member'),
  registrantMoney: route(`${EVENT}/registrant/:consumerId/money`, 'member'),
  eventNotifNew: route(`${EVENT}/notif`, 'member'),
  eventNotif: route(`${EVENT}/notif/:notifId`, 'member'),
  eventFormNew: route(`${EVENT}/form/new`, 'member'),
  eventForm: route(`${EVENT}/form/:formId`, 'member'),
  rate: route(`${EVENT}/rate`, 'member'),
  statement: route(`${EVENT}/statement`, 'member'),
  money: route(`${EVENT}/money`, 'member'),
  services: route(`${EVENT}/services`, 'manager'),
  stats: route(`${EVENT}/stats`, 'member'),
  invitationNew: route(`${EVENT}/invitations/new`, 'member'),
  invitation: route(`${EVENT}/invitations/:templateId`, 'member'),
  invoiceNew: route(`${EVENT}/invoices/new`, 'member'),
  invoice: route(`${EVENT}/invoices/:templateId`, 'member'),
  session: route(SESSION, 'host'),
  // At the door there are no menus: check-in is a world of its own, like the scanner (docs/design.md).
  checkin: route(`${SESSION}/checkin`, 'host', 'bare'),
  sessionClientNew: route(`${SESSION}/client/new`, 'member'),
  sessionClientImport: route(`${SESSION}/client/import`, 'member'),
  tables: route(`${SESSION}/tables`, 'host'),
  plan: route(`${SESSION}/plan`, 'host'),
  planEdit: route(`${SESSION}/plan/edit`, 'member'),
  scan: route(`${SESSION}/scan`, 'host', 'bare'),
} as const satisfies Record<string, RouteSpec>;

export type RouteId = keyof typeof ROUTES;
export const ROUTE_IDS = Object.keys(ROUTES) as RouteId[];

/** Where a visitor must go instead, or null when the route is theirs to see. */
export function redirectOf(id: RouteId, role: Role | null): string | null {
  const { role: required } = ROUTES[id] as RouteSpec;
  const { home, login } = ROUTES;
  // Somebody without any right stays at the login: Home is not theirs either.
  if (id === 'login') return role === null || redirectOf('home', role) !== null ? null : home.path;
  if (required === null) return null;
  if (role === null) return login.path;
  if (hasRole(role, required)) return null;
  return id === 'home' ? login.path : home.path;
}

/** The same for a login that the server takes nothing of before one-time codes are set up. */
export const redirectFor = (id: RouteId, role: Role | null, codesFirst: boolean): string | null =>
  codesFirst && role !== null ? (id === 'codes' ? null : ROUTES.codes.path) : redirectOf(id, role);

const tail = (id: string): string => encodeURIComponent(typeOfId(id) === null ? id : localId(id));

const event = (eventId: string, rest = ''): string => `/event/${encodeURIComponent(eventId)}${rest}`;
const session = (eventId: string, sessionId: string, rest = ''): string =>
  event(eventId, `/session/${tail(sessionId)}${rest}`);
/** The parameter that says from which screen one came: the way back leads there. */
export const FROM = 'from';
/** The parameter that says as what something new begins. */
export const LIKE = 'like';
const fromSession = (sessionId?: string): string =>
  sessionId === undefined ? '' : `?fromSession=${tail(sessionId)}`;

/** Addresses. Ids may be document ids (`session_abc`) or without their type. */
export const hrefs = {
  home: () => '/',
  login: () => '/login',
  /** The code stands behind the mark: no server's log has it. */
  pair: (code?: string) => (code === undefined ? '/pair' : `/pair#${code}`),
  profile: () => '/user',
  codes: () => '/codes',
  userNew: () => '/users/new',
  users: () => '/users',
  user: (userId: string) => `/users/${encodeURIComponent(userId)}`,
  security: () => '/security',
  hubs: () => '/hubs',
  access: () => '/access',
  accessUser: (userId: string) => `/access/${encodeURIComponent(userId)}`,
  eventNew: () => '/event/new',
  event: (eventId: string) => event(eventId),
  eventUpdate: (eventId: string) => event(eventId, '/update'),
  eventHistory: (eventId: string) => event(eventId, '/history'),
  client: (eventId: string, clientId: string, from?: string) =>
    event(eventId, `/client/${tail(clientId)}${fromSession(from)}`),
  /** With the way back to the session's list by table. */
  clientAtTable: (eventId: string, clientId: string, from: string) =>
    event(eventId, `/client/${tail(clientId)}${fromSession(from)}&${FROM}=tables`),
  clientUpdate: (eventId: string, clientId: string, from?: string) =>
    event(eventId, `/client/${tail(clientId)}/update${fromSession(from)}`),
  clients: (eventId: string) => event(eventId, '/clients'),
  clientCopy: (eventId: string) => event(eventId, '/client/copy'),
  registrant: (eventId: string, consumerId: string) => event(eventId, `/registrant/${tail(consumerId)}`),
  registrantMoney: (eventId: string, consumerId: string) =>
    event(eventId, `/registrant/${tail(consumerId)}/money`),
  eventNotif: (eventId: string, notifId: string) => event(eventId, `/notif/${tail(notifId)}`),
  eventForm: (eventId: string, formId: string) => event(eventId, `/form/${tail(formId)}`),
  invitationNew: (eventId: string) => event(eventId, '/invitations/new'),
  invitation: (eventId: string, templateId: string) => event(eventId, `/invitations/${tail(templateId)}`),
  invoiceNew: (eventId: string) => event(eventId, '/invoices/new'),
  invoice: (eventId: string, templateId: string) => event(eventId, `/invoices/${tail(templateId)}`),
  rate: (eventId: string) => event(eventId, '/rate'),
  statement: (eventId: string) => event(eventId, '/statement'),
  money: (eventId: string) => event(eventId, '/money'),
  services: (eventId: string) => event(eventId, '/services'),
  stats: (eventId: string) => event(eventId, '/stats'),
  session: (eventId: string, sessionId: string) => session(eventId, sessionId),
  checkin: (eventId: string, sessionId: string) => session(eventId, sessionId, '/checkin'),
  scan: (eventId: string, sessionId: string) => session(eventId, sessionId, '/scan'),
  sessionClientNew: (eventId: string, sessionId: string) => session(eventId, sessionId, '/client/new'),
  sessionClientImport: (eventId: string, sessionId: string) => session(eventId, sessionId, '/client/import'),
  /** Client creation from pasted rows, on the routes of client creation. */
  clientPaste: (eventId: string, sessionId?: string) =>
    `${sessionId === undefined ? event(eventId, '/client/new') : session(eventId, sessionId, '/client/new')}?paste`,
  tables: (eventId: string, sessionId: string) => session(eventId, sessionId, '/tables'),
  /** With the way back to the door. */
  tablesAtDoor: (eventId: string, sessionId: string) => session(eventId, sessionId, `/tables?${FROM}=door`),
  plan: (eventId: string, sessionId: string) => session(eventId, sessionId, '/plan'),
  planEdit: (eventId: string, sessionId: string) => session(eventId, sessionId, '/plan/edit'),
  // With an event where there is one, else the route that asks for it (readings, no. 19).
  clientNew: (eventId?: string | null) => (eventId ? event(eventId, '/client/new') : '/client/new'),
  clientImport: (eventId?: string | null) => (eventId ? event(eventId, '/client/import') : '/client/import'),
  notifNew: (eventId?: string | null) => (eventId ? event(eventId, '/notif') : '/notif/new'),
  /** A new one that begins as `formId` stands. */
  formLike: (eventId: string, formId: string) => event(eventId, `/form/new?${LIKE}=${tail(formId)}`),
  notifLike: (eventId: string, notifId: string) => event(eventId, `/notif?${LIKE}=${tail(notifId)}`),
  formNew: (eventId?: string | null) => (eventId ? event(eventId, '/form/new') : '/form/new'),
} as const;

/** The document id that a parameter of an address stands for. */
export function idFromParam(type: NamedByChance, param: string | undefined): string {
  const value = param ?? '';
  return typeOfId(value) === type ? value : docId(type, value);
}
