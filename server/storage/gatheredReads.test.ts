import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatherReads, type Callback, type ReadOptions } from './gatheredReads.ts';
import { mendingLevel } from './mending.ts';

type Given = (callback: Callback) => void;
const done = (call: Given): Promise<unknown> =>
  new Promise((resolve, reject) => call((error, result) => (error ? reject(error) : resolve(result))));

describe('reads of one moment', () => {
  let folder = '';
  let level: ReturnType<typeof mendingLevel>;
  /** Keys that LevelDB was asked for, by call. */
  let asked: unknown[][] = [];
  let reads: ReturnType<typeof gatherReads>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-reads-'));
    level = mendingLevel(folder);
    await done((callback) => level._open({ createIfMissing: true }, callback));
    for (const key of ['a', 'b', 'c']) await put(key, `of ${key}`);
    asked = [];
    reads = gatherReads((keys, options, callback) => {
      asked.push(keys);
      level._getMany(keys, options, callback);
    });
  });
  afterEach(async () => {
    await done((callback) => level._close(callback));
    await rm(folder, { recursive: true, force: true });
  });
  const put = (key: string, value: string) => done((callback) => level._put(key, value, {}, callback));
  const get = (key: string, options: ReadOptions = { asBuffer: false }) =>
    done((callback) => reads.get(key, options, callback));

  it('are one, each with its own answer: as text or as bytes, and what is not there is not found', async () => {
    const all = [get('a'), get('b', { asBuffer: true }), get('a'), get('c')];
    const missing = get('x').then(() => 'there', String);
    expect(await Promise.all(all)).toEqual(['of a', Buffer.from('of b'), 'of a', 'of c']);
    expect(await missing).toMatch(/notfound/i);
    expect(asked).toEqual([['b'], ['a', 'a', 'c', 'x']]);
    await get('a');
    expect(asked).toHaveLength(3);
  });

  it('see what was written before they were asked for, also by who waits for others', async () => {
    const before = get('a');
    const later = put('a', 'new').then(() => get('a'));
    // Asked for at the same time as it is written: either is right.
    expect(['of a', 'new']).toContain(await before);
    expect(await later).toBe('new');
  });

  it('come before an end that is asked for in the same moment', async () => {
    const direct = mendingLevel(join(folder, 'other'));
    await done((callback) => direct._open({ createIfMissing: true }, callback));
    await done((callback) => direct._put('a', 'here', {}, callback));
    const read = done((callback) => direct._get('a', { asBuffer: false }, callback));
    const end = done((callback) => direct._close(callback));
    expect(await read).toBe('here');
    await end;
  });

  it('answer each in its own call: one that throws keeps no other from its answer', async () => {
    const call = new AsyncLocalStorage<string>();
    const heard: unknown[] = [];
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const thrown = new Promise<void>((resolve) => {
      process.once('uncaughtException', () => {
        heard.push(['thrown in', call.getStore()]);
        resolve();
      });
    });
    try {
      const second = new Promise<void>((resolve) => {
        call.run('one', () =>
          reads.get('a', { asBuffer: false }, () => {
            throw new Error('on purpose');
          }),
        );
        call.run('two', () =>
          reads.get('b', { asBuffer: false }, (_, value) => {
            heard.push([call.getStore(), value]);
            resolve();
          }),
        );
      });
      await Promise.all([second, thrown]);
      expect(heard).toEqual([
        ['thrown in', 'one'],
        ['two', 'of b'],
      ]);
    } finally {
      for (const one of others) process.on('uncaughtException', one);
    }
  });
});
