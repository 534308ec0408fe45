import { createHash } from 'node:crypto';
import { canonical } from '#domain/canonical.ts';
import { read } from '../../storage/documents.ts';
import type { Database } from '../../storage/types.ts';
import type { Picture } from './pictures.ts';

/** A file that goes with a mail, as it was meant. */
export interface FrozenFile {
  /** `own`: the organiser's. */
  kind: 'invitation' | 'invoice' | 'own';
  name: string;
  sha256: string;
  /** As in papers.ts; none in rows of before, nor of what is never made anew. */
  meant?: string;
  /** Too large to go along: the mail says where it is. */
  linked?: true;
}

export const isAttached = ({ linked }: FrozenFile): boolean => linked !== true;

/** How those who have the mail, and nobody else, get its large files. */
export interface Links {
  /** Signs their addresses. */
  key: string;
  /** ms; they hold no longer. */
  until: number;
}

/** How whoever gets news says that they want no more (readings, no. 57). */
export interface OptOut {
  /** Where it is said: a page of ours, or a mail to the sender where nobody outside can reach this server. */
  url: string;
  /** Whoever knows it has got the message; only with a page. */
  token?: string;
}

/** A message as it was meant when it was first tried: what a crash repeats is this. */
export type Frozen =
  | {
      method: 'email';
      to: string;
      from: { name: string; address: string };
      subject: string;
      html: string;
      text: string;
      messageId: string;
      /** ms */
      date: number;
      files: readonly FrozenFile[];
      /** Parts that the text names; what is in them is kept once for all who get it. */
      pictures?: readonly Omit<Picture, 'bytes'>[];
      links?: Links;
      /** Of news. */
      optOut?: OptOut;
    }
  | {
      method: 'sms' | 'whatsapp';
      to: string;
      from: string;
      text: string;
      contentSid: string | null;
      /** What stands for the content's placeholders; none in rows of before. */
      variables?: Readonly<Record<string, string>>;
      date: number;
    };

export const frozenId = (rowId: string): string => `frozen/${rowId}`;

export const digestOf = (frozen: Frozen): string =>
  createHash('sha256').update(canonical(frozen)).digest('base64url');

/** As it is stored: what was meant, and what of it is told on devices. */
export interface Kept {
  frozen: Frozen;
  message?: string;
}

export async function keptOf(db: Database, rowId: string): Promise<Kept | null> {
  const stored = (await read(db, frozenId(rowId))) as unknown as Kept | null;
  if (stored === null) return null;
  const { frozen, message } = stored;
  return message === undefined ? { frozen } : { frozen, message };
}

export const frozenOf = async (db: Database, rowId: string): Promise<Frozen | null> =>
  (await keptOf(db, rowId))?.frozen ?? null;
