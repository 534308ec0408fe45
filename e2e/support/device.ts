import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { addCodeWords } from '#i18n/codeWords.ts';
import { createI18n } from '#i18n/index.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { LOGIN_KEY } from '#data/login.ts';
import { withoutYounger } from './oldBrowser.ts';
import type { Person } from './world.ts';

/** A phone, tablet or desktop of its own, with one tab open. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The words that this device's language has. */
  readonly t: TFunction;
  /** Opens an address of the app and waits until its screen is there. */
  open(address: string): Promise<void>;
  offline(): Promise<void>;
  online(): Promise<void>;
  /** What went wrong in its tabs without anybody catching it. */
  readonly errors: readonly string[];
}

export interface DeviceOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'hasTouch'> {
  /** Another server than the one that the tests share. */
  url?: string;
  /** Somebody who logged in on it before. */
  as?: Person;
  locale?: string;
  /** Says of itself that it is a phone. */
  mobile?: boolean;
  /** Only devices that must start without network need it; it costs a second. */
  serviceWorker?: boolean;
}

/**
 * What works in one language works in the other, which the tests of the catalogues prove. Tests that meet the words of
 * many screens speak French, because words that stand in the code in English are found missing only there.
 */
export const FRENCH = 'fr-CH';

const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

export async function openDevice(
  browser: Browser,
  url: string,
  options: Omit<DeviceOptions, 'url'>,
): Promise<Device> {
  const { as: person, locale = 'en-US', serviceWorker = false, mobile = false, ...rest } = options;
  const context = await browser.newContext({
    baseURL: url,
    locale,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    ...(mobile ? { userAgent: PHONE_AGENT, isMobile: true } : {}),
    ...rest,
  });
  await withoutYounger(context);
  const page = await context.newPage();
  if (person !== undefined) await loggedIn(page, url, person);
  return deviceOf(context, page, locale);
}

export async function deviceOf(context: BrowserContext, page: Page, locale: string): Promise<Device> {
  const errors: string[] = [];
  // What cannot be clicked for so long is not there.
  context.setDefaultTimeout(45_000);
  context.on('weberror', (error) => errors.push(String(error.error())));
  const words = await createI18n(chooseLanguage(locale));
  addCodeWords(words);
  const { t } = words;
  return {
    context,
    page,
    t,
    errors,
    async open(address) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    offline: () => context.setOffline(true),
    online: () => context.setOffline(false),
  };
}

/**
 * Its first page begins with the login, once: whoever logs out afterwards is logged out. Playwright's `storageState` opens
 * a page of its own for it, which takes a tenth of what a device does.
 */
const loggedIn = (page: Page, url: string, { session }: Person): Promise<unknown> =>
  page.addInitScript(
    ([origin, key, login]) => {
      if (top !== self || location.origin !== origin || sessionStorage.getItem('began') !== null) return;
      sessionStorage.setItem('began', '');
      localStorage.setItem(key, login);
    },
    [new URL(url).origin, LOGIN_KEY, JSON.stringify(session)] as const,
  );
