import type { CopyMode } from '#domain/devices/light.ts';
import type { DatabaseSync } from '../types.ts';

/** How a database stands of which nothing is known yet. */
export const blankStatus = (id: string, mode: CopyMode): DatabaseSync => ({
  id,
  state: 'idle',
  mode,
  wanted: mode,
  localDocs: 0,
  remoteDocs: null,
  complete: false,
  current: false,
  templates: false,
  waiting: 0,
  unsentCheckins: [],
  lastExchange: null,
  progress: null,
  refused: [],
  error: null,
  lostAt: null,
});
