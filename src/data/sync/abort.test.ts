import { describe, expect, it, vi } from 'vitest';
import { createEmitter } from '../signal.ts';
import { linked, until } from './abort.ts';

describe('a linked signal', () => {
  it('ends with any of its sources, and at once where one has ended before', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const first = linked(one.signal, two.signal);
    expect(first.signal.aborted).toBe(false);
    two.abort(new Error('two'));
    expect(first.signal.reason).toEqual(new Error('two'));
    expect(linked(one.signal, two.signal).signal.aborted).toBe(true);
  });

  it('ends no source, and hears of none when it was released', () => {
    const source = new AbortController();
    const own = linked(source.signal);
    own.abort();
    expect([own.signal.aborted, source.signal.aborted]).toEqual([true, false]);
    const other = linked(source.signal);
    other.release();
    source.abort();
    expect(other.signal.aborted).toBe(false);
  });
});

describe('waiting until something is so', () => {
  const setUp = () => {
    const controller = new AbortController();
    const emitter = createEmitter();
    const state = { done: false };
    const wait = () => until(() => state.done, emitter.subscribe, controller.signal);
    return { controller, emitter, state, wait };
  };

  it('is over when it is told and true, not before', async () => {
    const { emitter, state, wait } = setUp();
    const over = vi.fn<() => void>();
    const waiting = wait().then(over);
    emitter.emit();
    await Promise.resolve();
    expect(over).not.toHaveBeenCalled();
    state.done = true;
    emitter.emit();
    await waiting;
    expect(over).toHaveBeenCalledOnce();
    await wait();
  });

  it('fails when it is ended, also when that came first', async () => {
    const { controller, wait } = setUp();
    const waiting = wait();
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(wait()).rejects.toThrow('enough');
  });
});
