import type { Checkin } from '../documents/checkin.ts';
import type { Client } from '../documents/client.ts';
import type { DocOf } from '../documents/index.ts';
import type { Session } from '../documents/session.ts';
import type { PlacesTally } from '../desk/tally.ts';
import type { KnownEntries } from '../entries/acts.ts';
import type { EventDocType } from '../ids.ts';

/**
 * An event's documents as a command looks at them: all its answers are of one moment. What a view has not read yet it
 * answers by throwing `Unread`; the run then reads it and decides again from the start.
 */
export interface EventView {
  /**
   * The document itself as the database has it now, its conflicts merged: what a command makes a new version of. Null
   * where there is none.
   */
  stored<T extends EventDocType>(type: T, id: string): DocOf<T> | null;
  /** The same of many, in one read; those that are not there are left out. */
  storedOf<T extends EventDocType>(type: T, ids: readonly string[]): ReadonlyMap<string, DocOf<T>>;
  /**
   * The same for thousands, portion by portion: in a browser they are in memory. One that is behind the database loses the
   * race for its next version, and is read then.
   */
  knownOf<T extends EventDocType>(type: T, ids: readonly string[]): ReadonlyMap<string, DocOf<T>>;
  /** For a look only: in a browser it is in memory and may be a moment behind the database. */
  document<T extends EventDocType>(type: T, id: string): DocOf<T> | null;
  /** All of a type, for a look. */
  documents<T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>>;
  /** Those that are not deleted. */
  clients(): ReadonlyMap<string, Client>;
  /** Whether a client's registration is cancelled (readings, no. 48); for a look, at any number of them. */
  isCanceled(clientId: string): boolean;
  /** Whether one of them has this number, or a ticket with it. */
  hasNumber(number: string): boolean;
  /**
   * The session as screens show it: with the entry changes and check-ins that are not folded into it yet, without the
   * entries of deleted clients and without the places of cancelled ones.
   */
  session(sessionId: string): Session | null;
  /** What is known of a session's entries, those of deleted clients too: what entry changes are decided on. */
  entriesOf(sessionId: string): KnownEntries | null;
  /** How many places its entries take; null where there is no session. */
  placesIn(sessionId: string): PlacesTally | null;
  /** The check-in documents of a client in a session, newest first. */
  checkinsOf(sessionId: string, clientId: string): readonly Checkin[];
  /** Those of all its clients. */
  checkinsIn(sessionId: string): ReadonlyMap<string, readonly Checkin[]>;
}

/** Thrown by a view for what it has not read yet. */
export class Unread extends Error {
  /** Reads it into the view. */
  readonly read: () => Promise<void>;

  constructor(read: () => Promise<void>) {
    super('not read yet');
    this.read = read;
  }
}
