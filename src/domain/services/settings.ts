import type { z } from 'zod';
import type { servicesDocument } from '../documents/services.ts';

export type ServicesDoc = z.output<typeof servicesDocument.schema>;

/** The parts of it that are set and disabled each for itself. */
export type SectionName = 'payments' | 'email' | 'sms' | 'whatsapp';
export type ServiceSections = { [S in SectionName]: NonNullable<ServicesDoc[S]> };

/** disabled: nothing is set; enabled: there is to be something, and is nothing yet (specification 2 §4). */
export type SectionState = 'disabled' | 'enabled' | 'saved';

export function stateOf(doc: ServicesDoc, section: SectionName): SectionState {
  const settings = doc[section];
  if (settings == null) return 'disabled';
  return Object.values(settings).some((value) => value !== null && value !== '') ? 'saved' : 'enabled';
}
