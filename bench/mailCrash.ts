import { parseArgs } from 'node:util';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { driver } from '../server/testing/server.ts';
import { startMailServer } from '../server/testing/mailServer.ts';
import { figure, type Figure } from './support/report.ts';

const BENCH = 'mail-crash';
const COUNT = 1000;
const KILLS = 20;
const CONNECTIONS = 5;
/**
 * 1,000 messages to a mail server on loopback, and `kill -9` to the server 20 times at random moments. Counted: people who got it
 * twice, people who got nothing and of whom nothing is said, and those of whom it is said that nobody knows; of these at most one
 * for each connection and kill. `-- --count=100 --kills=3` makes it short.
 */
export default async function mailCrash(emit: (figure: Figure) => void): Promise<void> {
  const { values } = parseArgs({
    options: { count: { type: 'string' }, kills: { type: 'string' } },
    allowPositionals: true,
  });
  const count = Number(values.count ?? COUNT);
  const kills = Number(values.kills ?? KILLS);
  const mail = await startMailServer();
  let next = Infinity;
  let reached: () => void = () => undefined;
  mail.onMail = () => {
    if (mail.mails.length >= next) reached();
    return null;
  };
  const foyer = await startFoyer({ LOG_LEVEL: 'fatal' });
  try {
    const calls = driver(foyer.url);
    const as = await calls.login(ADMIN.username, ADMIN.password);
    const event = { title: 'Gala', date: Date.UTC(2027, 4, 1, 12) };
    const { eventId, dbName } = (
      await calls.call<{ eventId: string; dbName: string }>('PUT', '/api/event', { as, body: event })
    ).body;
    await calls.call('PUT', `/db/services/${eventId}`, { as, body: { _id: eventId, email: mail.account } });
    await calls.call('POST', `/db/${dbName}/_bulk_docs`, { as, body: { docs: docsFor(count) } });
    await calls.call('POST', `/api/routine/${eventId}`, { as });
    for (let kill = 1; kill <= kills; kill++) {
      // Somewhere in what each life has to send, at no step in particular.
      const share = (count / (kills + 1)) * (0.3 + Math.random());
      next = Math.min(count, mail.mails.length + Math.ceil(share));
      await new Promise<void>((resolve) => {
        reached = resolve;
        if (mail.mails.length >= next) resolve();
      });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      await foyer.kill();
      await foyer.restart();
    }
    const end = await settled(() => calls.call<Told>('GET', `/api/routine/${eventId}`, { as }));
    const got = mail.mails.map(({ to }) => to);
    const people = new Set(got);
    const { uncertain, sent } = end;
    const compared = { bench: BENCH, baseline: NaN, baselineName: '', ratio: null };
    const twice = got.length - people.size;
    // Told as sent and not there, or neither there nor in doubt.
    const lost = Math.max(0, sent - people.size) + Math.max(0, count - sent - uncertain);
    emit(
      figure({
        ...compared,
        measure: 'twice',
        ours: twice,
        unit: 'found',
        target: '0',
        reached: twice === 0,
      }),
    );
    emit(
      figure({ ...compared, measure: 'lost', ours: lost, unit: 'lost', target: '0', reached: lost === 0 }),
    );
    const most = kills * CONNECTIONS;
    emit(
      figure({
        ...{ ...compared, measure: `not known after ${kills} kills`, ours: uncertain, unit: 'found' },
        ...{ target: `at most ${most}`, reached: uncertain <= most },
      }),
    );
  } finally {
    await foyer.dispose();
    await mail.close();
  }
}

interface Told {
  counts: Record<'queued' | 'committing' | 'sent' | 'uncertain', number>;
}

async function settled(ask: () => Promise<{ body: Told }>): Promise<Told['counts']> {
  for (;;) {
    const { counts } = (await ask()).body;
    if (counts.queued + counts.committing === 0) return counts;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function docsFor(count: number): object[] {
  const metadata = { createdAt: 1, updatedAt: 1 };
  const people: object[] = Array.from({ length: count }, (_, index) => ({
    ...{ _id: `consumer_${index}`, type: 'consumer', status: 'registered', metadata },
    person: { forename: `P${index}`, email: `p${index}@example.org`, language: 'en' },
  }));
  const notif = {
    ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata },
    ...{
      contents: { subject: 'Hello', body: { html: '<p>Hi</p>' } },
      resendConsumerIds: [],
      sessionIds: null,
    },
  };
  return [...people, notif];
}
