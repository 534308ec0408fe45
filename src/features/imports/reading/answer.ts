import { ReadFailure, type ReadError } from './limits.ts';
import { readTable, type ReadChoice, type ReadTable } from './readTable.ts';

export interface ReadRequest {
  bytes: ArrayBuffer;
  choice: ReadChoice;
}
export type ReadReply = { ok: true; table: ReadTable } | { ok: false; code: ReadError };

/** What the worker says to a request; never fails. */
export const answer = ({ bytes, choice }: ReadRequest): Promise<ReadReply> =>
  readTable(new Uint8Array(bytes), choice)
    .then((table): ReadReply => ({ ok: true, table }))
    .catch((error: unknown): ReadReply => ({
      ok: false,
      code: error instanceof ReadFailure ? error.code : 'damaged',
    }));
