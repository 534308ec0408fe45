import {
  hubMadeBody,
  hubMadeReply,
  hubRefusedBody,
  hubsReply,
  hubStateReply,
  hubStatusReply,
  joinHubBody,
  joinHubReply,
  offerHubBody,
  offerHubReply,
} from '../hubSchemas.ts';
import { okReply } from '../schemas.ts';
import type { ApiCall } from './call.ts';

/** Servers in halls, and what they say to the central one. */
export const hubCalls = {
  offerHub: {
    method: 'POST',
    path: '/hubs',
    who: 'manager',
    does: 'Gives a code that joins a server in a hall to this one, for chosen events',
    body: offerHubBody,
    reply: offerHubReply,
    errors: ['not_found', 'too_many'],
  },
  hubs: {
    method: 'GET',
    path: '/hubs',
    who: 'manager',
    does: 'The servers that are joined to this one',
    reply: hubsReply,
  },
  endHub: {
    method: 'DELETE',
    path: '/hubs/:userId',
    who: 'manager',
    does: 'Ends a joined server',
    reply: okReply,
    errors: ['not_found'],
  },
  joinHub: {
    method: 'POST',
    path: '/hub/join',
    who: 'anybody',
    does: 'Joins the server that brings the code',
    body: joinHubBody,
    reply: joinHubReply,
  },
  hubState: {
    method: 'GET',
    path: '/hub/state',
    who: 'member',
    does: 'What a joined server takes along: its events, and who may see them. For joined servers alone',
    reply: hubStateReply,
    ofHubs: true,
  },
  hubMade: {
    method: 'POST',
    path: '/hub/made',
    who: 'member',
    does: 'What a joined server made by itself: the doors that were paired on it. For joined servers alone',
    body: hubMadeBody,
    reply: hubMadeReply,
    ofHubs: true,
  },
  hubRefused: {
    method: 'POST',
    path: '/hub/refused',
    who: 'member',
    does: 'What a joined server holds and this one did not take, for the managers here. For joined servers alone',
    body: hubRefusedBody,
    reply: okReply,
    ofHubs: true,
  },
  hubStatus: {
    method: 'GET',
    path: '/hub/status',
    who: 'host',
    does: 'On a hub: how it stands with its central server, and what that one did not take',
    reply: hubStatusReply,
    errors: ['not_found'],
  },
} as const satisfies Record<string, ApiCall>;
