import type { NotifMethod } from '#domain/documents/consumer.ts';
import { databaseName } from '#domain/ids.ts';
import { guestToken } from '../customers/guestLink.ts';
import type { Attempt, JobKind } from '../jobs/job.ts';
import type { Services, ServiceSettings } from '../services/services.ts';
import { PATIENCE, TWILIO_API, type TwilioOptions } from '../sms/twilio.ts';
import { othersWrites, type OthersWrites } from '../storage/others.ts';
import { historyDatabase, outboxDatabase } from '../storage/types.ts';
import { askWhatBecame, nextAsking, type AskOptions } from './asking.ts';
import { callsOff } from './ledger/calledOff.ts';
import type { Channel } from './channels/channel.ts';
import { Channels } from './channels/channels.ts';
import type { ComposeParts } from './compose/composeMessage.ts';
import { copyOf } from './copy.ts';
import { dueRows, laterTimes, recover } from './ledger/due.ts';
import { factReader, type FactReader } from './compose/eventFacts.ts';
import { askForInvoiceNumbers } from './invoiceNumbers.ts';
import type { Ledger } from './ledger/ledger.ts';
import { mailChannel } from './channels/mailChannel.ts';
import { SENDING, type Outbox } from './outbox.ts';
import { Accounts, createPace } from './ledger/pace.ts';
import { openOwnFiles } from './compose/ownFiles.ts';
import { issuedPapers, openPapers } from './compose/papers.ts';
import { prepare, type Prepared, type Told } from './compose/preparing.ts';
import { sendBatch, type Round } from './sendBatch.ts';
import { Silences } from './channels/silences.ts';
import { tellConsumers } from './ledger/tell.ts';
import { createTeller } from './ledger/teller.ts';
import { twilioChannel } from './channels/twilioChannel.ts';

export interface SendingOptions {
  outbox: Outbox;
  services: Services;
  /** The address that people use; null where nobody said it. */
  publicUrl?: string | null;
  /** What the tokens of guests' own pages follow from. */
  secret: Uint8Array;
  tellFailure(error: unknown, eventId: string): void;
  /** Where Twilio's API is; its own address when left out. */
  twilioBase?: string | null;
  /** Where Twilio tells what became of a message; null where nobody outside can reach this server. */
  statusUrl?: (eventId: string, rowId: string) => string | null;
  /** How long it is waited for, for tests. */
  twilioTimes?: Partial<Pick<TwilioOptions, 'patience' | 'settling'>> & {
    askAfter?: readonly number[];
    /** Of a provider that was silent. */
    rest?: number;
  };
  /** Where mails are put together and sent; in this thread when left out. */
  openMail?: (settings: NonNullable<ServiceSettings['email']>) => Channel;
  /** How long to wait after so many tries (ms); null: no more. */
  pause?: (tries: number) => number | null;
}

const MINUTE = 60_000;
const PAUSES = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
const pauseAfter = (tries: number): number | null => PAUSES[tries - 1] ?? null;

/** Messages that are composed together. */
const BATCH = 100;
/** Until an invoice has its number (ms). */
const FOR_A_NUMBER = 1000;

/** Sends what is in an event's outbox, until nothing is due; runs on the one server that has the worker's lease. */
export const sending = (options: SendingOptions): JobKind<null> => {
  const askedAt = new Map<string, number>();
  let kept: Pick<Kept, 'accounts' | 'silences'> | null = null;
  return {
    ...SENDING,
    async run(attempt) {
      const { eventId, storage, now } = attempt;
      if (eventId === null) return;
      kept ??= {
        accounts: new Accounts(storage, now),
        silences: new Silences(now, options.twilioTimes?.rest),
      };
      return sendAll({ ...options, ...kept, askedAt }, { ...attempt, eventId });
    },
  };
};

/** What this process knows of providers, from one round to the next. */
interface Kept extends Pick<AskOptions, 'askedAt'> {
  accounts: Accounts;
  silences: Silences;
}

async function sendAll(
  options: SendingOptions & Kept,
  { eventId, storage, now, signal, waits = noNews }: Attempt<null> & { eventId: string },
): Promise<{ again: number } | void> {
  const { outbox, services } = options;
  // An event that was deleted must not come back by being opened.
  if (!(await storage.exists(outboxDatabase(eventId)))) return;
  const copy = await copyOf(storage);
  if (copy !== null && copy.confirmedAt === null) return { again: now() + MINUTE };
  const db = await storage.openExisting(databaseName(eventId));
  const others = othersWrites(storage, databaseName(eventId));
  const ledger = await outbox.ledger(eventId);
  await ledger.refresh();
  const stored = async (): Promise<ServiceSettings> =>
    (await services.of(eventId)) ?? ({} as ServiceSettings);
  const settings = await stored();
  const reader = factReader(db);
  await reader.refresh();
  const papers = openPapers(
    db,
    issuedPapers({ db, historyDb: await storage.open(historyDatabase(eventId)) }),
  );
  const ownFiles = openOwnFiles(db);
  const channels = new Channels(settings, stored, (method, by) =>
    openChannel(options, eventId, ledger, method, by),
  );
  const pace = await createPace(options.accounts, settings);
  const { tellFailure, pause = pauseAfter, silences } = options;
  const round: Round = {
    ...{ eventId, ledger, now, signal, pause, tellFailure, channels, silences, waits },
    calledOff: callsOff(db),
  };
  let { notifs } = await reader.facts(settings, ledger.optedOut);
  const teller = createTeller((people) => tellConsumers(db, ledger, notifs, people, now(), others));
  try {
    const lost = await recover(ledger, copy?.confirmedAt == null ? 0 : copy.copiedAt);
    const owed = [...lost, ...(await outbox.peopleAfterStart(eventId))];
    await tellConsumers(db, ledger, notifs, owed, now());
    const facts = factsOfLate(reader, ledger, settings, now, others);
    /** Those whose invoice has no number yet. */
    const waiting = new Set<string>();
    const prepareNext = async (): Promise<Work | null> => {
      const batch = await pace.take(dueRows(ledger, now(), waiting), BATCH);
      if (batch.length === 0 || signal.aborted) return null;
      const parts: ComposeParts = {
        ...{ eventId, facts: await facts(), papers, ownFiles, now: now() },
        settings: channels.settings,
        publicUrl: options.publicUrl ?? null,
        tokenOf: (consumer) => guestToken(options.secret, eventId, consumer),
      };
      ({ notifs } = parts.facts);
      const told: Told = { tell: teller.add, sent: [], waiting: [] };
      const prepared = await prepare(ledger, parts, batch, told);
      for (const { _id, consumerId } of batch) if (told.waiting.includes(consumerId)) waiting.add(_id);
      await askForInvoiceNumbers(db, told.waiting);
      return { prepared, told };
    };
    let coming: Promise<Work | null> | null = null;
    let telling = Promise.resolve();
    for (;;) {
      const work: Work | null = await (coming ?? prepareNext());
      if (work === null) break;
      // The next ones are composed while these go; not where it counts how many go.
      coming = pace.isLimited ? null : prepareNext();
      coming?.catch(() => undefined);
      const { prepared, told } = work;
      await channels.catchUp();
      await sendBatch(round, prepared, told);
      await pace.done(told.sent.filter((method) => method === 'email').length);
      await telling;
      telling = teller.flush();
    }
    await teller.flush();
    if (waiting.size > 0) return { again: now() + FOR_A_NUMBER };
    const { askedAt, twilioBase, twilioTimes: { askAfter, patience = PATIENCE } = {} } = options;
    const asking = { ledger, settings, base: twilioBase ?? TWILIO_API, askedAt, askAfter, patience };
    const heard = await askWhatBecame(eventId, { ...asking, now: now() });
    await tellConsumers(db, ledger, (await reader.facts(settings, ledger.optedOut)).notifs, heard, now());
    const next = Math.min(
      pace.next(),
      nextAsking(eventId, { ...asking, now: now() }),
      ...laterTimes(ledger, now()),
      // Whose mark could not be written, or somebody else has it.
      ...(isAnyLeft(ledger) ? [now() + MINUTE] : []),
    );
    return next === Infinity ? undefined : { again: Math.max(next, now()) };
  } catch (error) {
    outbox.lookAgain(eventId);
    throw error;
  } finally {
    teller.stop();
    others?.stop();
    // What broke off in the middle may have gone.
    await pace.done(Infinity);
    channels.close();
  }
}

const noNews = (): void => undefined;
const isAnyLeft = (ledger: Ledger): boolean => [...ledger.all()].some(({ state }) => state === 'claimed');

function openChannel(
  { twilioBase, twilioTimes, statusUrl, openMail = mailChannel }: SendingOptions,
  eventId: string,
  ledger: Ledger,
  method: NotifMethod,
  settings: ServiceSettings,
): Channel | null {
  if (method === 'email') return settings.email == null ? null : openMail(settings.email);
  const account = settings[method];
  if (account == null) return null;
  const isKnown = (sid: string): boolean => [...ledger.all()].some(({ providerId }) => providerId === sid);
  return twilioChannel(method, account, twilioBase ?? TWILIO_API, {
    ...{ ...twilioTimes, isKnown },
    statusUrl: (rowId) => statusUrl?.(eventId, rowId) ?? null,
  });
}

interface Work {
  prepared: readonly Prepared[];
  told: Told;
}

/** Read anew when they are older than this (ms), and somebody else may have written. */
const FRESH = 2000;

function factsOfLate(
  reader: FactReader,
  ledger: Ledger,
  settings: ServiceSettings,
  now: () => number,
  others: OthersWrites | null,
): () => Promise<ComposeParts['facts']> {
  let known: ComposeParts['facts'] | null = null;
  let readAt = 0;
  let isOld = true;
  return async () => {
    if (others === null || others.take()?.length !== 0) isOld = true;
    if (known !== null && (!isOld || now() - readAt < FRESH)) return known;
    readAt = now();
    isOld = false;
    await Promise.all([reader.refresh(), ledger.refresh()]);
    return (known = await reader.facts(settings, ledger.optedOut));
  };
}
