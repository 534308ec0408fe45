import { answer, type ReadRequest } from '#features/imports/reading/answer.ts';
import { entriesIn } from '#features/statement/reading/entriesIn.ts';

/** The workers that read files without a thread, for jsdom, which has none. Stands in for the global `Worker`. */
export class FakeWorker extends EventTarget {
  constructor(private readonly url: URL) {
    super();
  }
  postMessage(request: ReadRequest | ArrayBuffer): void {
    const reply = String(this.url).includes('/statement/')
      ? Promise.resolve(entriesIn(new Uint8Array(request as ArrayBuffer)))
      : answer(request as ReadRequest);
    reply.then((data) => this.dispatchEvent(new MessageEvent('message', { data }))).catch(() => undefined);
  }
  terminate(): void {}
}
