import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { Language } from '#domain/config.ts';
import { createI18n } from '#i18n/index.ts';
import { notify } from '#ui/components/notify.tsx';
import { theme } from '#ui/look/theme.ts';
import { App } from '../App.tsx';
import { createRoutes } from '../routes/router.tsx';
import type { ScreenLoader } from '../routes/screens.ts';
import type { RouteId } from '#ui/paths.ts';
import type { FakeAppData } from './fakeAppData.ts';

interface RenderOptions {
  path?: string;
  language?: Language;
  screens?: Record<RouteId, ScreenLoader>;
  /** With the transitions that people see: a dialog that closes is there for a moment. */
  env?: 'test' | 'default';
}

/** The whole app on a fake data layer, at an address. */
export async function renderApp(
  data: FakeAppData,
  { path = '/', language = 'en', screens, env = 'test' }: RenderOptions = {},
) {
  // The status area outlives a test.
  notify.clear();
  const i18n = await createI18n(language);
  const router = createMemoryRouter(createRoutes({ data, ...(screens === undefined ? {} : { screens }) }), {
    initialEntries: [path],
  });
  const view = render(<App data={data} i18n={i18n} router={router} updates={null} env={env} />);
  return { ...view, router, i18n, path: () => router.state.location.pathname };
}

/** A component alone, with theme and language. */
export async function renderPart(part: ReactNode, language: Language = 'en') {
  const i18n = await createI18n(language);
  return render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <I18nextProvider i18n={i18n}>
        {part}
        <Notifications />
      </I18nextProvider>
    </MantineProvider>,
  );
}
