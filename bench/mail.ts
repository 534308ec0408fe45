import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { databaseName, FILE_ATTACHMENT } from '../src/domain/ids.ts';
import { Jobs } from '../server/jobs/jobs.ts';
import { Outbox, SENDING } from '../server/outbox/outbox.ts';
import { mailThread } from '../server/outbox/channels/mailThread.ts';
import { sending } from '../server/outbox/sending.ts';
import { Services } from '../server/services/services.ts';
import { openEmbedded } from '../server/storage/embedded.ts';
import { DATABASES } from '../server/storage/types.ts';
import { startMailServer, type TestMailServer } from '../server/testing/mailServer.ts';
import { plainTemplate } from '../src/pdf/testing/templates.ts';
import { figure, type Figure } from './support/report.ts';

const BENCH = 'mail';
const COUNT = 2000;
const ATTACHED = 200_000;
const CONNECTIONS = 5;
const SHARE = 0.8;
const WORD = 'bench';

/**
 * 2,000 messages to a mail server on loopback, plain and with 200 kB attached. Ours: the job that sends, each message composed
 * for its person, marked durably before the final dot, and told to its registration; embedded databases. Baseline: a pool of
 * nodemailer with as many connections, which marks nothing, in the same run. Seconds until all are there.
 */
export default async function mail(emit: (figure: Figure) => void): Promise<void> {
  for (const attached of ['nothing', 'file', 'invitation'] as const) {
    const server = await startMailServer(WORD);
    // Kept, two thousand files would be 500 MB; what counts is that they came.
    let arrived = 0;
    server.onMail = (one) => {
      arrived++;
      one.source = '';
      return null;
    };
    const baseline = await plainPool(server, attached);
    arrived = 0;
    const ours = await throughOutbox(server, attached);
    if (arrived !== COUNT) throw new Error(`${arrived} mails arrived, not ${COUNT}`);
    await server.close();
    emit(
      figure({
        ...{ bench: BENCH, measure: MEASURES[attached], unit: 's', ours, baseline },
        ...{ baselineName: 'nodemailer pool, no ledger', target: `at least ${SHARE} of its pace` },
        reached: baseline / ours >= SHARE,
      }),
    );
  }
}

type Attached = 'nothing' | 'file' | 'invitation';
const MEASURES: Record<Attached, string> = {
  nothing: 'plain',
  file: 'with 200 kB attached',
  invitation: 'with an invitation of 200 kB, made for each',
};

const person = (index: number): string => `p${index}@example.org`;

async function plainPool({ port }: TestMailServer, attached: Attached): Promise<number> {
  const pool = createTransport({
    ...{ pool: true, host: '127.0.0.1', port, maxConnections: CONNECTIONS, maxMessages: Infinity },
    ...{ auth: { user: 'bench', pass: WORD }, tls: { rejectUnauthorized: false } },
  });
  const content = Buffer.from(await bulkyTemplate());
  const began = performance.now();
  await Promise.all(
    Array.from({ length: COUNT }, (_, index) =>
      pool.sendMail({
        ...{ from: 'gala@example.org', to: person(index), subject: `Hello P${index}` },
        ...{ text: `Dear P${index}`, html: `<p>Dear P${index}</p>` },
        attachments: attached === 'nothing' ? [] : [{ filename: 'invitation.pdf', content }],
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  pool.close();
  return seconds;
}

async function throughOutbox({ port }: TestMailServer, attached: Attached): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-mail-'));
  const storage = await openEmbedded({ folder });
  try {
    const now = Date.now;
    const services = new Services(storage, () => Promise.resolve(new Uint8Array(32)));
    const jobs = new Jobs({ storage, holder: 'bench', now });
    const outbox = new Outbox({ storage, services, jobs, now });
    const db = await storage.open(databaseName('gala'));
    const metadata = { createdAt: 1, updatedAt: 1 };
    const docs: object[] = Array.from({ length: COUNT }, (_, index) => [
      {
        ...{ _id: `consumer_${index}`, type: 'consumer', status: 'registered', metadata },
        person: { forename: `P${index}`, email: person(index), language: 'en' },
      },
      {
        ...{ _id: `client_${index}`, type: 'client', consumerId: `consumer_${index}`, number: `G-${index}` },
        ...{ forename: `P${index}`, surname: 'Test', language: 'en', category: 'indiv', metadata },
      },
    ]).flat();
    docs.push({
      ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata },
      ...{ resendConsumerIds: [], sessionIds: null },
      contents: {
        ...{ subject: 'Hello {{forename}}', body: { html: '<p>Dear {{forename}}</p>' } },
        attachInvitation: attached === 'invitation',
      },
      ...(attached === 'file' ? { attachments: ['file_a'] } : {}),
    });
    const data = Buffer.from(await bulkyTemplate()).toString('base64');
    docs.push({
      ...{ _id: 'file_a', type: 'file', name: 'Programme', metadata },
      _attachments: { [FILE_ATTACHMENT]: { content_type: 'application/pdf', data } },
    });
    docs.push({
      ...{ _id: 'invitationtemplate_1', type: 'invitationtemplate', language: 'en', metadata },
      refs: [{ x: 10, y: 10, width: 60, height: 5, pageIndex: 0, variableKey: 'fullname' }],
      _attachments: { template: { content_type: 'application/pdf', data } },
    });
    await db.bulkDocs(docs as never);
    const email = { email: 'gala@example.org', host: '127.0.0.1', port, username: 'bench', password: WORD };
    await (await storage.open(DATABASES.services)).put({ _id: 'gala', email });
    const { queued } = await outbox.run('gala');
    if (queued !== COUNT) throw new Error(`${queued} are queued, not ${COUNT}`);
    await warmUp(port);
    const job = sending({
      secret: new Uint8Array(32),
      openMail: (settings) => mailThread.open(settings),
      outbox,
      services,
      tellFailure: (error) => console.error(error),
    });
    const began = performance.now();
    await job.run({
      ...{ eventId: 'gala', key: '', payload: null, number: 1, storage, now },
      signal: new AbortController().signal,
    });
    const seconds = (performance.now() - began) / 1000;
    const { counts } = await outbox.counts('gala');
    if (counts.sent !== COUNT) throw new Error(`${SENDING.name}: ${JSON.stringify(counts)}`);
    return seconds;
  } finally {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From its sources the thread takes seconds to start, as built a tenth of one; a server has it running. */
async function warmUp(port: number): Promise<void> {
  const settings = {
    email: 'gala@example.org',
    host: '127.0.0.1',
    port,
    username: 'bench',
    password: 'wrong',
  };
  const channel = mailThread.open(settings);
  const frozen = { to: 'nobody@example.org', subject: '', html: '', text: '', messageId: '<a@b>', date: 0 };
  const from = { name: '', address: settings.email };
  await channel.send({ ...frozen, method: 'email', from, files: [] }, [], () => Promise.resolve(false));
  channel.close();
}

let bulky: Uint8Array | null = null;
/** 200 kB, as a template with a picture has. */
async function bulkyTemplate(): Promise<Uint8Array> {
  if (bulky !== null) return bulky;
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const doc = await PDFDocument.load(await plainTemplate());
  const noise = new Uint8Array(ATTACHED);
  for (let at = 0; at < ATTACHED; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
  const stream = doc.context.stream(noise, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 400,
    Height: 500,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
  });
  const [page] = doc.getPages();
  page?.node.newXObject('Noise', doc.context.register(stream));
  return (bulky = await doc.save());
}
