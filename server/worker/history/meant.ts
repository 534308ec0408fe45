import { RATES } from '#domain/config.ts';
import { newDocument } from '#domain/documents/new.ts';
import type { HistoryValue } from '#i18n/history.ts';
import { clientState, consumerState, sessionState, type DocState } from './snapshot.ts';

type Fields = Readonly<Record<string, HistoryValue>>;

/** What a document means that says nothing of these fields. */
const MEANT: Record<DocState['kind'], Fields> = {
  client: clientState(newDocument('client', { _id: 'client_', forename: '', surname: '' })).fields,
  consumer: consumerState(newDocument('consumer', { _id: 'consumer_' })).fields,
  session: sessionState(newDocument('session', { _id: 'session_', title: '', date: 0 })).fields,
};
const OF_REGISTRATION: Fields = { 'registration.rate': RATES[0], 'registration.vat': 0 };

/**
 * With what is left out, as other programs may. The app writes it down when it saves such a document, and whoever changed a status there
 * has changed no more than that.
 */
export function withMeant({ kind, fields }: DocState): Fields {
  const isRegistered = Object.keys(fields).some((field) => field.startsWith('registration.'));
  // Twice: changes are told in the order of the document's own.
  return { ...fields, ...MEANT[kind], ...(isRegistered ? OF_REGISTRATION : {}), ...fields };
}
