import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Language } from '#domain/config.ts';
import type { AppData, OpenEvent } from '#data/types.ts';
import { createI18n } from '#i18n/index.ts';
import { StatusArea } from '#ui/components/StatusArea.tsx';
import { AppDataProvider } from '../data/appData.tsx';
import { EventProvider } from '../data/event.tsx';

/** A live value that never changes. */
export const still = <T,>(value: T) => ({ get: () => value, subscribe: () => () => undefined });

interface RenderOptions {
  screen: ReactElement;
  /** The route, and the address at it. */
  path: string;
  at?: string | undefined;
  language?: Language | undefined;
  event: OpenEvent;
  data: AppData;
}

/** Shows one screen at its route, one step into the history; everywhere else is a page that says so. */
export async function renderScreen({ screen, path, at = path, language = 'en', event, data }: RenderOptions) {
  const i18n = await createI18n(language);
  const router = createMemoryRouter(
    [
      { path, element: <EventProvider event={event}>{screen}</EventProvider> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/before', at], initialIndex: 1 },
  );
  // Without style sheets: jsdom would read them again for each element that is asked for.
  const view = render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
        <StatusArea />
        <AppDataProvider data={data}>
          <RouterProvider router={router} />
        </AppDataProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { ...view, router, t: i18n.t, path: () => router.state.location.pathname };
}
