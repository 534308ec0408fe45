import { DB_BASE } from '#api/wire.ts';
import type { EmailSettings, MailFault } from '#api/schemas.ts';
import { ok } from '#domain/result.ts';
import type { SectionName, ServiceSections, ServicesDoc } from '#domain/services/settings.ts';
import { attempt, DataFailure } from '../failure.ts';
import type { Outcome } from '../outcome.ts';
import { createCall, loadChecks } from './call.ts';
import type { Http } from './http.ts';

/** The services of events. They live on the server alone, for managers, and no device keeps them. */
export interface EventServices {
  /** What is set, its secrets masked. */
  read(eventId: string): Outcome<ServicesDoc>;
  /**
   * Sets one section and leaves the others as they are by now; null disables it. Resolves with what is set then. Fails with
   * the field, `email.password` for instance, for what the server does not take.
   */
  saveSection<S extends SectionName>(
    eventId: string,
    section: S,
    settings: ServiceSections[S] | null,
  ): Outcome<ServicesDoc>;
  /** Whether one can log in at a mail server: null, or what is wrong. */
  checkEmail(settings: EmailSettings): Outcome<MailFault | null>;
}

/** How often a save that lost a race is made again. */
const ATTEMPTS = 5;

export function createEventServices(http: Http): EventServices {
  const call = createCall(http);
  const path = (eventId: string): string => `${DB_BASE}/services/${encodeURIComponent(eventId)}`;

  async function read(eventId: string): Promise<ServicesDoc> {
    const { servicesOf } = await loadChecks();
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
    checkEmail: (settings) =>
      attempt(async () => {
        const reply = await call('emailSettings', { body: settings });
        return ok(reply.success ? null : reply.reason);
      }),
  };
}
