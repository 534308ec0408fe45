import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { PAYMENT_TYPES } from '#domain/config.ts';
import { PAYMENT_STATES } from '#domain/money/paymentState.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';

const COLUMNS = ['total', 'paid', 'refunded', 'open', 'credit'] as const;
type Sums = Record<(typeof COLUMNS)[number], number>;

interface Told extends Partial<Sums> {
  name: string;
  type: (typeof PAYMENT_TYPES)[number];
  state: (typeof PAYMENT_STATES)[number];
  flags?: ('over' | 'short')[];
  currency?: 'chf' | 'eur';
}
/** What each registration must say, and what it is made of. */
const TOLD: (Told & { made?: object; net?: number; vat?: number })[] = [
  { name: 'Abt', type: 'cash', state: 'paid', total: 5000, paid: 5000, made: { status: 'invoice_paid' } },
  { name: 'Bohm', type: 'transfer', state: 'open', total: 2500, open: 2500, net: 2313, vat: 810 },
  { name: 'Cohn', type: 'card', state: 'part', total: 4001, paid: 2000, open: 2001 },
  {
    ...{ name: 'Dahl', type: 'card', state: 'held', total: 3000, open: 3000 },
    made: { status: 'pending', hold: { until: Date.now() + 3_600_000, over: false } },
  },
  {
    ...{ name: 'Egli', type: 'transfer', state: 'refunded', paid: 3000, refunded: 3000, net: 3000 },
    made: { status: 'canceled' },
  },
  {
    ...{
      name: 'Frei',
      type: 'none',
      state: 'canceled',
      flags: ['over'],
      paid: 7000,
      credit: 7000,
      net: 7000,
    },
    made: { status: 'canceled' },
  },
  { name: 'Graf', type: 'other', state: 'paid', flags: ['over'], total: 5000, paid: 6099, credit: 1099 },
  {
    ...{ name: 'Hess', type: 'cash', state: 'part', flags: ['short'], total: 2000, paid: 500, open: 1500 },
    made: { status: 'invoice_paid' },
  },
  { name: 'Igor', type: 'transfer', state: 'open', total: 1234, open: 1234, currency: 'eur' },
];
/** Of whom nothing is to be said of money. */
const UNTOLD: typeof TOLD = [
  { name: 'Yves', type: 'cash', state: 'free' },
  { name: 'Zorn', type: 'card', state: 'canceled', net: 4000, made: { status: 'canceled' } },
];
const consumers = [...TOLD, ...UNTOLD].map(
  ({ name, type, total = 0, paid = 0, refunded = 0, currency = 'chf', ...rest }) => ({
    ...{ _id: `consumer_${name.toLowerCase()}`, type: 'consumer', status: 'registered', notifs: {} },
    ...{ paymentType: type, date: Date.now(), person: { forename: 'Zoé', surname: name } },
    registration: { amount: rest.net ?? total, currency, rate: 100, vat: rest.vat ?? 0 },
    ...(paid === 0 ? {} : { settlement: { paid, refunded } }),
    metadata: {},
    ...rest.made,
  }),
);

const digits = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));

/** The sums that stand above the list, by currency. */
async function sumsShown({ page, t }: Device): Promise<Record<string, Sums>> {
  const shown: Record<string, Sums> = {};
  for (const list of await page
    .locator('dl')
    .filter({ hasText: t('payments.total') })
    .all()) {
    const texts = await list.locator('dd').allTextContents();
    const sums = Object.fromEntries(COLUMNS.map((name, at) => [name, digits(texts[at] ?? '')])) as Sums;
    shown[texts[0]?.includes('CHF') === true ? 'CHF' : 'EUR'] = sums;
  }
  return shown;
}

const sumsOf = (told: readonly Told[]): Record<string, Sums> => {
  const all: Record<string, Sums> = {};
  for (const one of told) {
    const key = (one.currency ?? 'chf').toUpperCase();
    all[key] ??= { total: 0, paid: 0, refunded: 0, open: 0, credit: 0 };
    for (const name of COLUMNS) all[key][name] += one[name] ?? 0;
  }
  return all;
};

/** Presses the button, and reads the file back: names and sums by currency, in cents. */
async function exported({ page, t }: Device) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('payments.export') }).click(),
  ]);
  const book = read(readFileSync(await download.path()));
  const names: string[] = [];
  const sums: Record<string, Sums> = {};
  for (const sheetName of book.SheetNames.filter((one) => /^[A-Z]{3}$/.test(one))) {
    const [head, ...rows] = utils.sheet_to_json<(string | number)[]>(book.Sheets[sheetName] ?? {}, {
      ...{ header: 1, defval: '' },
    });
    expect(head?.slice(3)).toEqual(COLUMNS.map((name) => t(`payments.${name}`)));
    const last = rows.pop() ?? [];
    names.push(...rows.map(([name]) => String(name)));
    const cents = (row: (string | number)[], at: number): number => Math.round(Number(row[at + 3]) * 100);
    sums[sheetName] = Object.fromEntries(COLUMNS.map((name, at) => [name, cents(last, at)])) as Sums;
    // The last line is what the lines above make.
    for (const [at, name] of COLUMNS.entries())
      expect(rows.reduce((sum, row) => sum + cents(row, at), 0)).toBe(sums[sheetName][name]);
  }
  return { name: download.suggestedFilename(), names, sums, sheets: book.SheetNames };
}

test("each filter of the event's money shows who fits, with their sums; its file says the same", async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, extra: consumers });
  const desk = await device({ as: member, locale: FRENCH });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/money`);
  const table = page.getByRole('table', { name: t('screens.money') });
  const state = page.getByLabel(t('payments.state'), { exact: true });
  const type = page.getByLabel(t('client_display.paymentType'), { exact: true });
  const button = page.getByRole('button', { name: t('payments.export') });

  const choose = async (states: string, types: string, fits: (one: Told) => boolean): Promise<void> => {
    await state.selectOption(states);
    await type.selectOption(types);
    const told = TOLD.filter(fits);
    if (told.length === 0) {
      await expect(page.getByText(t('payments.none'))).toBeVisible();
      await expect(button).toBeDisabled();
      return;
    }
    const names = told.map(({ name }) => `${name} Zoé`);
    await expect(table.getByRole('rowheader')).toHaveText(names);
    expect(await sumsShown(desk)).toEqual(sumsOf(told));
    for (const one of told) {
      const row = table.getByRole('row').filter({ hasText: `${one.name} Zoé` });
      await expect(row).toContainText(t(`payments.states.${one.state}`));
      for (const flag of one.flags ?? []) await expect(row).toContainText(t(`payments.flags.${flag}`));
    }
  };

  await choose('', '', () => true);
  const all = await exported(desk);
  expect(all.name).toContain(t('screens.money'));
  expect(all.names.toSorted()).toEqual(TOLD.map(({ name }) => `${name} Zoé`));
  expect(all.sums).toEqual(await sumsShown(desk));
  for (const one of PAYMENT_STATES.filter((each) => each !== 'free'))
    await choose(one, '', (told) => told.state === one);
  for (const one of PAYMENT_TYPES) await choose('', one, (told) => told.type === one);
  await choose('attention', '', ({ flags = [] }) => flags.length > 0);
  await choose('attention', 'cash', ({ name }) => name === 'Hess');
  await choose('held', 'transfer', () => false);

  await choose('open', 'transfer', ({ name }) => name === 'Bohm' || name === 'Igor');
  const some = await exported(desk);
  expect(some.sheets).toEqual(['CHF', 'EUR']);
  expect(some.names).toEqual(['Bohm Zoé', 'Igor Zoé']);
  expect(some.sums).toEqual(await sumsShown(desk));
  // What is asked for stands in the address.
  await page.reload();
  await expect(table.getByRole('rowheader')).toHaveText(['Bohm Zoé', 'Igor Zoé']);
});

test('of very many registrations only the rows in sight exist; one scrolls to the last; sums and file are of all', async ({
  device,
  world,
}) => {
  const count = 1200;
  const made = Array.from({ length: count }, (_, index) => ({
    ...{ _id: `consumer_n${index}`, type: 'consumer', status: 'registered', notifs: {}, metadata: {} },
    ...{ paymentType: 'transfer', date: Date.now() },
    person: { forename: 'Zoé', surname: `Guest ${String(index).padStart(4, '0')}` },
    registration: { amount: 1000 + index, currency: 'chf', rate: 100, vat: 0 },
    ...(index % 10 === 0 ? { settlement: { paid: 1000 + index, refunded: 0 } } : {}),
  }));
  const total = made.reduce((sum, { registration }) => sum + registration.amount, 0);
  const paid = made.reduce((sum, { settlement }) => sum + (settlement?.paid ?? 0), 0);
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, extra: made });
  const desk = await device({ as: member });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}/money`);
  const table = page.getByRole('table', { name: t('screens.money') });
  const names = table.getByRole('rowheader');
  await expect(names.first()).toHaveText('Guest 0000 Zoé');
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
  expect(await names.count()).toBeLessThan(60);
  const widths = () =>
    table.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.clientWidth));
  const before = await widths();
  // Rows are measured as they come: the end may move on once.
  const list = page.getByRole('region', { name: t('screens.money') });
  await expect(async () => {
    await list.press('End');
    await expect(names.last()).toHaveText(`Guest ${count - 1} Zoé`, { timeout: 1000 });
  }).toPass();
  await expect(names.last()).toBeInViewport();
  expect(await names.count()).toBeLessThan(60);
  // No column moves under the reader's eyes.
  expect(await widths()).toEqual(before);
  const sums = { CHF: { total, paid, refunded: 0, open: total - paid, credit: 0 } };
  expect(await sumsShown(desk)).toEqual(sums);
  const file = await exported(desk);
  expect(new Set(file.names).size).toBe(count);
  expect(file.sums).toEqual(sums);
  await page.getByLabel(t('payments.state'), { exact: true }).selectOption('paid');
  await expect(table).toHaveAttribute('aria-rowcount', String(count / 10 + 1));
  await expect(names.last()).toHaveText(`Guest ${count - 10} Zoé`);
  expect(await sumsShown(desk)).toEqual({ CHF: { total: paid, paid, refunded: 0, open: 0, credit: 0 } });
});
