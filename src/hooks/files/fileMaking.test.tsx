import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { I18nextProvider } from 'react-i18next';
import { createI18n } from '#i18n/index.ts';
import type { JobReply } from '#pdf/fileJob.ts';
import { notify } from '#ui/components/notify.tsx';
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
const WHOLE = { lettersAway: false, boxed: [] };
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

/** What the browser asks the page before it is closed or loaded anew; a new version of the app asks so too. */
const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('making a file', () => {
  it('tells how much is done, saves, and is over', async () => {
    const { result, worker, start } = await setUp();
    let over: Promise<void> = Promise.resolve();
    await act(async () => void (over = start()));
    expect(result.current.share).toBe(0);
    act(() => worker.say({ kind: 'progress', done: 1, total: 4 }));
    expect(result.current.share).toBe(0.25);
    expect(mayLeave()).toBe(false);
    act(() => worker.say({ kind: 'done', blob, ...WHOLE }));
    await act(() => over);
    expect(result.current.share).toBeNull();
    expect(mayLeave()).toBe(true);
    expect(saved).toHaveBeenCalledOnce();
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('says which letters the file has boxes for, until somebody has read it', async () => {
    const told = vi.spyOn(notify, 'error');
    const { worker, start } = await setUp();
    let over: Promise<void> = Promise.resolve();
    await act(async () => void (over = start()));
    act(() => worker.say({ kind: 'done', blob, lettersAway: false, boxed: ['สมชาย ใจดี', 'अनिल'] }));
    await act(() => over);
    expect(told.mock.calls).toEqual([
      [
        'Letters of 2 lines, such as “สมชาย ใจดี”, are in no typeface: in the file a box (□) stands for each.',
        'letters-boxed',
      ],
    ]);
    expect(saved).toHaveBeenCalledOnce();
  });

  it('cancelled before its worker has begun, it is not saved later', async () => {
    const { result, worker, start } = await setUp();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    act(() => void start(gate));
    act(() => result.current.cancel());
    await act(async () => open());
    expect(worker.terminate).toHaveBeenCalled();
    await act(async () => worker.say({ kind: 'done', blob, ...WHOLE }));
    expect([saved.mock.calls.length, result.current.share]).toEqual([0, null]);
  });

  it('ends with the screen that asked for it', async () => {
    const { worker, start, unmount } = await setUp();
    await act(async () => void start());
    unmount();
    expect(worker.terminate).toHaveBeenCalled();
  });
});
