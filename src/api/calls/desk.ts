import { z } from 'zod';
import { LANGUAGES } from '#domain/config.ts';
import {
  deskAccountReply,
  deskCancelReply,
  deskLoginBody,
  deskLoginReply,
  deskReply,
  deskRegistrationReply,
  guestLinkReply,
  deskSubmissionReply,
} from '../deskSchemas.ts';
import { cardStateReply, refundBody } from '../paymentSchemas.ts';
import { okReply } from '../schemas.ts';
import type { ApiCall } from './call.ts';

/** The page where guests register themselves, and what they pay. */
export const deskCalls = {
  desk: {
    method: 'GET',
    path: '/desk/:accessId',
    who: 'anybody',
    does: 'What the form at a public address offers, and how many places are left',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    reply: deskReply,
    errors: ['not_found'],
  },
  deskRegister: {
    method: 'POST',
    path: '/desk/:accessId/registrations',
    who: 'anybody',
    does: 'Registers somebody with a form; the same submissionId again gets the same answer and registers nobody',
    // Judged by its handler: what is wrong with it is an answer, `reason: "invalid"`.
    body: z.looseObject({}),
    reply: deskSubmissionReply,
    bodyLimit: 1024 * 1024,
    errors: ['not_found', 'too_large', 'busy'],
  },
  deskRegistration: {
    method: 'GET',
    path: '/desk/registrations/:token',
    who: 'anybody',
    does: 'The guest’s own registration, by the token that came with it',
    reply: deskRegistrationReply,
    errors: ['not_found'],
  },
  deskCancel: {
    method: 'POST',
    path: '/desk/registrations/:token/cancel',
    who: 'anybody',
    does: 'Gives the own registration up, where its form lets guests; again, it is as done',
    reply: deskCancelReply,
    errors: ['not_found', 'busy'],
  },
  deskLogin: {
    method: 'POST',
    path: '/desk/login',
    who: 'anybody',
    does: 'Gives a token for a guest’s own account, for 12 hours, and what it opens',
    body: deskLoginBody,
    reply: deskLoginReply,
    errors: ['busy'],
  },
  deskAccount: {
    method: 'GET',
    path: '/desk/account/:token',
    who: 'anybody',
    does: 'The registrations of a guest’s own account; until a mailed link proved its address only the one that made it',
    reply: deskAccountReply,
    errors: ['not_found'],
  },
  deskLogout: {
    method: 'POST',
    path: '/desk/account/:token/logout',
    who: 'anybody',
    does: 'Ends the login of a guest’s own account',
    reply: okReply,
  },
  guestLink: {
    method: 'GET',
    path: '/guest-links/:eventId/:consumerId',
    who: 'member',
    does: 'The link to the guest’s own page of a registration; `url` is null where nobody said at which address guests reach the server',
    reply: guestLinkReply,
    errors: ['not_found'],
  },
  paymentsWebhook: {
    method: 'POST',
    path: '/payments/webhook/:eventId',
    who: 'anybody',
    does: 'Stripe tells that there is news of a payment; signed with the webhook’s secret. What it is, is read from Stripe',
    reply: okReply,
    bodyLimit: 256 * 1024,
  },
  paymentTroubles: {
    method: 'GET',
    path: '/payments/:eventId/troubles',
    who: 'member',
    does: 'How many pages to pay on guests may have open, and what could not be learned from Stripe',
    reply: cardStateReply,
  },
  retryPayments: {
    method: 'POST',
    path: '/payments/:eventId/retry',
    who: 'member',
    does: 'Tries what could not be learned from Stripe once more, now',
    reply: okReply,
  },
  refundPayment: {
    method: 'POST',
    path: '/payments/:eventId/refund',
    who: 'member',
    does: 'Gives money of a card payment back; the same requestId again gives nothing more',
    body: refundBody,
    reply: okReply,
    errors: ['not_found', 'conflict', 'cards_unavailable', 'cards_refused', 'copy_unconfirmed'],
  },
} as const satisfies Record<string, ApiCall>;
