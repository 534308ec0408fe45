import { readFile } from 'node:fs/promises';
import type { Plan, Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { readPdf } from '#pdf/testing/read.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';

const table = (number: number, x: number, name?: string) => ({
  ...{ type: 'circle' as const, number, seats: 8, rotation: 0, scale: 1, position: { x, y: 50 } },
  ...(name === undefined ? {} : { name }),
});
const plan: Plan = {
  ratio: 1.6,
  state: { nextTableIndex: 3, tables: { a: table(1, 30, 'Honneur'), b: table(2, 80), c: table(10, 130) } },
};

test('place cards, table signs and the list by table come as PDF, with everybody who has a place', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 16 });
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  // Eight at table 1, five at table 10, the last of them without a seat of their own, three nowhere.
  const clients = stored.clients.slice(0, 16).map((entry, at) => ({
    ...entry,
    placement: at < 8 ? placementAt('a', at) : at < 13 ? placementAt('c', at === 12 ? null : at - 8) : null,
  }));
  await writeDocs(world.manager, event.dbName, [{ ...stored, plan, clients } satisfies Session]);
  const people = new Map(event.clients.map((client) => [client._id, client]));
  const nameOf = (at: number): string => {
    const { forename = '', surname = '' } = people.get(clients[at]?.clientId ?? '') ?? {};
    return `${forename} ${surname}`;
  };
  const [placed, others] = [clients.slice(0, 13), clients.slice(13)].map((list) =>
    list.map((one) => nameOf(clients.indexOf(one))),
  ) as [string[], string[]];
  // Two may be called alike.
  const unplaced = others.filter((name) => !placed.some((one) => one.includes(name)));
  const desk = await device({ as: world.manager });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/session/${stored._id.replace('session_', '')}/plan`);

  async function file(kind: 'cards' | 'signs' | 'tables', prepare?: () => Promise<void>) {
    await page.getByRole('button', { name: t('common.actions') }).click();
    await page.getByRole('menuitem', { name: t('planExchange.exportPlan') }).click();
    const dialog = page.getByRole('dialog', { name: t('planExchange.exportTitle') });
    await dialog.getByRole('radio', { name: t(`planExchange.kind.${kind}`) }).check();
    await prepare?.();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: t('planExchange.start'), exact: true }).click(),
    ]);
    await expect(dialog).toBeHidden();
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const { pages } = await readPdf(new Uint8Array(await readFile(await download.path())));
    return pages.map(({ width, height, texts }) => ({
      ...{ width: Math.round(width), height: Math.round(height) },
      text: texts.map(({ text }) => text).join(' '),
    }));
  }
  const all = (pages: { text: string }[]): string => pages.map(({ text }) => text).join(' ');

  const cards = await file('cards');
  // Six folded ones to a page.
  expect(cards.map(({ width, height }) => [width, height])).toEqual([1, 2, 3].map(() => [210, 297]));
  for (const name of placed) expect(all(cards)).toContain(name);
  for (const name of unplaced) expect(all(cards)).not.toContain(name);
  expect(cards[0]?.text).toContain(nameOf(0));
  expect(cards[2]?.text).toContain(nameOf(12));

  const signs = await file('signs', () =>
    page.getByRole('checkbox', { name: t('planExchange.signNames') }).check(),
  );
  // One for each table, in the order of their numbers; an empty one too.
  expect(signs).toHaveLength(3);
  expect(signs.map(({ text }) => /\b(10|1|2)\b/.exec(text)?.[0])).toEqual(['1', '2', '10']);
  expect(signs[0]?.text).toContain('Honneur');
  expect(signs[0]?.text).toContain(nameOf(7));
  expect(signs[2]?.text).toContain(nameOf(12));
  for (const name of placed) expect(signs[1]?.text).not.toContain(name);

  const list = await file('tables');
  expect(list).toHaveLength(1);
  for (const name of placed) expect(all(list)).toContain(name);
  for (const name of unplaced) expect(all(list)).not.toContain(name);
  expect(all(list)).toContain('8 / 8');
  expect(all(list)).toContain('5 / 8');
});
