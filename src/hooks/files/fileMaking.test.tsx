import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { I18nextProvider } from 'react-i18next';
import { createI18n } from '#i18n/index.ts';
import type { JobReply } from '#pdf/fileJob.ts';
import { useFileMaking } from './fileMaking.ts';

/** A worker that says what the test lets it say. */
class QuietWorker extends EventTarget {
  terminate = vi.fn<() => void>();
  postMessage = vi.fn<(job: unknown) => void>();
  say(reply: JobReply): void {
    this.dispatchEvent(new MessageEvent('message', { data: reply }));
  }
}
const blob = new Blob(['x']);
const saved = vi.fn<() => void>();

beforeEach(() => {
  saved.mockClear();
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

async function setUp() {
  const i18n = await createI18n('en');
  const { result, unmount } = renderHook(useFileMaking, {
    wrapper: ({ children }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>,
  });
  const worker = new QuietWorker();
  vi.stubGlobal('Worker', function made() {
    return worker;
  });
  const start = (before: Promise<unknown> = Promise.resolve()) =>
    result.current.start({
      async make(inWorker) {
        await before;
        return { blob: await inWorker({ kind: 'csv', rows: [], separator: ',' }), name: 'x.pdf' };
      },
      done: (name) => `${name} is there`,
      onSaved: saved,
    });
  return { result, worker, start, unmount };
}

describe('making a file', () => {
  it('tells how much is done, saves, and is over', async () => {
    const { result, worker, start } = await setUp();
    let over: Promise<void> = Promise.resolve();
    await act(async () => void (over = start()));
    expect(result.current.share).toBe(0);
    act(() => worker.say({ kind: 'progress', done: 1, total: 4 }));
    expect(result.current.share).toBe(0.25);
    act(() => worker.say({ kind: 'done', blob, lettersAway: false }));
    await act(() => over);
    expect(result.current.share).toBeNull();
    expect(saved).toHaveBeenCalledOnce();
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('cancelled before its worker has begun, it is not saved later', async () => {
    const { result, worker, start } = await setUp();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    act(() => void start(gate));
    act(() => result.current.cancel());
    await act(async () => open());
    expect(worker.terminate).toHaveBeenCalled();
    await act(async () => worker.say({ kind: 'done', blob, lettersAway: false }));
    expect([saved.mock.calls.length, result.current.share]).toEqual([0, null]);
  });

  it('ends with the screen that asked for it', async () => {
    const { worker, start, unmount } = await setUp();
    await act(async () => void start());
    unmount();
    expect(worker.terminate).toHaveBeenCalled();
  });
});
