import { ReadFailure } from '../reading/limits.ts';
import { readTable } from '../reading/readTable.ts';
import type { ReadReply, ReadRequest } from '../reading/worker.ts';

/** The reading worker without a thread, for jsdom, which has no workers. Stands in for the global `Worker`. */
export class FakeWorker extends EventTarget {
  postMessage({ bytes, choice }: ReadRequest): void {
    readTable(new Uint8Array(bytes), choice)
      .then((table): ReadReply => ({ ok: true, table }))
      .catch((error: unknown): ReadReply => ({
        ok: false,
        code: error instanceof ReadFailure ? error.code : 'damaged',
      }))
      .then((data) => this.dispatchEvent(new MessageEvent('message', { data })))
      .catch(() => undefined);
  }
  terminate(): void {}
}
