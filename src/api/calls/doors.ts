import {
  doorsReply,
  offerDoorBody,
  offerDoorReply,
  pairBody,
  pairReply,
  takeBackCodeReply,
} from '../accountSchemas.ts';
import { okReply } from '../schemas.ts';
import type { ApiCall } from './call.ts';

/** Phones that are paired as doors. */
export const doorCalls = {
  offerDoor: {
    method: 'POST',
    path: '/event/:eventId/doors',
    who: 'member',
    does: 'Gives a code that pairs one phone with the event, for check-in only. Managers, and on a hub members too',
    body: offerDoorBody,
    reply: offerDoorReply,
    errors: ['too_many'],
  },
  doors: {
    method: 'GET',
    path: '/event/:eventId/doors',
    who: 'member',
    does: 'The phones that are paired with the event. Managers, and on a hub members too',
    reply: doorsReply,
  },
  endDoor: {
    method: 'DELETE',
    path: '/event/:eventId/door/:userId',
    who: 'member',
    does: 'Ends a paired phone. Managers, and on a hub members too',
    reply: okReply,
    errors: ['not_found'],
  },
  pair: {
    method: 'POST',
    path: '/pair',
    who: 'anybody',
    does: 'Makes a paired phone of the one that brings the code',
    body: pairBody,
    reply: pairReply,
  },
  takeBackCode: {
    method: 'POST',
    path: '/pair/code/end',
    who: 'member',
    does: 'Takes the code of a phone or of a server in a hall back that nobody has brought; whoever knows it may',
    body: pairBody,
    reply: takeBackCodeReply,
  },
} as const satisfies Record<string, ApiCall>;
