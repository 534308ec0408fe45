import { typeOfId } from '#domain/ids.ts';
import { CALL_WEBHOOK } from '../../desk/webhook.ts';
import type { Projection } from '../projection.ts';

/** Changes that come together are told of once. ms */
const DELAY = 1000;

/** Has the desk of somebody else told that an event, its sessions or forms changed (readings, no. 49). */
export const webhook: Projection = {
  name: 'webhook',
  begins: 'now',
  wants: ({ id }) => ['event', 'session', 'form'].includes(typeOfId(id) ?? ''),
  create: ({ eventId, jobs, now }) => ({
    wholly: true,
    run: () => jobs.enqueue(CALL_WEBHOOK, { eventId, key: '', payload: null, at: now() + DELAY }),
  }),
};
