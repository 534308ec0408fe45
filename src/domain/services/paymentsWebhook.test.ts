import { expect, it } from 'vitest';
import { CALLS } from '#api/calls.ts';
import { API_BASE } from '#api/wire.ts';
import { paymentsWebhook } from './paymentsWebhook.ts';

it('where Stripe tells of payments is the server’s own call, or what is configured, with the event’s id put in [API-24]', () => {
  const path = CALLS.paymentsWebhook.path.replace(':eventId', 'gala%2F1');
  expect(paymentsWebhook('gala/1', 'https://foyer.example')).toBe(`https://foyer.example${API_BASE}${path}`);
  expect(paymentsWebhook('gala', 'https://foyer.example', 'https://relay.example/?e={eventId}')).toBe(
    'https://relay.example/?e=gala',
  );
});
