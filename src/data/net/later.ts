import type { Result } from '#domain/result.ts';
import { attempt, DataFailure } from '../failure.ts';
import type { Failure } from '../types.ts';

type Ask = (...args: unknown[]) => Promise<Result<unknown, Failure>>;

/**
 * Stands for a part of what is loaded with the first call: an object that has nothing but functions with an `Outcome`. They
 * fail with `offline` where the code cannot be had, and the next call tries again.
 */
export function later<Parts extends object, Name extends keyof Parts>(
  load: () => Promise<Parts>,
  part: Name,
): Parts[Name] {
  const asks = new Map<string | symbol, Ask>();
  function get(_target: object, name: string | symbol): Ask {
    // The same function each time: effects of screens depend on it.
    const ask: Ask =
      asks.get(name) ??
      ((...args) =>
        attempt(async () => {
          const parts = await loaded(load);
          return (Reflect.get(parts[part] as object, name) as Ask)(...args);
        }));
    asks.set(name, ask);
    return ask;
  }
  return new Proxy({}, { get }) as Parts[Name];
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new DataFailure({ code: 'offline', message: String(error) });
  }
}
