import type { z } from 'zod';
import type { servicesDocument } from '../documents/services.ts';

export type ServicesDoc = z.output<typeof servicesDocument.schema>;

/** The parts of it that are set and disabled each for itself. */
export type SectionName = 'payments' | 'email' | 'sms' | 'whatsapp';
export type ServiceSections = { [S in SectionName]: NonNullable<ServicesDoc[S]> };

/** disabled: nothing is set; enabled: there is to be something, and is nothing yet (specification 2 §4). */
export type SectionState = 'disabled' | 'enabled' | 'saved';

/** What nothing can be sent or paid without. */
const NEEDED = {
  email: ['email', 'host', 'port'],
  sms: ['sid', 'token', 'number'],
  whatsapp: ['sid', 'token', 'number'],
  payments: ['key', 'secret'],
} as const satisfies { [S in SectionName]: readonly (keyof ServiceSections[S])[] };
export type NeededField = (typeof NEEDED)[SectionName][number];

/** What a section that another program wrote lacks: the screen's own form asks for all of it. */
export function lackingIn(section: SectionName, settings: ServiceSections[SectionName]): NeededField[] {
  const values: Readonly<Record<string, unknown>> = settings;
  return NEEDED[section].filter((field) => values[field] == null || values[field] === '');
}

export function stateOf(doc: ServicesDoc, section: SectionName): SectionState {
  const settings = doc[section];
  if (settings == null) return 'disabled';
  return Object.values(settings).some((value) => value !== null && value !== '') ? 'saved' : 'enabled';
}
