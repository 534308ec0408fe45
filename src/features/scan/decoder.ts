/* The page's side of the decoding worker. */

export interface DecodeRequest {
  id: number;
  picture: ImageBitmap;
}
export interface DecodeAnswer {
  id: number;
  code: string | null;
  error?: string;
}

export interface Decoder {
  /** The code in the picture, or null. The picture is used up. */
  decode(picture: ImageBitmap): Promise<string | null>;
  close(): void;
}

/** Starts the worker, which loads the reader at once: the first ticket does not wait for it. */
export function createDecoder(): Decoder {
  const worker = new Worker(new URL('./decoderWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<string | null>>();
  let serial = 0;
  let broken: Error | null = null;
  const settle = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  worker.addEventListener('message', ({ data: { id, code, error } }: MessageEvent<DecodeAnswer>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(code);
    else asked?.reject(new Error(error));
  });
  worker.addEventListener('error', (event) => {
    broken = new Error(`decoder: ${event.message}`);
    settle(broken);
  });
  return {
    decode(picture) {
      if (broken !== null) return Promise.reject(broken);
      const id = ++serial;
      const answer = withResolvers<string | null>();
      waiting.set(id, answer);
      worker.postMessage({ id, picture } satisfies DecodeRequest, [picture]);
      return answer.promise;
    },
    close() {
      worker.terminate();
      settle(new Error('decoder: closed'));
    },
  };
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

/** `Promise.withResolvers` is younger than some phones at the door. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
