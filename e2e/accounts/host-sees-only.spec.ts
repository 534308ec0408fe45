import { CheckinPage } from '../pages/CheckinPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { readDatabases } from '../support/indexedDb.ts';

test("a host's device never holds anything of an event that the host may not see", async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const open = await world.event({ title: 'Open Doors', for: [host] });
  const secret = await world.event({
    title: 'Hidden Board Dinner',
    event: { company: 'Quiet Holding' },
    sessions: [{ title: 'Hidden Apéro', titleFrench: 'Apéro caché', date: Date.now(), status: 'ongoing' }],
  });
  const traces = [
    secret.id,
    secret.title,
    'Quiet Holding',
    'Hidden Apéro',
    ...secret.sessions.map(({ _id }) => _id),
  ];
  const door = await device();
  const received: Promise<string>[] = [];
  door.context.on('response', (response) => {
    if (!/\/(db|api)\//.test(response.url())) return;
    received.push(response.text().catch(() => ''));
  });

  const login = new LoginPage(door);
  await login.open();
  await login.logIn(host);
  const home = new HomePage(door);
  await home.eventLink(open.title).click();
  await new EventPage(door).expectShown(open.title);
  const [session] = open.sessions;
  await new CheckinPage(door).open(open.id, session?._id ?? '');
  await new CheckinPage(door).expectSynced();
  // An address that somebody passed on.
  const [hidden] = secret.sessions;
  await door.page.goto(CheckinPage.address(secret.id, hidden?._id ?? ''));
  await home.expectShown();
  await expect(home.event(open.title)).toBeVisible();
  await expect(home.event(secret.title)).toHaveCount(0);
  // Something changes over there: the device hears nothing of it.
  await world.event({ title: 'Hidden Second Dinner' });
  await door.page.getByRole('button', { name: door.t('search.open') }).click();
  await door.page.getByRole('dialog').getByRole('combobox').fill('Hidden');
  await expect(door.page.getByText(door.t('search.nothing', { query: 'Hidden' }))).toBeVisible();

  const databases = await readDatabases(door.page);
  const names = Object.keys(databases);
  expect(names.length).toBeGreaterThanOrEqual(2);
  for (const name of names) expect(name).toMatch(new RegExp(`-(CENTRAL|${open.id})$`));
  const stored = JSON.stringify(databases) + (await door.page.evaluate(() => JSON.stringify(localStorage)));
  const bodies = (await Promise.all(received)).join('\n');
  const clients = secret.clients.map(({ _id }) => _id);
  for (const [where, text] of Object.entries({ stored, bodies })) {
    expect(text.includes(open.title), `${where}: the event that the host may see`).toBe(true);
    const found = [...traces, ...clients, 'Hidden Second Dinner'].filter((trace) => text.includes(trace));
    expect(found, `${where}: events that the host may not see`).toEqual([]);
  }
});
