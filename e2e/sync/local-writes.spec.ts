import { expect, test as base } from '@playwright/test';
import { pageScript } from '../support/pageScript.ts';
import type { Step, WritersPage, Written } from '../support/writersPage.ts';

const ADDRESS = 'http://writers.test';
const MANY = 120;

/** Writes the same into a database of the app's and into one of PouchDB's own; each time in a browser without any. */
const test = base.extend<
  { writeBoth(steps: Step[]): Promise<{ ours: Written; pouch: Written }> },
  { code: string }
>({
  code: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, use) => use(await pageScript('e2e/support/writersPage.ts')),
    { scope: 'worker' },
  ],
  writeBoth: async ({ page, code }, use) => {
    await page.route(`${ADDRESS}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/page.js"></script>' }),
    );
    await page.route(`${ADDRESS}/page.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    await page.goto(ADDRESS);
    await page.waitForFunction(() => 'writers' in globalThis);
    await use((steps) =>
      page.evaluate(
        (all) => (globalThis as unknown as { writers: WritersPage }).writers.writeBoth(all),
        steps,
      ),
    );
  },
});

const hash = (text: string) => text.padEnd(32, '0');

/** One leaf of a document, as the server sends it: its revisions, the newest first. */
function leaf(id: string, letters: string, more: object = {}) {
  const ids = letters.split('').map(hash);
  return {
    _id: id,
    _rev: `${ids.length}-${ids[0]}`,
    _revisions: { start: ids.length, ids },
    type: 'client',
    surname: `Ada ${letters}`,
    ...more,
  };
}

const many = (letters = 'a') =>
  Array.from({ length: MANY }, (_, at) => leaf(`client_${String(at).padStart(4, '0')}`, letters));

test('a first pull is written as PouchDB writes it, without asking for each document whether it is here', async ({
  writeBoth,
}) => {
  const { ours, pouch } = await writeBoth([{ pull: many() }]);
  expect(ours.read).toEqual(pouch.read);
  expect(ours.heard).toEqual(pouch.heard);
  expect(ours.read).toMatchObject({ doc_count: MANY, update_seq: MANY });
  expect(pouch.asked).toBeGreaterThanOrEqual(MANY);
  expect(ours.asked).toBeLessThan(5);
});

test('what is edited, split, deleted, has a file or is here already is written as PouchDB writes it, and goes on so', async ({
  writeBoth,
}) => {
  const file = { content_type: 'text/plain', data: btoa('a file') };
  const mixed = [
    ...many(),
    leaf('client_edited', 'cba'),
    leaf('client_split', 'ba'),
    leaf('client_split', 'xa'),
    leaf('client_gone', 'ba', { _deleted: true }),
    leaf('template_file', 'a', { _attachments: { 'a.txt': file } }),
    // Of a history that the server has shortened.
    {
      ...leaf('client_old', 'zy'),
      _rev: `300-${hash('z')}`,
      _revisions: { start: 300, ids: ['z', 'y'].map(hash) },
    },
  ];
  const { ours, pouch } = await writeBoth([
    { pull: [leaf('client_0003', 'a'), leaf('client_0004', 'q'), leaf('client_edited', 'ba')] },
    { pull: mixed },
    // Once more, as after a cut.
    { pull: mixed },
    { put: { _id: 'client_0007', surname: 'Edited here' } },
    { put: { _id: 'client_0007', surname: 'And again' } },
    { remove: 'client_0008' },
    { pull: many('ba') },
  ]);
  expect(ours.read).toEqual(pouch.read);
  expect(ours.heard).toEqual(pouch.heard);
});

test('where the quick way fails nothing of it is left, and PouchDB writes all', async ({ writeBoth }) => {
  const { ours, pouch } = await writeBoth([
    { stray: { id: 'client_0100', rev: `1-${hash('a')}` } },
    { pull: many() },
  ]);
  expect(ours.read).toEqual(pouch.read);
  expect(ours.read).toMatchObject({ doc_count: MANY });
  expect(ours.asked).toBeGreaterThanOrEqual(MANY);
});
