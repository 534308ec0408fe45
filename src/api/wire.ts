/*
 * What every exchange with the server needs, without the schemas of schemas.ts: the app's first page asks nothing that they
 * would judge, and they are a fifth of its size.
 */

export const API_BASE = '/api';
export const DB_BASE = '/db';

/** Response header of every API and database reply: the server's clock in ms, for the hybrid clock's offset. */
export const SERVER_TIME_HEADER = 'x-foyer-time';
/**
 * Response header of a hub (docs/operations/hub.md): when it and the central server last had the same, in ms; 0 for never.
 * A central server sends none.
 */
export const HUB_HEADER = 'x-foyer-hub';
/** Header that names the device (rate limits, history); any string of up to 100 characters. */
export const DEVICE_HEADER = 'x-foyer-device';

/** Codes of failed calls, next to the statuses of contract.md. */
export const API_ERRORS = [
  'bad_request',
  'invalid_field',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  /** There are as many of these as there may be. */
  'too_many',
  'too_large',
  'too_many_requests',
  'busy',
  'not_implemented',
  'storage_full',
  'unavailable',
  'cards_unavailable',
  'cards_refused',
  /** This server cannot open the keys of the card payments: another one sealed them. */
  'services_key',
  'pages_open',
  'money_came',
  'copy_unconfirmed',
  /** Asked of a hub: only the central server does it. */
  'central_only',
  /** Asked of a hub that was ended. */
  'hub_ended',
  /** Asked of a hub: it does not know the login, which may be right elsewhere. */
  'hub_unknown',
  'codes_first',
  /** A door's time is over: it may bring what it has done, and nothing else. */
  'door_over',
  'update_first',
  'server_outdated',
  'unknown',
] as const;
export type ApiError = (typeof API_ERRORS)[number];
