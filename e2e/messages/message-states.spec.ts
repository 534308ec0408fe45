import { startMailServer, type TestMailServer } from '../../server/testing/mailServer.ts';
import { startTwilio } from '../../server/testing/twilioServer.ts';
import { startFoyer, type Foyer } from '../support/foyer.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { createWorld, type World } from '../support/world.ts';

const SID = `AC${'0'.repeat(32)}`;

interface Guest {
  name: string;
  email?: string | null;
  phone?: string | null;
}

const guest = ({ name, email = `${name.toLowerCase()}@example.org`, phone = null }: Guest): object => ({
  ...{ _id: `consumer_${name}`, type: 'consumer', date: 1, status: 'registered', paymentType: 'none' },
  ...{ notifMethod: 'email', notifs: {}, metadata: { createdAt: 1, updatedAt: 1 } },
  person: { forename: name, surname: 'Guest', email, phone, language: 'en' },
});
const message = (id: string, method: 'email' | 'sms', contents: object): object => ({
  ...{ _id: `notif_${id}`, type: 'notif', notifType: 'inactive', notifMethod: method },
  ...{ consumerStatus: 'registered', consumerStatusNew: null, language: null, sessionIds: null },
  ...{ contents, date: null, count: 0, resendConsumerIds: [], metadata: { createdAt: 1, updatedAt: 1 } },
});
const MAIL = { subject: 'Hello', body: { font: 'sans-serif', html: '<p>Hi</p>', text: 'Hi' } };

/** An event whose message is on its way, and its page before somebody's eyes. */
async function looking(
  device: (options: object) => Promise<Device>,
  { foyer, world }: { foyer: Foyer; world: World },
  { docs, services, notif }: { docs: object[]; services: object; notif: string },
): Promise<Device> {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, extra: docs as never });
  await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, ...services });
  const looked = await device({ as: member, url: foyer.url });
  await looked.open(`/event/${event.id}/notif/${notif}?tab=people`);
  await expect(looked.page.getByRole('group', { name: looked.t('notifs.filter') })).toBeVisible();
  // Only now it goes.
  const [stored] = await world.documents(event.dbName, notif);
  await world.manager.call('PUT', `/db/${event.dbName}/${notif}`, { ...stored, notifType: 'automatic' });
  return looked;
}

const state = ({ page, t }: Device, words: string) =>
  page.getByRole('group', { name: t('notifs.filter') }).getByRole('button', { name: words });
const row = ({ page }: Device, name: string) => page.getByRole('row').filter({ hasText: name });

test('a server that is killed while it sends: afterwards the state of each is what became of them', async ({
  device,
  ownFoyer: foyer,
  ownWorld: world,
}) => {
  test.setTimeout(240_000);
  const mail: TestMailServer = await startMailServer();
  try {
    const names = Array.from({ length: 30 }, (_, index) => `Guest${String(index).padStart(2, '0')}`);
    const kills: Promise<void>[] = [];
    // It lies in the mailbox, and the server is gone before it hears of that.
    mail.onMail = () => {
      if (mail.mails.length === 9) kills.push(foyer.kill());
      return null;
    };
    const docs = [...names.map((name) => guest({ name })), message('a', 'email', MAIL)];
    const services = { email: mail.account };
    const looked = await looking(device as never, { foyer, world }, { docs, services, notif: 'notif_a' });
    await expect.poll(() => kills.length, { timeout: 60_000 }).toBe(1);
    await Promise.all(kills);
    await foyer.restart();

    const { t, page } = looked;
    // A device asks a silent server again after up to 30 seconds.
    await expect(state(looked, t('notifs.states.waiting'))).toHaveAttribute('data-count', '0', {
      timeout: 60_000,
    });
    const countOf = async (words: string): Promise<number> =>
      Number(await state(looked, words).getAttribute('data-count'));
    const uncertain = t('notifs.states.uncertain');
    const [sent, unknown] = [await countOf(t('notifs.states.sent')), await countOf(uncertain)];
    expect(sent + unknown).toBe(names.length);
    expect(unknown).toBeGreaterThanOrEqual(1);
    // One a connection.
    expect(unknown).toBeLessThanOrEqual(5);
    const got = mail.mails.map(({ to }) => to);
    expect(new Set(got).size, 'nobody twice').toBe(got.length);
    expect(got.length).toBeGreaterThanOrEqual(sent);

    await expect(page.getByText(t('notifs.stateHints.uncertain'))).toBeVisible();
    await state(looked, uncertain).click();
    const listed = page.getByRole('row').filter({ hasText: uncertain });
    await expect(listed).toHaveCount(unknown);
    // Whoever is not among them and said to have it, has it.
    const doubtful = (await listed.allTextContents()).join();
    for (const name of names) {
      const address = `${name.toLowerCase()}@example.org`;
      if (!doubtful.includes(address)) expect(got).toContain(address);
    }
    // A person decides; the doubt is said before.
    await listed.first().getByRole('button').click();
    await expect(page.getByRole('dialog')).toContainText(/may have it already/);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('notifs.again') })
      .click();
    await expect.poll(() => mail.mails.length).toBe(got.length + 1);
  } finally {
    await mail.close();
  }
});

test('what mail servers and providers answer is said of each person in words', async ({ device }) => {
  test.setTimeout(240_000);
  const mail = await startMailServer();
  const twilio = await startTwilio(SID, 'token');
  const foyer = await startFoyer({ TWILIO_API_BASE: twilio.base });
  try {
    const world = await createWorld(foyer.url);
    mail.onRecipient = (to) =>
      to.startsWith('nobody') ? { refuse: 550 } : to.startsWith('full') ? { refuse: 552 } : null;
    mail.onMail = ({ to }) =>
      to.startsWith('dropped') ? 'keepAndDrop' : to.startsWith('later') ? { refuse: 451 } : null;
    const services = { email: mail.account };
    const names = ['Arrived', 'Nobody', 'Full', 'Dropped', 'Later'];
    const docs = [
      ...names.map((name) => guest({ name })),
      guest({ name: 'Without', email: null }),
      message('a', 'email', MAIL),
    ];
    const looked = await looking(device as never, { foyer, world }, { docs, services, notif: 'notif_a' });
    const { t } = looked;
    const say = async (name: string, ...words: string[]): Promise<void> => {
      for (const one of words) await expect(row(looked, name)).toContainText(one, { timeout: 60_000 });
    };
    await say('Arrived', t('notifs.states.sent'));
    await say('Nobody', t('notifs.states.failed'), t('notifs.smtp.address', { code: '550' }));
    await say('Full', t('notifs.states.failed'), t('notifs.smtp.full', { code: '552' }));
    await say('Dropped', t('notifs.states.uncertain'));
    await say('Later', t('notifs.states.waiting'));
    await say('Without', t('notifs.states.withheld'), t('client_display.notifErrors.missing_email'));
    expect(mail.mails.map(({ to }) => to).sort()).toEqual(['arrived@example.org', 'dropped@example.org']);

    // On a phone nothing of it is beside the window, or cut.
    await looked.page.setViewportSize({ width: 360, height: 740 });
    const name = t('notifs.tabs.people');
    // The page scrolls it: no window of its own catches the finger.
    await expect(looked.page.getByRole('region', { name })).toHaveCount(0);
    const list = looked.page.getByRole('table', { name });
    await expect.poll(() => list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await list.evaluate((one) => one.getBoundingClientRect().right - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    const reason = row(looked, 'Full').getByText(t('notifs.smtp.full', { code: '552' }));
    expect(await reason.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await reason.scrollIntoViewIfNeeded();
    await expect(reason).toBeInViewport({ ratio: 1 });
    await expect(row(looked, 'Full').getByRole('button')).toBeInViewport({ ratio: 1 });

    // A wrong password: nobody gets anything, and each is said why.
    const wrong = { email: { ...mail.account, password: 'another word' } };
    const shut = await looking(...[device as never, { foyer, world }], {
      docs: [guest({ name: 'Waiting' }), message('a', 'email', MAIL)],
      services: wrong,
      notif: 'notif_a',
    });
    await expect(row(shut, 'Waiting')).toContainText(t('notifs.states.withheld'), { timeout: 60_000 });
    await expect(row(shut, 'Waiting')).toContainText(t('client_display.notifErrors.misconfigured'));

    const numbers = { Lucky: 1, Unknown: 2, Busy: 3, Broken: 4, Silent: 5 };
    twilio.onMessage = (to) => {
      if (to.endsWith('2')) return { status: 400, code: 21_211 };
      if (to.endsWith('3')) return { status: 429, code: 20_429 };
      if (to.endsWith('4')) return { status: 503 };
      return to.endsWith('5') ? 'keepAndStall' : null;
    };
    const people = Object.entries(numbers).map(([name, digit]) =>
      guest({ name, phone: `+4179000000${digit}` }),
    );
    const sms = { sid: SID, token: 'token', number: '+41790000099' };
    const texted = await looking(...[device as never, { foyer, world }], {
      docs: [...people, message('s', 'sms', { message: 'Hi' })],
      services: { sms },
      notif: 'notif_s',
    });
    // Nobody's news wait for the one whose provider does not answer.
    await expect(row(texted, 'Lucky')).toContainText(t('notifs.states.sent'), { timeout: 60_000 });
    await expect(row(texted, 'Silent')).not.toContainText(t('notifs.states.sent'));
    await expect(row(texted, 'Unknown')).toContainText(t('client_display.notifErrors.invalid_phone'));
    await expect(row(texted, 'Busy')).toContainText(t('notifs.states.waiting'));
    await expect(row(texted, 'Broken')).toContainText(t('notifs.states.waiting'));
    // It answers nobody; its list says that it has it, once.
    twilio.hangUp();
    await expect(row(texted, 'Silent')).toContainText(t('notifs.states.sent'), { timeout: 60_000 });
    expect(twilio.messages.filter(({ to }) => to.endsWith('5'))).toHaveLength(1);
  } finally {
    await foyer.dispose();
    await twilio.close();
    await mail.close();
  }
});
