import { z } from 'zod';
import {
  attentionReply,
  routineCountsReply,
  routineReply,
  testMessageBody,
  testMessageReply,
} from '../messageSchemas.ts';
import { issuedInvoiceReply } from '../invoiceSchemas.ts';
import { personDataReply } from '../personSchemas.ts';
import { emailSettingsBody, emailSettingsReply, okReply } from '../schemas.ts';
import type { ApiCall } from './call.ts';

/** Messages, and the services that carry them. */
export const messageCalls = {
  routine: {
    method: 'POST',
    path: '/routine/:eventId',
    who: 'member',
    does: 'Puts into the outbox whoever is due for a notification; sending goes on by itself',
    reply: routineReply,
    errors: ['not_found'],
  },
  routineCounts: {
    method: 'GET',
    path: '/routine/:eventId',
    who: 'member',
    does: 'What became of the messages, in numbers',
    reply: routineCountsReply,
    errors: ['not_found'],
  },
  issuedInvoice: {
    method: 'GET',
    path: '/invoices/:eventId/:kind/:index',
    who: 'member',
    does: 'An invoice or a credit note as it was issued: what was sold, and its PDF byte for byte',
    reply: issuedInvoiceReply,
    errors: ['not_found'],
  },
  personData: {
    method: 'GET',
    path: '/person-data/:eventId/:clientId',
    who: 'member',
    does: 'All that is kept of a guest: documents, sessions, check-ins, messages as they were sent, invoices, history',
    reply: personDataReply,
    errors: ['not_found'],
  },
  messageAttention: {
    method: 'GET',
    path: '/message-attention',
    who: 'member',
    does: 'Messages of one’s events that wait for a person: failed, not known, held back',
    reply: attentionReply,
  },
  confirmCopy: {
    method: 'POST',
    path: '/confirm-copy',
    who: 'manager',
    does: 'Says that of all copies of the databases this one sends messages; needed after a restore or a move',
    reply: okReply,
  },
  testMessage: {
    method: 'POST',
    path: '/test-message/:eventId',
    who: 'manager',
    does: 'Sends a message to try what is stored; it is in no ledger and changes nothing',
    body: testMessageBody,
    reply: testMessageReply,
    errors: ['not_found'],
  },
  messageStatus: {
    method: 'POST',
    path: '/message-status/:eventId',
    who: 'anybody',
    does: 'Twilio tells what became of a message; form fields, signed with the account’s token',
    query: z.object({ row: z.string().min(1).max(500) }),
    body: z.record(z.string().max(200), z.string().max(5000)),
    reply: okReply,
    errors: ['not_found'],
    bodyLimit: 16_384,
  },
  reloadServices: {
    method: 'POST',
    path: '/reload-services/:eventId',
    who: 'manager',
    does: 'Uses the services as they are stored now',
    reply: okReply,
    errors: ['not_found'],
  },
  emailSettings: {
    method: 'POST',
    path: '/email/settings',
    who: 'manager',
    does: 'Whether a mail server can be reached and logged in to; sends nothing',
    body: emailSettingsBody,
    reply: emailSettingsReply,
    errors: ['not_found'],
  },
} as const satisfies Record<string, ApiCall>;
