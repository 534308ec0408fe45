import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';

/** What each tab of the client display shows of. */
export interface TabProps {
  client: Client;
  /** The registration record; null when there is none, or none on this device yet. */
  consumer: Consumer | null;
}
