import type { MailFault } from '#api/schemas.ts';
import type { Failure } from '#domain/notifications/row.ts';
import type { Frozen } from './frozen.ts';

/** How one message went, as far as it can be known. */
export type Outcome =
  | { kind: 'sent'; providerId?: string }
  /** Surely not accepted; `permanent`: to try again is of no use. */
  | { kind: 'refused'; failure: Failure; permanent: boolean }
  /** Accepted or not: nobody knows. */
  | { kind: 'unknown' }
  /** Somebody else has it, or this process ends: nothing was accepted. */
  | { kind: 'left' }
  /** Nothing can be sent there at all now; `permanent`: until the settings are others. */
  | { kind: 'down'; fault: MailFault | 'disabled'; permanent: boolean };

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
