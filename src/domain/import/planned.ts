import type { Category, Language, Title } from '../config.ts';
import type { Placement } from '../documents/session.ts';

/** A client that the import will create, with its registrations. */
export interface PlannedClient {
  line: number;
  /** Empty: one is made up. */
  number: string;
  title: Title | null;
  forename: string;
  surname: string;
  company: string;
  category: Category;
  language: Language;
  email: string;
  phone: string;
  notes: string;
  diet?: string;
  /** Rows with the same text here are one registration; absent: a row is one of its own. */
  party?: string;
  /** The registration that is there already and that it is of. */
  joins?: string;
  address: { street: string; zip: string; city: string; country: string } | null;
  registrations: readonly { sessionId: string; placement: Placement | null }[];
}
