import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Form } from '../documents/form.ts';
import type { Session } from '../documents/session.ts';
import { PlacesTally } from './tally.ts';

interface Documents {
  clients: ReadonlyMap<string, Client>;
  consumers: ReadonlyMap<string, Consumer>;
  forms: ReadonlyMap<string, Form>;
}

/**
 * How many places a session's entries take, as its public page counts them: an option for eight takes eight, whoever is named.
 * Null where nothing is for several, so that the guests say it. `session`: as it is now, with what changed laid over.
 */
export function placesTaken(session: Session, { clients, consumers, forms }: Documents): number | null {
  const isForSeveral = [...forms.values()].some(({ options }) =>
    options.some(({ clientCount }) => clientCount > 1),
  );
  if (!isForSeveral) return null;
  const view = {
    client: (id: string) => clients.get(id),
    consumer: (id: string) => consumers.get(id),
    form: (id: string) => forms.get(id),
  };
  return PlacesTally.of({ session, acts: new Map() }, view).all;
}
