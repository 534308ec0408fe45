import { DB_BASE } from '#api/wire.ts';
import { ok } from '#domain/result.ts';
import type { ServicesDoc } from '#domain/services/settings.ts';
import { attempt, DataFailure } from '../failure.ts';
import type { EventServices } from '../serviceTypes.ts';
import { createCall } from './call.ts';
import { servicesOf } from './checked.ts';
import type { Http } from './http.ts';

/** How often a save that lost a race is made again. */
const ATTEMPTS = 5;

export function createEventServices(http: Http): EventServices {
  const call = createCall(http);
  const path = (eventId: string): string => `${DB_BASE}/services/${encodeURIComponent(eventId)}`;

  async function read(eventId: string): Promise<ServicesDoc> {
    try {
      return servicesOf(await http.request(path(eventId)));
    } catch (error) {
      if (error instanceof DataFailure && error.status === 404) return { _id: eventId };
      throw error;
    }
  }

  return {
    read: (eventId) => attempt(async () => ok(await read(eventId))),
    saveSection: (eventId, section, settings) =>
      attempt(async () => {
        for (let tried = 1; ; tried++) {
          const { [section]: _before, ...rest } = await read(eventId);
          const body = settings === null ? rest : { ...rest, [section]: settings };
          try {
            await http.request(path(eventId), { method: 'PUT', body });
            return ok(await read(eventId));
          } catch (error) {
            if (!(error instanceof DataFailure) || error.status !== 409 || tried === ATTEMPTS) throw error;
          }
        }
      }),
    sendTest: (eventId, message) =>
      attempt(async () => {
        const reply = await call('testMessage', { params: { eventId }, body: message });
        return ok(reply.success ? null : { reason: reply.reason, errorCode: reply.errorCode });
      }),
    publicUrl: () => attempt(async () => ok({ url: (await call('serverInfo')).publicUrl ?? null })),
    checkEmail: (settings) =>
      attempt(async () => {
        const reply = await call('emailSettings', { body: settings });
        return ok(reply.success ? null : reply.reason);
      }),
  };
}
