import '#ui/look/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { browserDeps } from '#data/browser.ts';
import { createAppData } from '#data/index.ts';
import { createI18n } from '#i18n/index.ts';
import { chooseLanguage, LOCALES } from '#i18n/language.ts';
import { loadChunk } from '#ui/platform/loadChunk.ts';
import { logError } from '#ui/platform/log.ts';
import { notify } from '#ui/components/notify.tsx';
import { App } from './App.tsx';
import { registerServiceWorker } from './pwa/serviceWorker.ts';
import { Updates } from './pwa/updates.ts';
import { createRoutes } from './routes/router.tsx';

/* The composition root: everything is made and started here, and nowhere else. */

async function start(host: HTMLElement): Promise<void> {
  const language = chooseLanguage(navigator.language);
  document.documentElement.lang = LOCALES[language];
  const data = createAppData(browserDeps((cause) => logError('the data layer reports', cause)));
  data.start();
  const i18n = await loadChunk(() => createI18n(language));
  const router = createBrowserRouter(
    createRoutes({ data, onChunkRetry: () => notify.info(i18n.t('problem.chunkSlow'), 'chunk') }),
  );
  const updates = new Updates(registerServiceWorker(), () => window.location.reload());
  createRoot(host).render(
    <StrictMode>
      <App data={data} i18n={i18n} router={router} updates={updates} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root !== null) start(root).catch((cause: unknown) => logError('the app could not start', cause));
