import { lazy, type ComponentType } from 'react';
import { loadChunk } from './loadChunk.ts';

/**
 * A component that comes when it is shown first, tried again as screens are while the connection is bad: React keeps a failure
 * for good, and the one that came too late would take the whole screen with it.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadChunk(async () => ({ default: await load() })));
