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
/** The worker's word that it will read nothing. */
export interface DecoderBroken {
  broken: string;
}

export interface Decoder {
  /** The code in the picture, or null. The picture is used up. */
  decode(picture: ImageBitmap): Promise<string | null>;
  close(): void;
}

/**
 * Starts the worker, which loads the reader at once: the first ticket does not wait for it. `onBroken` is told when it cannot be
 * loaded, as without a network on a device that does not hold all of the app yet.
 */
export function createDecoder(onBroken: () => void): Decoder {
  const worker = new Worker(new URL('./decoderWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<string | null>>();
  let serial = 0;
  let broken: Error | null = null;
  const settle = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  function breakDown(why: string): void {
    if (broken !== null) return;
    broken = new Error(`decoder: ${why}`);
    settle(broken);
    onBroken();
  }

  worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer | DecoderBroken>) => {
    if ('broken' in data) return breakDown(data.broken);
    const { id, code, error } = data;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(code);
    else asked?.reject(new Error(error));
  });
  worker.addEventListener('error', ({ message }) => breakDown(message));
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
