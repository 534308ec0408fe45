import { chromium, type Page } from '@playwright/test';
import { openDevice, type Device } from '../../e2e/support/device.ts';
import { startFoyer } from '../../e2e/support/foyer.ts';
import { createWorld } from '../../e2e/support/world.ts';
import { chromiumArgs, requireChromium } from '../../scripts/chromium.ts';
import { plainTemplate } from '../../src/pdf/testing/templates.ts';

const VARIABLES = [
  ...['fullname', 'dear', 'company', 'address', 'sessions', 'dates_sessions', 'amount', 'document_date'],
  ...['number', 'qr_code'],
];

/** The built app in a browser, at a template with so many boxes in an event of so many guests. */
export async function atTemplate(
  { boxes, guests }: { boxes: number; guests: number },
  work: (device: Device) => Promise<void>,
): Promise<void> {
  const foyer = await startFoyer({ LOG_LEVEL: 'error' });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs });
  try {
    const world = await createWorld(foyer.url);
    const data = Buffer.from(await plainTemplate()).toString('base64');
    const refs = Array.from({ length: boxes }, (_, index) => ({
      ...{ x: 2 + (index % 10) * 9.6, y: 4 + Math.floor(index / 10) * 4.5, width: 9, height: 4, size: 8 },
      ...{ pageIndex: 0, variableKey: VARIABLES[index % VARIABLES.length] },
    }));
    const event = await world.event({
      clients: guests,
      extra: [
        {
          ...{ _id: 'invitationtemplate_a', type: 'invitationtemplate', language: 'en', refs },
          metadata: { author: { id: 'u', name: 'Ada' }, createdAt: 1, updatedAt: 1 },
          _attachments: { template: { content_type: 'application/pdf', data } },
        },
      ],
    });
    const device = await openDevice(browser, foyer.url, {
      as: world.manager,
      viewport: { width: 1280, height: 900 },
    });
    // Templates are in a full copy, which the installed app has.
    await device.page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
    await device.open(`/event/${event.id}/invitations/a`);
    await device.page
      .locator('[data-box]')
      .nth(boxes - 1)
      .waitFor();
    await work(device);
  } finally {
    await browser.close();
    await foyer.dispose();
  }
}

/** When the page's picture last changed, after it has stood still for a while (ms since the page began). */
export const pictureSettled = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const small = new OffscreenCanvas(48, 64).getContext('2d', { willReadFrequently: true });
    let [last, changed] = [globalThis.lastPicture ?? '', 0];
    const look = () => {
      const canvas = document.querySelector('canvas');
      let now = '';
      if (canvas !== null && canvas.width > 0) {
        small.clearRect(0, 0, 48, 64);
        small.drawImage(canvas, 0, 0, 48, 64);
        now = small.getImageData(0, 0, 48, 64).data.join();
      }
      const time = performance.now();
      if (now !== last && now !== '') [last, changed] = [now, time];
      if (changed > 0 && time - changed > 400) {
        globalThis.lastPicture = last;
        resolve(changed);
      } else requestAnimationFrame(look);
    };
    look();
  })`);
