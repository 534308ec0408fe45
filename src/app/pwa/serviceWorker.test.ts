import { beforeEach, describe, expect, it, vi } from 'vitest';
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

async function scene(controller: object | null) {
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  const heard: string[] = [];
  const source = registerServiceWorker();
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
});
