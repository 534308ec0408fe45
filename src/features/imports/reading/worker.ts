import { ReadFailure, type ReadError } from './limits.ts';
import { readTable, type ReadChoice, type ReadTable } from './readTable.ts';

export interface ReadRequest {
  bytes: ArrayBuffer;
  choice: ReadChoice;
}
export type ReadReply = { ok: true; table: ReadTable } | { ok: false; code: ReadError };

/* Reads one file, away from the page, and is ended by it. */
addEventListener('message', (message: MessageEvent<ReadRequest>) => {
  const { bytes, choice } = message.data;
  readTable(new Uint8Array(bytes), choice)
    .then((table): ReadReply => ({ ok: true, table }))
    .catch((error: unknown): ReadReply => ({
      ok: false,
      code: error instanceof ReadFailure ? error.code : 'damaged',
    }))
    .then((reply) => postMessage(reply))
    .catch(() => undefined);
});
