import type { FastifyBaseLogger } from 'fastify';
import { API_BASE } from '#api/wire.ts';
import type { Documents } from '#domain/commands/documents.ts';
import type { NewId } from '#domain/ids.ts';
import type { Person } from './auth/access.ts';
import type { Config } from './base/config.ts';
import { giveAccount } from './desk/giveAccount.ts';
import { callWebhook } from './desk/webhook.ts';
import type { DeskAddresses } from './desk/addresses.ts';
import type { Jobs } from './jobs/jobs.ts';
import { mailThread } from './outbox/channels/mailThread.ts';
import type { Outbox } from './outbox/outbox.ts';
import { passwordMail } from './outbox/passwordMail.ts';
import { sending, type SendingOptions } from './outbox/sending.ts';
import { paymentJobs } from './payments/jobs.ts';
import type { Payments } from './payments/payments.ts';
import type { Services } from './services/services.ts';
import { statusUrlOf } from './sms/status.ts';
import { erase } from './worker/erasure/job.ts';
import { retain } from './worker/erasure/retain.ts';
import type { WorkerOptions } from './worker/index.ts';
import { JOB_KINDS } from './worker/jobKinds.ts';
import { addresses as projectAddresses } from './worker/projections/addresses.ts';
import { forms } from './worker/projections/forms.ts';
import { HUB_PROJECTIONS, PROJECTIONS } from './worker/projections/index.ts';
import { messages } from './worker/projections/messages.ts';
import { webhook } from './worker/projections/webhook.ts';

type Duties = Pick<WorkerOptions, 'projections' | 'jobKinds'>;

interface CentralParts {
  config: Config;
  documents(eventId: string, person: Person): Promise<Documents>;
  newId: NewId;
  log: FastifyBaseLogger;
  outbox: Outbox;
  addresses: DeskAddresses;
  payments: Payments;
  services: Services;
  jobs: Jobs;
  /** What links in messages follow from. */
  secret: Uint8Array;
  /** How long Twilio is waited for, for tests. */
  twilioTimes: SendingOptions['twilioTimes'];
}

/** What the worker of a central server does: it alone sends, charges and registers. */
export function centralDuties(parts: CentralParts): Duties {
  const { config, documents, newId, log, outbox, addresses, payments, services, jobs, secret } = parts;
  const { twilioTimes } = parts;
  const { dataDir, publicUrl, twilioApiBase: twilioBase, eventWebhook } = config;
  const statusUrl: SendingOptions['statusUrl'] = (eventId, rowId) =>
    statusUrlOf(
      publicUrl,
      `${API_BASE}/message-status/${encodeURIComponent(eventId)}?row=${encodeURIComponent(rowId)}`,
    );
  const tellFailure: SendingOptions['tellFailure'] = (error, eventId) =>
    log.warn({ err: error, eventId }, 'messages: cannot be sent now, will be tried again');
  return {
    projections: [
      ...[...PROJECTIONS, messages(outbox), forms({ documents, newId })],
      projectAddresses({ addresses, documents, newId }),
      ...(eventWebhook === null ? [] : [webhook]),
    ],
    jobKinds: [
      ...JOB_KINDS,
      ...paymentJobs(payments),
      erase(outbox, dataDir),
      retain({ documents }),
      giveAccount(jobs, publicUrl),
      callWebhook(eventWebhook),
      passwordMail({ services, publicUrl }),
      sending({
        ...{ outbox, services, tellFailure, secret, publicUrl, twilioBase, twilioTimes, statusUrl },
        openMail: (settings) => mailThread.open(settings),
      }),
    ],
  };
}

/** What the worker of a hub does: the sums of its own events, and what must be forgotten. */
export const hubDuties = (outbox: Outbox, dataDir: string): Duties => ({
  projections: HUB_PROJECTIONS,
  jobKinds: [erase(outbox, dataDir)],
});
