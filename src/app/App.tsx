import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import { Suspense, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import type { AppData } from '#data/types.ts';
import { AppDataProvider } from '#hooks/data/appData.tsx';
import { cssVariablesResolver, theme } from '#ui/look/theme.ts';
import { lazyPart } from '#ui/platform/lazyPart.ts';
import { ErrorBoundary } from './ErrorPage.tsx';
import { UpdatesContext } from './pwa/UpdatePrompt.tsx';
import type { Updates } from './pwa/updates.ts';
import { scrollWhenTall } from './scrollWhenTall.ts';

/** Messages that come before it is there wait for it. */
const StatusArea = lazyPart(async () => (await import('#ui/components/StatusArea.tsx')).StatusArea);

export interface AppProps {
  data: AppData;
  i18n: i18n;
  router: Parameters<typeof RouterProvider>[0]['router'];
  updates: Updates | null;
  /** `test` leaves transitions out, and the style sheets that jsdom would read again for each element that is asked for. */
  env?: 'default' | 'test';
}

/** Everything that the screens stand on. */
export function App({ data, i18n, router, updates, env = 'default' }: AppProps) {
  useEffect(() => scrollWhenTall(router), [router]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      env={env}
      withCssVariables={env !== 'test'}
      withGlobalClasses={env !== 'test'}
    >
      <I18nextProvider i18n={i18n}>
        <AppDataProvider data={data}>
          <UpdatesContext value={updates}>
            <ErrorBoundary>
              <RouterProvider router={router} />
              <Suspense>
                <StatusArea />
              </Suspense>
            </ErrorBoundary>
          </UpdatesContext>
        </AppDataProvider>
      </I18nextProvider>
    </MantineProvider>
  );
}
