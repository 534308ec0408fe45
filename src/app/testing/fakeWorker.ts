import { answer, type ReadRequest } from '#features/imports/reading/answer.ts';

/** The reading worker without a thread, for jsdom, which has no workers. Stands in for the global `Worker`. */
export class FakeWorker extends EventTarget {
  postMessage(request: ReadRequest): void {
    answer(request)
      .then((data) => this.dispatchEvent(new MessageEvent('message', { data })))
      .catch(() => undefined);
  }
  terminate(): void {}
}
