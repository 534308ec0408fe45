import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EventDoc } from '../documents/event.ts';
import type { Form } from '../documents/form.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { bySession } from '../documents/sessionOrder.ts';
import { docId } from '../ids.ts';
import { ok } from '../result.ts';
import type { Command } from './command.ts';

export interface OwnRegistration {
  consumer: Consumer;
  event: EventDoc;
  /** The version that was registered with. */
  form: Form | null;
  /** Whoever belongs to it, also those that staff added, by number. */
  guests: readonly {
    client: Client;
    sessions: readonly { session: Session; product: SessionEntry['product'] }[];
  }[];
}

/** A registration as its guest sees it; null where there is none. */
export const ownRegistration: Command<{ localId: string }, OwnRegistration | null> = (view, { localId }) => {
  const consumer = view.document('consumer', docId('consumer', localId));
  const event = view.document('event', 'event');
  if (consumer === null || event === null) return ok({ value: null, write: [] });
  const sessions = [...view.documents('session').values()].sort(bySession);
  const known = sessions.map(({ _id }) => view.entriesOf(_id));
  const guests = [...view.clients().values()]
    .filter(({ consumerId }) => consumerId === consumer._id)
    .sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''))
    .map((client) => ({
      client,
      sessions: known.flatMap((one) => {
        const entry = one?.session.clients.find(({ clientId }) => clientId === client._id);
        return one === null || entry === undefined ? [] : [{ session: one.session, product: entry.product }];
      }),
    }));
  const formId = consumer.registration?.formId ?? null;
  const form = formId === null ? null : (view.documents('form').get(formId) ?? null);
  return ok({ value: { consumer, event, form, guests }, write: [] });
};
