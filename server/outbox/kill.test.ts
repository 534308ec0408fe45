import { expect, it } from 'vitest';
import { startMailServer } from '../testing/mailServer.ts';
import { serverProcesses } from '../testing/process.ts';
import { driver } from '../testing/server.ts';

const PEOPLE = 40;
const KILLS = 2;

const processes = serverProcesses();

/** Bytes reach the mail server in the order of its mails, so the moment of a kill is some mail's. */
it('whoever kills the server: nobody gets a mail twice, nobody is forgotten, and who is not known is said', async () => {
  const mail = await startMailServer();
  let next = 0;
  let reached: () => void = () => undefined;
  mail.onMail = () => {
    if (mail.mails.length >= next) reached();
    return null;
  };
  const waitFor = (count: number): Promise<void> => {
    next = count;
    return new Promise((resolve) => (reached = resolve));
  };

  let server = processes.start();
  let calls = driver(await server.url);
  const as = await calls.login('chief');
  const event = { title: 'Gala', date: Date.UTC(2027, 4, 1, 12) };
  const { eventId, dbName } = (
    await calls.call<{ eventId: string; dbName: string }>('PUT', '/api/event', { as, body: event })
  ).body;
  await calls.call('PUT', `/db/services/${eventId}`, { as, body: { _id: eventId, email: mail.account } });
  const metadata = { createdAt: 1, updatedAt: 1 };
  const docs: object[] = Array.from({ length: PEOPLE }, (_, index) => ({
    ...{ _id: `consumer_${index}`, type: 'consumer', status: 'registered', metadata },
    person: { forename: `P${index}`, email: `p${index}@example.org`, language: 'en' },
  }));
  docs.push({
    ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata },
    ...{
      contents: { subject: 'Hello', body: { html: '<p>Hi</p>' } },
      resendConsumerIds: [],
      sessionIds: null,
    },
  });
  await calls.call('POST', `/db/${dbName}/_bulk_docs`, { as, body: { docs } });

  for (let kill = 1; kill <= KILLS; kill++) {
    const there = waitFor(mail.mails.length + 7);
    if (kill === 1) await calls.call('POST', `/api/routine/${eventId}`, { as });
    await there;
    server.child.kill('SIGKILL');
    await server.ended;
    server = processes.start();
    calls = driver(await server.url);
  }
  const again = await calls.login('chief');
  const counts = async () =>
    (
      await calls.call<{ counts: Record<'queued' | 'committing' | 'sent' | 'uncertain', number> }>(
        'GET',
        `/api/routine/${eventId}`,
        { as: again },
      )
    ).body.counts;
  // Rows that are being written in the moment of a question are counted with the next one.
  let [sent, uncertain] = [0, 0];
  await expect
    .poll(
      async () => {
        const now = await counts();
        ({ sent, uncertain } = now);
        return { open: now.queued + now.committing, ended: sent + uncertain };
      },
      { timeout: 60_000, interval: 200 },
    )
    .toEqual({ open: 0, ended: PEOPLE });

  const got = mail.mails.map(({ to }) => to);
  expect(new Set(got).size, 'nobody twice').toBe(got.length);
  // At most one for each connection and kill.
  expect(uncertain).toBeLessThanOrEqual(KILLS * 5);
  expect(got.length).toBeGreaterThanOrEqual(sent);
  await mail.close();
}, 180_000);
