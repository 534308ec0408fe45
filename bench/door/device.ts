import type { Step } from './script.ts';

/** One device of the load, whichever way it replicates. */
export interface LoadDevice {
  /** Writes one check-in or cancellation; resolves when it is durable on this device. */
  act(step: Step): Promise<Written>;
  /** Looks at the view as a screen would after a change; the answers of `words` are of this moment. */
  look(): void;
  /** How many check-ins and cancellations of this guest the view shows. */
  words(guest: number): number;
  subscribe(listener: () => void): () => void;
  /** Waits for the session as the server has it (`rev`), then says what this device holds. */
  state(rev: string | null): Promise<DeviceState>;
  close(): Promise<void>;
}

/** A check-in document that a device was told is saved. */
export interface Written {
  id: string;
  clientId: string;
  /** What the entry says from now on. */
  checkInTime: number | null;
}

/** What a device holds at the end. */
export interface DeviceState {
  checkins: string[];
  /** `checkInTime` by client, as the screens show it; null where a device has no such view. */
  entries: [clientId: string, checkInTime: number | null][] | null;
  /** Ids of documents with more than one leaf. */
  conflicts: string[];
  /** Changes that never reached the server. */
  waiting: number;
  /** Bytes of the answers' bodies, from when the event was open here. */
  received: number;
  /** ms for which the longest trouble was shown: out of reach, or an error. */
  trouble: number;
  errors: string[];
}

export interface DeviceOptions {
  url: string;
  username: string;
  eventId: string;
  dbName: string;
  sessionId: string;
}

/** ms on a clock that all processes of a machine share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
