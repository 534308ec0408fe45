import { z } from 'zod';
import {
  authorizationsBody,
  copyEventBody,
  createEventBody,
  createEventReply,
  createExampleBody,
  historyReply,
  okReply,
  registerCustomerBody,
  registerCustomerReply,
} from '../schemas.ts';
import type { ApiCall } from './call.ts';

const since = z.string().regex(/^(\d{1,11}(\.\d+)?)?$/, { error: 'must be seconds since 1970' });

/** Events, who may see them, and what happened in them. */
export const eventCalls = {
  createEvent: {
    method: 'PUT',
    path: '/event',
    who: 'manager',
    does: 'Makes an event; the same id again is the same event',
    body: createEventBody,
    reply: createEventReply,
    errors: ['busy'],
  },
  createExample: {
    method: 'PUT',
    path: '/example-event',
    who: 'manager',
    does: 'Makes an event with made-up guests, to try Foyer with; the same id again is the same event',
    body: createExampleBody,
    reply: createEventReply,
    errors: ['busy'],
  },
  copyEvent: {
    method: 'PUT',
    path: '/event/:eventId/copy',
    who: 'manager',
    does: 'Makes an event like this one for the next time, without guests; the same id again is the same event',
    body: copyEventBody,
    reply: createEventReply,
    errors: ['not_found', 'busy'],
  },
  deleteEvent: {
    method: 'DELETE',
    path: '/event/:eventId',
    who: 'manager',
    does: 'Deletes an event for good; first its pages to pay on are closed',
    reply: okReply,
    errors: ['not_found', 'busy', 'pages_open', 'money_came', 'services_key'],
  },
  authorizations: {
    method: 'PUT',
    path: '/authorizations',
    who: 'manager',
    does: 'Who may see which event',
    body: authorizationsBody,
    reply: okReply,
    errors: ['not_found'],
  },
  registerCustomer: {
    method: 'POST',
    path: '/register-customer',
    who: 'member',
    does: 'Joins a registration to a guest’s account',
    body: registerCustomerBody,
    reply: registerCustomerReply,
    errors: ['not_found', 'busy'],
  },
  history: {
    method: 'GET',
    path: '/historyEvents/:eventId',
    who: 'member',
    does: 'What was done, in words, the oldest first',
    query: z.object({
      since: since.optional(),
      /** The newest so many, 2,000 at most; without it all. */
      limit: z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .optional(),
      /** Of those before this one. */
      before: z.string().max(200).optional(),
    }),
    reply: historyReply,
    errors: ['not_found'],
  },
} as const satisfies Record<string, ApiCall>;
