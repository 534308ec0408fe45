import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Of several --disable-features Chromium takes the last: Playwright's own are repeated (a test says what is missing). */
const PLAYWRIGHT_DISABLES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** The list below the address bar is two pages of its own in each window: a third of what opening ours takes. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** For every headless run: quiet, without background traffic, usable in a container as root. */
export const chromiumArgs = [
  `--disable-features=${[...PLAYWRIGHT_DISABLES, ...ADDRESS_BAR].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser of CHROMIUM_PATH, or the first one that is installed in a usual place. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  const usual = names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
  return [...usual, ...elsewhere].find(isExecutable);
}

/** Like findChromium, but throws one clear line that says how to get a browser. */
export function requireChromium(): string {
  const found = findChromium();
  if (found) return found;
  const chosen = process.env.CHROMIUM_PATH;
  throw new Error(
    chosen
      ? `CHROMIUM_PATH is ${chosen}, which cannot be run: set it to the path of Chrome or Chromium.`
      : 'No Chrome or Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
