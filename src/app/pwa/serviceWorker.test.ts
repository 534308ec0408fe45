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

async function scene(controller: object | null, preparesEvents = createCell(false)) {
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { controller, ready: { active: { postMessage: (said: unknown) => asked.push(said) } } },
    configurable: true,
  });
  const heard: string[] = [];
  const source = registerServiceWorker(preparesEvents);
  source.onReplaced(() => heard.push('replaced'));
  source.onOfflineReady(() => heard.push('offline ready'));
  source.onWaiting(() => heard.push('waiting'));
  await expect.poll(() => register.mock.calls.length).toBe(1);
  return heard;
}

beforeEach(() => {
  register.mockClear();
  listeners.clear();
  scripts.length = 0;
  asked.length = 0;
  return () => vi.unstubAllEnvs();
});

describe('the service worker', () => {
  it('[PWA-01] is registered', async () => {
    await scene(null);
    expect(scripts).toEqual(['/sw.js']);
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
