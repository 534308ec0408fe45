import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCell } from '#data/signal.ts';
import { ALL_PARTS } from './laterParts.ts';
import { registerServiceWorker } from './serviceWorker.ts';

const listeners = new Map<string, (event: object) => void>();
const register = vi.fn<() => Promise<void>>(async () => undefined);
const scripts: string[] = [];

vi.mock('workbox-window', () => ({
  Workbox: class {
    constructor(script: string) {
      scripts.push(script);
    }
    addEventListener(name: string, listener: (event: object) => void) {
      listeners.set(name, listener);
    }
    messageSkipWaiting() {}
    update = async () => undefined;
    register = register;
  },
}));

const asked: unknown[] = [];

function begin(controller: object | null, wantsAll = createCell(false), isThere = createCell(true)) {
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { controller, ready: { active: { postMessage: (said: unknown) => asked.push(said) } } },
    configurable: true,
  });
  const heard: string[] = [];
  const source = registerServiceWorker({ isThere, wantsAll });
  source.onReplaced(() => heard.push('replaced'));
  source.onOfflineReady(() => heard.push('offline ready'));
  source.onWaiting(() => heard.push('waiting'));
  return heard;
}

async function scene(...parts: Parameters<typeof begin>) {
  const heard = begin(...parts);
  await expect.poll(() => register.mock.calls.length).toBe(1);
  return heard;
}

beforeEach(() => {
  register.mockClear();
  listeners.clear();
  scripts.length = 0;
  asked.length = 0;
  return () => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  };
});

describe('the service worker', () => {
  it('[PWA-01] is registered', async () => {
    await scene(null);
    expect(scripts).toEqual(['/sw.js']);
  });

  it('on a new device waits for a login, or for a while', async () => {
    vi.useFakeTimers();
    const isThere = createCell(false);
    begin(null, createCell(false), isThere);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(register).not.toHaveBeenCalled();
    isThere.set(true);
    await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
    register.mockClear();
    begin(null, createCell(false), createCell(false));
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
    register.mockClear();
    // Whoever has the app hears of a new version on the login page too.
    begin({}, createCell(false), createCell(false));
    await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
  });

  it('the first one replaces nothing, also when the page before began to install it', async () => {
    const heard = await scene(null);
    listeners.get('activated')?.({ isUpdate: false });
    listeners.get('controlling')?.({ isUpdate: false, isExternal: true });
    expect(heard).toEqual(['offline ready']);
  });

  it('a later one waits, and replaces what an older one served', async () => {
    const heard = await scene({});
    listeners.get('waiting')?.({});
    listeners.get('controlling')?.({ isUpdate: true });
    expect(heard).toEqual(['waiting', 'replaced']);
  });

  it('keeps the parts for preparing events only for whoever does that', async () => {
    const preparesEvents = createCell(false);
    await scene(null, preparesEvents);
    window.dispatchEvent(new Event('online'));
    expect(asked).toEqual([]);
    preparesEvents.set(true);
    await expect.poll(() => asked).toEqual([{ type: ALL_PARTS }]);
    // What a lost network cut goes on.
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => asked).toHaveLength(2);
  });
});
