import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import Papa from 'papaparse';
import { readPdf, scanPicture, unzip } from '#pdf/testing/read.ts';
import { client } from '#domain/documents/client.ts';
import { session } from '#domain/documents/session.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { visit } from '../support/navigate.ts';
import type { World } from '../support/world.ts';

const NAMES = [
  ...['Łukasz Żółć', 'Ελένη Παππά', 'Ada Lovelace', 'Élodie Müller', 'Bruno Rossi', 'Chiara Okafor'],
  ...['Dário Keller', 'Aline Favre', 'Noé Rochat', 'Ines Blanc', 'Zoé Morel', 'Theo Gay', 'Mia Perret'],
];

/** Thirteen guests with a number, one without. */
async function gala(world: World) {
  const guests = [...NAMES, 'Sans Numéro'].map((name, index) => {
    const [forename = '', surname = ''] = name.split(' ');
    return client.parse({
      ...{ _id: `client_export${index}`, type: 'client', forename, surname },
      company: index < 3 ? 'Arpège; Fils' : 'Other',
      number: index < NAMES.length ? `N-${index + 1}` : null,
      notes: index === 2 ? '=1+1' : null,
    });
  });
  const dinner = session.parse({
    ...{ _id: 'session_exports', type: 'session', title: 'Dinner', titleFrench: 'Dîner' },
    ...{ date: Date.now(), timeStart: '19:00', status: 'ongoing' },
    clients: guests.map(({ _id }) => ({ clientId: _id, updatedTime: 1 })),
  });
  const member = await world.person('member');
  const host = await world.person('host');
  const event = await world.event({
    sessions: [],
    clients: 0,
    for: [member, host],
    extra: [...guests, dinner],
  });
  return { event, dinner, member, host };
}

type ExportAction = `exports.action.${'xlsx' | 'csv' | 'pdf' | 'barcodePdf' | 'barcodeJpg'}`;

async function exported(device: Device, action: ExportAction, prepare?: () => Promise<void>) {
  const { page, t } = device;
  await page.getByRole('button', { name: t('common.actions') }).click();
  await page.getByRole('menuitem', { name: t(action) }).click();
  const dialog = page.getByRole('dialog', { name: t('exports.title') });
  await expect(dialog).toBeVisible();
  await prepare?.();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('exports.start'), exact: true }).click(),
  ]);
  await expect(dialog).toBeHidden();
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) };
}

async function expectCsv(device: Device, title: string, delimiter: string): Promise<void> {
  const { name, bytes } = await exported(device, 'exports.action.csv');
  expect(name).toBe(`${title} – clients.csv`);
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true });
  const { t } = device;
  expect(data[0]?.slice(0, 3)).toEqual([
    t('exports.column.surname'),
    t('exports.column.forename'),
    t('client.number'),
  ]);
  expect(data).toHaveLength(15);
  const ada = data.find(([surname]) => surname === 'Lovelace');
  expect(ada).toEqual(expect.arrayContaining(['Ada', 'N-3', 'Arpège; Fils', "'=1+1"]));
}

test('a member takes the clients out as CSV, PDF and barcodes [SESSION-05] [SESSION-07] [ROLE-09]', async ({
  device,
  world,
}) => {
  const { event, dinner, member } = await gala(world);
  const desk = await device({ as: member, locale: FRENCH });
  const { page, t } = desk;
  const sessionPage = new SessionPage(desk);
  await sessionPage.open(event.id, dinner._id);
  await sessionPage.expectCount(14);

  await test.step('CSV: everybody, as spreadsheets of the language read it', () =>
    expectCsv(desk, `${event.title} – Dîner`, ';'));

  await test.step('Excel: numbers and formulas as the text that they are', async () => {
    const { name, bytes } = await exported(desk, 'exports.action.xlsx');
    expect(name).toBe(`${event.title} – Dîner – clients.xlsx`);
    const sheet = unzip(bytes).find(({ name: part }) => part.endsWith('sheet1.xml'));
    const xml = new TextDecoder().decode(sheet?.data);
    expect(xml).toContain('<t xml:space="preserve">=1+1</t>');
    expect(xml).not.toContain('<f>');
  });

  await test.step('the list as PDF: only those that the company filter shows', async () => {
    const filter = page.getByRole('combobox', { name: t('session.company') });
    await filter.click();
    await page.getByRole('option', { name: 'Arpège; Fils' }).click();
    await expect(page.getByText(t('session.shownOf', { shown: 3, total: 14 }))).toBeVisible();
    const { name, bytes } = await exported(desk, 'exports.action.pdf');
    expect(name).toMatch(/clients\.pdf$/);
    const { pages } = await readPdf(bytes);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([[420, 297]]);
    const words = pages[0]?.texts.map(({ text }) => text) ?? [];
    expect(words).toEqual(expect.arrayContaining(['Łukasz', 'Żółć', 'Παππά', t('exports.column.surname')]));
    expect(words).not.toContain('Rossi');
  });

  const everybody = () => page.getByRole('radio', { name: t('exports.scopes.all', { count: 14 }) }).check();

  await test.step('barcodes as PDF: who has no number is left out, and said', async () => {
    const { name, bytes } = await exported(desk, 'exports.action.barcodePdf', async () => {
      await everybody();
      await expect(page.getByText(t('exports.withoutNumber', { count: 1 }))).toBeVisible();
    });
    expect(name).toContain(t('exports.name.barcodePdf'));
    const { pages } = await readPdf(bytes);
    expect(pages.map(({ texts }) => texts.length)).toEqual([36, 3]);
    const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(words).toEqual(expect.arrayContaining(['Łukasz Żółć', 'Arpège; Fils', 'N-13']));
  });

  await test.step('barcodes as JPG: a scanner reads the number of each', async () => {
    const { name, bytes } = await exported(desk, 'exports.action.barcodeJpg', everybody);
    expect(name).toMatch(/\.zip$/);
    const pictures = unzip(bytes);
    expect(pictures).toHaveLength(13);
    const read = await Promise.all(pictures.map(({ data }) => scanPicture(data)));
    expect(read.map(({ text }) => text).sort()).toEqual(NAMES.map((_, index) => `N-${index + 1}`).sort());
    expect(new Set(read.map(({ width, height }) => `${width} × ${height}`))).toEqual(new Set(['300 × 370']));
  });

  await test.step('codes of lines, for readers that know no others', async () => {
    const { bytes } = await exported(desk, 'exports.action.barcodeJpg', async () => {
      await everybody();
      await page.getByRole('radio', { name: t('exports.symbologies.code128') }).check();
    });
    const read = await Promise.all(unzip(bytes).map(({ data }) => scanPicture(data)));
    expect(read.map(({ text }) => text).sort()).toEqual(NAMES.map((_, index) => `N-${index + 1}`).sort());
  });
});

test("a client's own barcode is saved from the consumer tab [CLIENT-21] [EXPORT-03]; in English a list has commas", async ({
  device,
  world,
}) => {
  const { event, dinner, member } = await gala(world);
  const desk = await device({ as: member });
  await desk.open(`/event/${event.id}/client/export2?tab=consumer`);
  const [download] = await Promise.all([
    desk.page.waitForEvent('download'),
    desk.page.getByRole('button', { name: desk.t('client_display.barcode') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('barcode-N-3.jpg');
  const picture = await scanPicture(new Uint8Array(await readFile(await download.path())));
  expect(picture).toEqual({ text: 'N-3', width: 300, height: 370 });

  // The list of the session, as spreadsheets of this language read it.
  await visit(desk.page, `/event/${event.id}/session/${dinner._id.replace('session_', '')}`);
  await new SessionPage(desk).expectCount(14);
  await expectCsv(desk, `${event.title} – Dinner`, ',');

  // All clients of the event, or as many of them as are shown: the file's name says which.
  await visit(desk.page, `/event/${event.id}/clients`);
  const save = async () => {
    const [file] = await Promise.all([
      desk.page.waitForEvent('download'),
      desk.page.getByRole('button', { name: desk.t('allClients.export'), exact: true }).click(),
    ]);
    const sheet = unzip(new Uint8Array(await readFile(await file.path()))).find(({ name }) =>
      name.endsWith('sheet1.xml'),
    );
    return [file.suggestedFilename(), new TextDecoder().decode(sheet?.data).split('<row ').length - 2];
  };
  expect(await save()).toEqual([`${event.title} – All clients.xlsx`, 14]);
  await desk.page.getByPlaceholder(desk.t('session.searchClients')).fill('Lovelace');
  await expect(desk.page.getByText(desk.t('session.shownOf', { shown: 1, total: 14 }))).toBeVisible();
  expect(await save()).toEqual([`${event.title} – 1 client.xlsx`, 1]);
});

test('the workbook of all clients has what they take beside and what their form asked, and each amount once', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const guests = ['Ada', 'Léo'].map((forename, index) =>
    client.parse({
      ...{ _id: `client_asked${index}`, type: 'client', forename, surname: 'Lovelace' },
      consumerId: 'consumer_asked',
    }),
  );
  const asked = [
    {
      ...{
        _id: 'form_asked',
        type: 'form',
        name: 'F',
        language: 'en',
        currency: 'chf',
        vat: 0,
        metadata: {},
      },
      options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
      extras: [{ id: 'night', name: 'Hotel night', amount: 21_000, enabled: true, maxCount: 3 }],
      questions: [{ id: 'diet', kind: 'text', label: 'Any allergies?', mandatory: false }],
    },
    {
      ...{ _id: 'consumer_asked', type: 'consumer', status: 'registered', date: 1, metadata: {} },
      ...{ paymentType: 'none', notifs: {} },
      registration: {
        ...{ formId: 'form_asked', amount: 42_000, vat: 0, rate: 100, currency: 'chf' },
        ...{ extras: { night: 2 }, answers: { diet: 'nuts' } },
      },
    },
  ];
  const event = await world.event({ sessions: [], clients: 0, for: [member], extra: [...guests, ...asked] });
  const { page, t, open } = await device({ as: member });
  await open(`/event/${event.id}/clients`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('allClients.export'), exact: true }).click(),
  ]);
  const book = read(new Uint8Array(await readFile(await file.path())), { type: 'array' });
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[t('screens.clients')] ?? {});
  const extra = t('exports.column.extraAmount', { extra: 'Hotel night' });
  const kept = { 'Any allergies?': 'nuts' };
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ ...kept, 'Hotel night': 2, [extra]: 420, [t('allClients.total')]: 420 });
  expect(rows[1]).toMatchObject(kept);
  for (const once of ['Hotel night', extra, t('allClients.total'), t('allClients.open')])
    expect(rows[1]).not.toHaveProperty([once]);
});

test('a host may look and check in, but takes nothing out [SESSION-07]', async ({ device, world }) => {
  const { event, dinner, host } = await gala(world);
  const door = await device({ as: host });
  const sessionPage = new SessionPage(door);
  await sessionPage.open(event.id, dinner._id);
  await sessionPage.expectCount(14);
  await expect(sessionPage.checkIn).toBeVisible();
  await expect(door.page.getByRole('button', { name: door.t('exports.open') })).toHaveCount(0);
  await expect(door.page.getByRole('button', { name: door.t('common.actions') })).toHaveCount(0);
});
