import type { Result } from '../result.ts';
import type { Role } from '../rights/roles.ts';
import type { Pictures } from '../sessions/archive.ts';

/** Who writes. */
export interface Signer {
  id: string;
  role: Role;
  /** The user name, by which the history calls whoever signs with this id. */
  name: string;
}

export interface Refusal {
  code:
    | 'forbidden_role'
    | 'forbidden_author'
    | 'forbidden_immutable'
    | 'forbidden_delete'
    | 'session_archived'
    /** Whoever it is about was erased: nothing of them comes back. */
    | 'erased'
    | 'time_ahead'
    | 'invalid_document'
    /** A later version of this program wrote what is stored, or what comes. */
    | 'newer_document'
    /** What is stored is of a later version than what comes, whose writer is to be updated first. */
    | 'update_first';
  /** Dotted path of the field for `invalid_document`. */
  field?: string;
  detail?: string;
}

/** What the judgement needs to know beside the document. */
export interface Circumstances {
  /** ms, by the server's clock as far as it is known; Infinity where nothing can be ahead of it. */
  now: number;
  /** Of a check-in or an entry change: since when its session is archived, or null. */
  archivedSince: number | null;
  /**
   * It comes from no app of ours but from a script or another program, which knows the outside contract and no versions:
   * what it writes is read as of the first version, also where it takes the place of a later one.
   */
  fromOutside?: boolean;
  /** The attachments of a document that comes or is stored. Absent where no write changes any. */
  picturesOf?: (doc: Record<string, unknown>) => Pictures;
  /** A command of this program decided it, and nobody changes it any more: its shape is looked at once. */
  isDecided?: boolean;
}

/** A document as replication carries it. */
export type IncomingDoc = Record<string, unknown> & { _id?: unknown; _deleted?: unknown };

/** What is stored under an id now, or null. */
export type Stored = Readonly<Record<string, unknown>> | null;

export type Verdict = Result<null, Refusal>;
