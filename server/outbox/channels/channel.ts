import type { MailFault } from '#api/schemas.ts';
import type { Failure } from '#domain/notifications/row.ts';
import type { Frozen } from '../ledger/frozen.ts';

/** How one message went, as far as it can be known. */
export type Outcome =
  | { kind: 'sent'; providerId?: string }
  /** Surely not accepted; `permanent`: to try again is of no use; `after`: nor is it sooner (ms). */
  | { kind: 'refused'; failure: Failure; permanent: boolean; after?: number }
  /** Accepted or not: nobody knows. `stalled`: its provider did not answer in time, and the next would wait for it as well. */
  | { kind: 'unknown'; stalled?: true }
  /** Somebody else has it, or this process ends: nothing was accepted. */
  | { kind: 'left' }
  /**
   * Nothing can be sent there at all now; `permanent`: until the settings are others; `midway`: it came to be so upon this message,
   * which may be its cause; `code`: by which the server asked to wait, before it took anything: for a login, or one connection more.
   */
  | { kind: 'down'; fault: MailFault | 'disabled'; permanent: boolean; midway?: true; code?: number };

/** Where messages of one kind go. */
export interface Channel {
  /** How many go at once. */
  readonly atOnce: number;
  /** `commit` is awaited before the other side can accept, and says whether it may. */
  send(
    frozen: Frozen,
    files: readonly Uint8Array[],
    commit: () => Promise<boolean>,
    /** Whose news the other side may tell later; without it there are none. */
    rowId?: string,
  ): Promise<Outcome>;
  close(): void;
}
