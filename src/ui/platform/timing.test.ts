import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadChunk } from './loadChunk.ts';
import { createIndicator } from './loadingIndicator.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

function scene() {
  const shown: string[] = [];
  const indicator = createIndicator(
    () => shown.push('show'),
    () => shown.push('hide'),
  );
  return { indicator, shown };
}

describe('the loading indicator', () => {
  it('[SHELL-11] shows after 150 ms only', () => {
    const { indicator, shown } = scene();
    indicator.begin();
    vi.advanceTimersByTime(149);
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['show']);
  });

  it('[SHELL-11] never shows for a quick change', () => {
    const { indicator, shown } = scene();
    indicator.begin();
    vi.advanceTimersByTime(140);
    indicator.end();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([]);
  });

  it('[SHELL-12] stays for 500 ms once shown', () => {
    const { indicator, shown } = scene();
    indicator.begin();
    vi.advanceTimersByTime(160);
    indicator.end();
    vi.advanceTimersByTime(489);
    expect(shown).toEqual(['show']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['show', 'hide']);
  });

  it('goes at once when the load took longer than that, and stays through a second change', () => {
    const { indicator, shown } = scene();
    indicator.begin();
    vi.advanceTimersByTime(200);
    indicator.end();
    indicator.begin();
    vi.advanceTimersByTime(2000);
    expect(shown).toEqual(['show']);
    indicator.end();
    expect(shown).toEqual(['show', 'hide']);
  });
});

describe('parts of the app', () => {
  it('[ERROR-26] a part that keeps failing raises a ChunkLoadError after 120 s, with tries in between', async () => {
    const load = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('Failed to fetch')));
    const failed = loadChunk(load).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(load.mock.calls.length).toBeGreaterThan(10);
    let settled = false;
    void failed.then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const cause = await failed;
    expect(cause).toBeInstanceOf(ChunkLoadError);
    expect((cause as Error).name).toBe('ChunkLoadError');
    const tries = load.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load.mock.calls.length).toBe(tries);
  });

  it('[ERROR-26] one that hangs raises it too', async () => {
    const failed = loadChunk(() => new Promise<never>(() => undefined)).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toBeInstanceOf(ChunkLoadError);
  });

  it('one that comes back is loaded, and the person hears of the wait', async () => {
    const onRetry = vi.fn<() => void>();
    let tries = 0;
    const loading = loadChunk(async () => {
      tries += 1;
      if (tries < 4) throw new TypeError('Failed to fetch');
      return 'screen';
    }, onRetry);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await loading).toBe('screen');
    expect(onRetry).toHaveBeenCalledTimes(3);
  });
});
