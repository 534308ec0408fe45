import { createHash } from 'node:crypto';
import { degrees, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { encrypted, plainTemplate } from '#pdf/testing/templates.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { dragOnTemplate } from '../support/templateArea.ts';

const PAGES = 50;
const SIDE = 620;
/** What decrypts or copies all of it takes a while on a busy machine. */
const PATIENT = { timeout: 90_000 };

/** As large as a template may be, for reading only: a picture on each page, every third page turned, every fifth one cropped. */
async function largestTemplate(): Promise<Buffer> {
  const doc = await PDFDocument.load(await plainTemplate(PAGES));
  for (const [index, page] of doc.getPages().entries()) {
    const noise = new Uint8Array(SIDE * SIDE);
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    const picture = doc.context.stream(noise, {
      ...{ Type: 'XObject', Subtype: 'Image', Width: SIDE, Height: SIDE },
      ...{ ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
    });
    page.node.setXObject(PDFName.of('Noise'), doc.context.register(picture));
    const content = doc.context.stream('q 300 0 0 300 150 100 cm /Noise Do Q');
    page.node.addContentStream(doc.context.register(content));
    if (index % 3 === 1) page.setRotation(degrees(90));
    if (index % 5 === 2) page.setCropBox(40, 60, 400, 600);
  }
  const field = doc.getForm().createTextField('place');
  field.setText('Montreux');
  field.addToPage(doc.getPage(0), { x: 100, y: 500, width: 200, height: 40 });
  return Buffer.from(await encrypted(await doc.save()));
}

test('the largest PDF that is allowed, encrypted so that it may only be read, is drawn on without network, previewed, saved, and comes to the server as it was', async ({
  device,
  world,
}) => {
  test.setTimeout(300_000);
  const buffer = await largestTemplate();
  expect(buffer.length).toBeGreaterThan(19_000_000);
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 4 });
  const desk = await device({ as: member, serviceWorker: true });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}`);
  await offlineReady(page);
  await desk.offline();
  await page.getByRole('link', { name: t('templates.newInvitation') }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer }, PATIENT);
  await expect(page.getByText(t('templates.page', { page: 1, count: PAGES }))).toBeVisible(PATIENT);
  await page.getByTestId('template-area').waitFor(PATIENT);
  // The second page is turned.
  await page.getByRole('button', { name: t('templates.nextPage') }).click();
  await expect(page.getByText(t('templates.page', { page: 2, count: PAGES }))).toBeVisible(PATIENT);
  await dragOnTemplate(page, [10, 20], [60, 25]);
  await page.locator('[data-popup] select').selectOption('fullname');
  await page.getByText(t('templates.preview'), { exact: true }).click();
  // A registration's document has the pages once for each of its guests.
  const pages = page.getByText(/^Page 1 of \d+$/);
  await expect(page.getByRole('region', { name: t('templates.preview') }).locator('canvas')).toBeVisible(
    PATIENT,
  );
  expect(Number((await pages.textContent())?.split(' ').at(-1)) % PAGES).toBe(0);
  await page.getByRole('button', { name: t('templates.save') }).click();
  await expect(page.getByText(t('templates.saved'))).toBeVisible(PATIENT);
  await desk.online();
  const digest = `md5-${createHash('md5').update(new Uint8Array(buffer)).digest('base64')}`;
  const stub = { digest, length: buffer.length };
  await expect
    .poll(() => world.documents(event.dbName, 'invitationtemplate_'), { timeout: 60_000 })
    .toEqual([expect.objectContaining({ _attachments: { template: expect.objectContaining(stub) } })]);
});
