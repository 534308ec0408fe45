import '#ui/look/styles.ts';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { browserDeps } from '#data/browser.ts';
import { giveUpWhenLeft } from '#data/browserLeaving.ts';
import { createAppData } from '#data/index.ts';
import { hasRole } from '#domain/rights/roles.ts';
import { addRestOfWords, createFirstI18n } from '#i18n/index.ts';
import { firstLanguage, markLanguage } from '#hooks/words/language.ts';
import { loadChunk } from '#ui/platform/loadChunk.ts';
import { logError } from '#ui/platform/log.ts';
import { notify } from '#ui/components/notify.tsx';
import { dropOldDrafts } from '#ui/forms/storedDrafts.ts';
import { App } from './App.tsx';
import { registerServiceWorker } from './pwa/serviceWorker.ts';
import { watchTyping } from './pwa/typing.ts';
import { Updates } from './pwa/updates.ts';
import { createRoutes } from './routes/router.tsx';

/* The composition root: everything is made and started here, and nowhere else. */

/**
 * zod finds out by trying whether it may make code of texts. The content security policy refuses that, and browsers report
 * it as an attack: it is told before it is loaded.
 */
function allowZodNoCode(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}

async function start(host: HTMLElement): Promise<void> {
  allowZodNoCode();
  giveUpWhenLeft();
  const language = firstLanguage();
  markLanguage(language);
  const data = createAppData(browserDeps((cause) => logError('the data layer reports', cause)));
  data.start();
  let words: i18n | null = null;
  const firstWords = loadChunk(() => createFirstI18n(language));
  // Begins to load the first screen, beside the words.
  const router = createBrowserRouter(
    createRoutes({
      data,
      // Which language it will be is known only until somebody can choose another one.
      loadWords: () => addRestOfWords(firstWords, words === null ? language : undefined),
      onChunkRetry: () => words !== null && notify.info(words.t('problem.chunkSlow'), 'chunk'),
    }),
  );
  const i18n = (words = await firstWords);
  const { subscribe } = data.login;
  const person = {
    isThere: { get: () => data.login.get() !== null, subscribe },
    wantsAll: { get: () => hasRole(data.login.get()?.user.role ?? 'disabled', 'member'), subscribe },
  };
  const updates = new Updates(
    registerServiceWorker(person),
    () => window.location.reload(),
    watchTyping(window),
  );
  createRoot(host).render(
    <StrictMode>
      <App data={data} i18n={i18n} router={router} updates={updates} />
    </StrictMode>,
  );
  dropOldDrafts(Date.now());
}

const root = document.getElementById('root');
if (root !== null) start(root).catch((cause: unknown) => logError('the app could not start', cause));
