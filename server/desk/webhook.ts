import { createHash, createHmac, randomUUID } from 'node:crypto';
import { canonical } from '#domain/canonical.ts';
import { databaseName, idRange } from '#domain/ids.ts';
import type { Attempt, JobKind } from '../jobs/job.ts';
import { copyOf } from '../outbox/copy.ts';
import { read, update } from '../storage/documents.ts';
import { DATABASES, type AnyDoc, type Database } from '../storage/types.ts';

/** Whoever runs a desk of their own is told that what it offers has changed (readings, no. 49). */
export interface Webhook {
  /** `{eventId}` is put in. */
  address: string;
  /** What calls are signed with. */
  secret: string;
}

/** Asked for after each change of an event, its sessions or forms; one for each event. */
export const CALL_WEBHOOK = {
  name: 'callEventWebhook',
  ...{ atOnce: 4, attempts: 30, firstWait: 2000, longestWait: 3_600_000 },
  looks: true,
} as const satisfies Omit<JobKind<null>, 'run'>;

/** How long an answer is waited for, in ms. */
const PATIENCE = 10_000;
const MINUTE = 60_000;

/**
 * Calls it, where what can be offered is another than when it was called last: guests who come in change a session too, and are
 * nothing to tell of. Signed as Standard Webhooks says, by `webhook-id`, `webhook-timestamp` and `webhook-signature`.
 */
export const callWebhook = (webhook: Webhook | null): JobKind<null> => ({
  ...CALL_WEBHOOK,
  async run(attempt) {
    // A restored copy tells nobody before somebody has said that it goes on: the original may be running.
    const copy = await copyOf(attempt.storage);
    if (copy !== null && copy.confirmedAt === null) return { again: attempt.now() + MINUTE };
    return webhook === null || attempt.eventId === null ? undefined : tell(webhook, attempt.eventId, attempt);
  },
});

async function tell(
  webhook: Webhook,
  eventId: string,
  { storage, signal, now }: Pick<Attempt<null>, 'storage' | 'signal' | 'now'>,
): Promise<void> {
  if (!(await storage.exists(databaseName(eventId)))) return;
  const offered = await offeredBy(await storage.openExisting(databaseName(eventId)));
  const desk = await storage.open(DATABASES.desk);
  const told = `told_${eventId}`;
  if ((await read(desk, told))?.['state'] === offered.state) return;
  const data = { eventId, forms: offered.forms };
  const body = JSON.stringify({ type: 'event.changed', timestamp: new Date(now()).toISOString(), data });
  const [id, time] = [`msg_${randomUUID()}`, String(Math.floor(now() / 1000))];
  const signature = createHmac('sha256', webhook.secret).update(`${id}.${time}.${body}`).digest('base64');
  const response = await fetch(webhook.address.replaceAll('{eventId}', encodeURIComponent(eventId)), {
    ...{ method: 'POST', body, redirect: 'error' },
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
  });
  // Nothing of what it says is of interest, however long it is.
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the event webhook answers ${response.status}`);
  await update(desk, told, (stored) => ({ ...stored, type: 'told', state: offered.state }));
}

interface Offered {
  /** Changes with whatever a desk shows of the event. */
  state: string;
  /** Addresses of forms that are switched on. */
  forms: string[];
}

async function offeredBy(db: Database): Promise<Offered> {
  const event = await read(db, 'event');
  const [sessions, forms] = await Promise.all([all(db, 'session_'), all(db, 'form_')]);
  const shown = {
    event: event && content(event),
    sessions: sessions.map(content),
    forms: forms.map(content),
  };
  return {
    state: createHash('sha256').update(canonical(shown)).digest('base64url'),
    forms: forms.flatMap((form) =>
      form['enabled'] === true && typeof form['accessId'] === 'string' ? form['accessId'] : [],
    ),
  };
}

async function all(db: Database, prefix: string): Promise<AnyDoc[]> {
  const { rows } = await db.allDocs({ ...idRange(prefix), include_docs: true });
  return rows.flatMap(({ doc }) => (doc === undefined ? [] : [doc as unknown as AnyDoc]));
}

/** What says only when and by whom, and who sits there. */
const UNTOLD: readonly string[] = ['_rev', '_attachments', 'metadata', 'clients', 'removedClients'];

function content(doc: AnyDoc): object {
  const files = Object.entries((doc['_attachments'] ?? {}) as Record<string, { digest?: string }>);
  return {
    ...Object.fromEntries(Object.entries(doc).filter(([name]) => !UNTOLD.includes(name))),
    files: Object.fromEntries(files.map(([name, { digest }]) => [name, digest])),
  };
}
