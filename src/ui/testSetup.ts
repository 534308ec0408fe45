import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { notify } from './components/notify.tsx';

// Screens are loaded when they are first visited: on a busy machine that takes a while, and
// as elsewhere the limit is only for what never comes.
configure({ asyncUtilTimeout: 30_000 });

/* What Mantine needs of a browser and jsdom does not have. */

class MediaQueryStub extends EventTarget {
  readonly matches = false;
  readonly onchange = null;
  constructor(readonly media: string) {
    super();
  }
  // The old names, which libraries still call.
  addListener(): void {}
  removeListener(): void {}
}
window.matchMedia = (query) => new MediaQueryStub(query) as MediaQueryList;

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = ResizeObserverStub;

Element.prototype.scrollIntoView = () => {};
Element.prototype.scrollTo = () => {};
window.scrollTo = () => {};
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// Files share their page; what a device remembers is another one's.
localStorage.clear();
sessionStorage.clear();

// Without vitest's globals the testing library does not clean up by itself. Files share their modules, messages too.
afterEach(() => {
  cleanup();
  notify.clear();
  vi.useRealTimers();
});
