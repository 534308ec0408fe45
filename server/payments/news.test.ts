import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { News } from './news.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('work that follows from news', () => {
  function asked(news: News, signal = new AbortController().signal) {
    const state = { goesOn: false };
    void news.quiet(signal).then(() => (state.goesOn = true));
    return state;
  }

  it('waits while news is being kept, however long that takes, and a moment after it', async () => {
    const news = new News();
    let keep: () => void = () => undefined;
    const taken = news.take(() => new Promise((resolve) => (keep = resolve)));
    const work = asked(news);
    await vi.advanceTimersByTimeAsync(900);
    expect(work.goesOn).toBe(false);
    keep();
    await taken;
    await vi.advanceTimersByTimeAsync(24);
    expect(work.goesOn).toBe(false);
    await vi.advanceTimersByTimeAsync(26);
    expect(work.goesOn).toBe(true);
  });

  it('goes on at once where none comes, after a second where they never end, and when the server ends', async () => {
    const news = new News();
    const quiet = asked(news);
    await vi.advanceTimersByTimeAsync(0);
    expect(quiet.goesOn).toBe(true);

    void news.take(() => new Promise(() => undefined));
    const end = new AbortController();
    const [busy, ended] = [asked(news), asked(news, end.signal)];
    end.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect([busy.goesOn, ended.goesOn]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(999);
    expect(busy.goesOn).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(busy.goesOn).toBe(true);
  });
});
