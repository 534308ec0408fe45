import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DoorCalls } from './child.ts';

/** A child process with devices, callable from here. */
export interface Child {
  call<K extends keyof DoorCalls>(name: K, arg: Parameters<DoorCalls[K]>[0]): ReturnType<DoorCalls[K]>;
  end(): void;
}

interface Reply {
  id: number;
  value?: unknown;
  error?: string;
}

export function startChild(): Child {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)));
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let count = 0;
  child.on('message', ({ id, value, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`a child ended with ${code}`));
    waiting.clear();
  });
  return {
    call: (name, arg) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++count;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, arg });
      }) as ReturnType<DoorCalls[typeof name]>,
    end: () => void child.kill(),
  };
}
