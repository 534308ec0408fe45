import type { ReactElement } from 'react';
import type { Language } from '#domain/config.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { OwnUser } from '#domain/documents/user.ts';
import { createClock } from '#domain/devices/clock.ts';
import { createEventStore, type FilledStore } from '#data/store/eventStore.ts';
import type { AppData, EventRepository, OpenEvent } from '#data/types.ts';
import { renderScreen, still } from './renderScreen.tsx';

/*
 * One screen on a store in memory. The calls that a test is about are given by the test; any other fails loudly. The
 * repository has its own tests on a real database.
 */

export const GALA = {
  ...{ _id: 'event', _rev: '1-a', type: 'event', id: 'gala', title: 'Gala', dbName: 'event-gala' },
  ...{ paymentTypes: ['none', 'card'], invoiceNextIndex: 0, invoicePrefix: 'GL-', metadata: {} },
};
export const sessionDoc = (id: string, title: string) => ({
  ...{
    _id: `session_${id}`,
    _rev: '1-a',
    type: 'session',
    title,
    date: Date.UTC(2026, 5, 1, 12),
    status: 'upcoming',
  },
  ...{ autoSave: false, autoSaveDelay: 60, clients: [], removedClients: {}, files: [], metadata: {} },
});

interface ScreenOptions {
  screen: ReactElement;
  path: string;
  at?: string;
  language?: Language;
  documents?: readonly object[];
  repository?: Partial<EventRepository>;
  data?: Partial<AppData>;
  user?: Partial<OwnUser>;
  events?: readonly CentralEvent[];
  online?: boolean;
}

export const centralEvent = (id: string, title: string, authorized: string[] = []): CentralEvent => ({
  ...{ id, title, dbName: `event-${id}`, status: 'upcoming', authorized, sessions: [] },
});

export async function showScreen(options: ScreenOptions) {
  const { documents = [], online = true } = options;
  const store: FilledStore = createEventStore('gala', (error) => {
    throw error;
  });
  store.apply([GALA, ...documents] as unknown as Parameters<FilledStore['apply']>[0]);
  const event = {
    ...{ id: 'gala', store, repository: options.repository ?? {}, close: () => undefined },
    sync: still({ mode: 'light', templates: true }),
  } as unknown as OpenEvent;
  const user: OwnUser = { _id: 'me', username: 'me', role: 'manager', ...options.user };
  const data = {
    login: still({ token: 't', expires: 9e15, user }),
    events: still(options.events ?? [centralEvent('gala', 'Gala')]),
    sync: { ...still({ online }), syncNow: async () => undefined },
    openEvent: async () => ({ ok: true, value: event }),
    device: { id: 'here', name: 'Here' },
    clock: createClock({ wall: () => Date.now() }),
    ...options.data,
  } as unknown as AppData;
  const view = await renderScreen({
    ...{ screen: options.screen, path: options.path, at: options.at, language: options.language },
    ...{ event, data },
  });
  return { ...view, store };
}
