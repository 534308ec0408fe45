import type { Page } from '@playwright/test';
import { expect, type Device } from './fixtures.ts';
import type { World } from './world.ts';

export const SESSIONS = [
  { title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const },
];
const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
let forms = 0;

const MENU = [{ id: 'menu', name: 'Menu', clientCount: 1 }];
/** An event with a form at a public address. */
export async function formOf(
  world: World,
  { options = MENU, ...more }: { options?: typeof MENU; [field: string]: unknown } = {},
) {
  const event = await world.event({ clients: 0, sessions: SESSIONS });
  const accessId = `bcdfgh${String(++forms).padStart(2, '0')}`;
  const adult = { amount: 2313, amountGross: 2500, enabled: true };
  const child = { amount: 925, amountGross: 1000, enabled: true };
  await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
    ...{ _id: 'form_a', type: 'form', accessId, name: 'Guests', language: 'en', metadata },
    ...{ currency: 'chf', vat: 810, enabled: true, children: true },
    options,
    extras: [{ id: 'park', name: 'Parking', amount: 463, amountGross: 500, enabled: true, maxCount: 2 }],
    amounts: {
      [event.sessions[0]?._id ?? '']: Object.fromEntries(options.map(({ id }) => [id, { adult, child }])),
    },
    ...more,
  });
  const close = async (): Promise<void> => {
    const path = `/db/${event.dbName}/form_a`;
    const { body } = await world.manager.call('GET', path);
    expect((await world.manager.call('PUT', path, { ...(body as object), enabled: false })).status).toBe(201);
  };
  const address = `${world.url}/desk/${accessId}`;
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  const consumers = async () => {
    const range = `startkey="consumer_"&endkey="consumer_~"&include_docs=true`;
    const answer = await world.manager.call('GET', `/db/${event.dbName}/_all_docs?${range}`);
    return (answer.body as { rows: { doc: { registration: Record<string, unknown> } }[] }).rows;
  };
  const archive = async (): Promise<void> => {
    for (const session of await world.sessions(event)) {
      const path = `/db/${event.dbName}/${session._id}`;
      const { status } = await world.manager.call('PUT', path, { ...session, status: 'archived' });
      expect(status).toBe(201);
    }
  };
  /** A form of its own at another address says the same in French. */
  const inFrench = async (): Promise<string> => {
    const [path, other] = ['form_a', 'form_b'].map((id) => `/db/${event.dbName}/${id}`);
    const { _rev, ...form } = (await world.manager.call('GET', path ?? '')).body as Record<string, unknown>;
    const own = { accessId: `bcdfgj${accessId.slice(6)}`, language: 'fr', counterpartId: 'form_a' };
    for (const [at, body] of [
      [other, { ...form, _id: 'form_b', ...own }],
      [path, { ...form, _rev, counterpartId: 'form_b' }],
    ] as const)
      expect((await world.manager.call('PUT', at ?? '', body)).status).toBe(201);
    const there = `${world.url}/desk/${own.accessId}`;
    await expect.poll(async () => (await fetch(there)).status).toBe(200);
    return there;
  };
  return { address, close, archive, consumers, inFrench };
}
export async function typeName({ page }: Device): Promise<void> {
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
  await page.getByRole('textbox', { name: 'Surname' }).first().fill('Byron');
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('ada@example.org');
}
/** Ada, and the menu for her. */
export async function fillIn(visitor: Device): Promise<void> {
  await typeName(visitor);
  await visitor.page.getByRole('radio', { name: /Menu/ }).first().check();
}
export const register = async ({ page }: Pick<Device, 'page'>): Promise<void> =>
  page.getByRole('button', { name: 'Register' }).click();
/** `page`: where the form is, be it a frame. */
export const expectRegistered = async ({ page }: { page: Pick<Page, 'getByRole'> }): Promise<void> =>
  expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();

/** In the form editor: a name, the tax, and one option that has a price at the dinner. */
export async function typeForm(
  { page, t }: Pick<Device, 'page' | 't'>,
  { name, price }: { name: string; price: string },
): Promise<void> {
  await page.getByLabel(t('forms.name')).first().fill(name);
  await page.getByLabel(t('forms.vat')).fill('8.1');
  const option = page.getByRole('group', { name: t('forms.optionN', { n: 1 }), exact: true });
  await option.getByLabel(t('forms.optionName')).fill('Menu');
  const cell = t('forms.cell', { session: 'Dinner', option: 'Menu' });
  await page.getByRole('textbox', { name: cell, exact: true }).fill(price);
}
