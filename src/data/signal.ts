import type { Readable } from './types.ts';

/** Listeners with their undo. A listener that throws does not keep the others from hearing. */
export interface Emitter {
  subscribe(listener: () => void): () => void;
  emit(): void;
  readonly size: number;
}

export function createEmitter(report: (error: unknown) => void = () => undefined): Emitter {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // A wrapper, so that one function subscribed twice is two subscriptions.
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    emit() {
      for (const listener of [...listeners]) {
        try {
          listener();
        } catch (error) {
          report(error);
        }
      }
    },
    get size() {
      return listeners.size;
    },
  };
}

export interface Cell<T> extends Readable<T> {
  set(value: T): void;
}

/** A value that tells its listeners when it is replaced by another one. */
export function createCell<T>(initial: T, report?: (error: unknown) => void): Cell<T> {
  let value = initial;
  const emitter = createEmitter(report);
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      emitter.emit();
    },
    subscribe: (listener) => emitter.subscribe(listener),
  };
}

/** Runs `work` once per microtask, however often it was asked for. */
export function batched(work: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      work();
    });
  };
}
