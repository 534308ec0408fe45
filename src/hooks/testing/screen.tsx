import { MantineProvider } from '@mantine/core';
import { StatusArea } from '#ui/StatusArea.tsx';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Language } from '#domain/config.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { SessionUser } from '#domain/documents/user.ts';
import { createEventStore, type FilledStore } from '#data/store/eventStore.ts';
import type { AppData, EventRepository, OpenEvent } from '#data/types.ts';
import { createI18n } from '#i18n/index.ts';
import { AppDataProvider } from '../appData.tsx';
import { EventProvider } from '../event.tsx';

/*
 * One screen on a store in memory. The calls that a test is about are given by the test; any other fails loudly. The
 * repository has its own tests on a real database.
 */

const still = <T,>(value: T) => ({ get: () => value, subscribe: () => () => undefined });

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
  user?: Partial<SessionUser>;
  events?: readonly CentralEvent[];
  online?: boolean;
}

export const centralEvent = (id: string, title: string, authorized: string[] = []): CentralEvent => ({
  ...{ id, title, dbName: `event-${id}`, status: 'upcoming', authorized, sessions: [] },
});

export async function showScreen(options: ScreenOptions) {
  const { screen, path, at = path, language = 'en', documents = [], online = true } = options;
  const i18n = await createI18n(language);
  const store: FilledStore = createEventStore('gala', (error) => {
    throw error;
  });
  store.apply([GALA, ...documents] as unknown as Parameters<FilledStore['apply']>[0]);
  const event = {
    ...{ id: 'gala', store, repository: options.repository ?? {}, close: () => undefined },
    sync: still({ mode: 'light' }),
  } as unknown as OpenEvent;
  const user: SessionUser = { _id: 'me', username: 'me', role: 'manager', ...options.user };
  const data = {
    login: still({ token: 't', expires: 9e15, user }),
    events: still(options.events ?? [centralEvent('gala', 'Gala')]),
    sync: { ...still({ online }), syncNow: async () => undefined },
    openEvent: async () => ({ ok: true, value: event }),
    ...options.data,
  } as unknown as AppData;
  const router = createMemoryRouter(
    [
      { path, element: <EventProvider event={event}>{screen}</EventProvider> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/before', at], initialIndex: 1 },
  );
  const view = render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <StatusArea />
        <AppDataProvider data={data}>
          <RouterProvider router={router} />
        </AppDataProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { ...view, store, path: () => router.state.location.pathname };
}
