import type { TestMessage, TestMessageFault } from '#api/messageSchemas.ts';
import type { EmailSettings, MailFault } from '#api/schemas.ts';
import type { SectionName, ServiceSections, ServicesDoc } from '#domain/services/settings.ts';
import type { Outcome } from './outcome.ts';

export type { TestMessageFault };

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
  /** Sends a message by what is stored: null, or what is wrong. */
  sendTest(eventId: string, message: TestMessage): Outcome<TestMessageFault | null>;
  /** The address at which others reach the server; null where nobody said it. */
  publicUrl(): Outcome<{ url: string | null }>;
  /** Whether one can log in at a mail server: null, or what is wrong. */
  checkEmail(settings: EmailSettings): Outcome<MailFault | null>;
}
