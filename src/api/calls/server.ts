import { z } from 'zod';
import { okReply, serverInfoReply } from '../schemas.ts';
import type { ApiCall } from './call.ts';

/** Whether the server runs, and what it can be asked. */
export const openCalls = {
  health: {
    method: 'GET',
    path: '/health',
    who: 'anybody',
    does: 'Says that the server runs',
    reply: okReply,
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    who: 'anybody',
    does: 'This description',
    reply: z.looseObject({}),
  },
} as const satisfies Record<string, ApiCall>;

/** For whoever keeps the server up. */
export const operatorCalls = {
  serverInfo: {
    method: 'GET',
    path: '/server-info',
    who: 'manager',
    does: 'Version, storage, and what the server’s worker is doing',
    reply: serverInfoReply,
  },
  shutdown: {
    method: 'POST',
    path: '/shutdown',
    who: 'manager',
    does: 'Ends the server',
    reply: okReply,
    errors: ['not_implemented'],
  },
} as const satisfies Record<string, ApiCall>;
