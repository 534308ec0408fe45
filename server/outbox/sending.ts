import type { NotifMethod } from '#domain/documents/consumer.ts';
import { contactKey } from '#domain/notifications/audience.ts';
import { databaseName } from '#domain/ids.ts';
import { guestToken } from '../customers/guestLink.ts';
import type { Attempt, JobKind } from '../jobs/job.ts';
import type { Services, ServiceSettings } from '../services/services.ts';
import { PATIENCE, TWILIO_API, type TwilioOptions } from '../sms/twilio.ts';
import { othersWrites, type OthersWrites } from '../storage/others.ts';
import { historyDatabase, outboxDatabase } from '../storage/types.ts';
import { askWhatBecame, nextAsking, type AskOptions } from './asking.ts';
import type { Channel, Outcome } from './channel.ts';
import type { ComposeParts } from './compose.ts';
import { copyOf } from './copy.ts';
import { dueRows, laterTimes, recover } from './due.ts';
import { factReader, type FactReader } from './eventFacts.ts';
import { frozenOf } from './frozen.ts';
import { askForInvoiceNumbers } from './invoiceNumbers.ts';
import type { Ledger, LedgerRow } from './ledger.ts';
import { mailChannel } from './mailChannel.ts';
import { SENDING, type Outbox } from './outbox.ts';
import { createPace } from './pace.ts';
import { openOwnFiles } from './ownFiles.ts';
import { issuedPapers, openPapers } from './papers.ts';
import { prepare, type Prepared, type Told } from './preparing.ts';
import { tellConsumers } from './tell.ts';
import { twilioChannel } from './twilioChannel.ts';

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
  twilioTimes?: Partial<Pick<TwilioOptions, 'patience' | 'settling'>> & { askAfter?: readonly number[] };
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
  return {
    ...SENDING,
    async run(attempt) {
      if (attempt.eventId === null) return;
      return sendAll({ ...options, askedAt }, { ...attempt, eventId: attempt.eventId });
    },
  };
};

async function sendAll(
  options: SendingOptions & Pick<AskOptions, 'askedAt'>,
  { eventId, storage, now, signal }: Attempt<null> & { eventId: string },
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
  const settings = (await services.of(eventId)) ?? ({} as ServiceSettings);
  const reader = factReader(db);
  await reader.refresh();
  const papers = openPapers(db, issuedPapers(await storage.open(historyDatabase(eventId))));
  const ownFiles = openOwnFiles(db);
  const channels = new Map<NotifMethod, Channel | null>();
  const channelOf = (method: NotifMethod): Channel | null => {
    const known = channels.get(method);
    if (known !== undefined) return known;
    const opened = openChannel(options, eventId, ledger, method, settings);
    channels.set(method, opened);
    return opened;
  };
  const pace = createPace(ledger.all(), settings, now);
  const round: Round = { ...options, eventId, ledger, now, signal, pause: options.pause ?? pauseAfter };
  try {
    const lost = await recover(ledger, copy?.confirmedAt == null ? 0 : copy.copiedAt);
    const owed = [...lost, ...(await outbox.peopleAfterStart(eventId))];
    await tellConsumers(db, ledger, (await reader.facts(settings, ledger.optedOut)).notifs, owed, now());
    const facts = factsOfLate(reader, ledger, settings, now, others);
    /** Those whose invoice has no number yet. */
    const waiting = new Set<string>();
    const prepareNext = async (): Promise<Work | null> => {
      const batch = pace.first(dueRows(ledger, now(), waiting), BATCH);
      if (batch.length === 0 || signal.aborted) return null;
      const parts: ComposeParts = {
        ...{ eventId, facts: await facts(), settings, papers, ownFiles, now: now() },
        publicUrl: options.publicUrl ?? null,
        tokenOf: (consumer) => guestToken(options.secret, eventId, consumer),
      };
      const told: Told = { consumerIds: [], sent: [], waiting: [] };
      const prepared = await prepare(ledger, parts, batch, told);
      for (const { _id, consumerId } of batch) if (told.waiting.includes(consumerId)) waiting.add(_id);
      await askForInvoiceNumbers(db, told.waiting);
      return { prepared, told, notifs: parts.facts.notifs };
    };
    let coming: Promise<Work | null> | null = null;
    let telling = Promise.resolve();
    for (;;) {
      const work: Work | null = await (coming ?? prepareNext());
      if (work === null) break;
      // The next ones are composed while these go; not where it counts how many go.
      coming = pace.isLimited ? null : prepareNext();
      coming?.catch(() => undefined);
      const { prepared, told, notifs } = work;
      await sendBatch(round, prepared, told, channelOf);
      for (const method of told.sent) pace.note(method);
      await telling;
      telling = tellConsumers(db, ledger, notifs, told.consumerIds, now(), others);
      telling.catch(() => undefined);
    }
    await telling;
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
  } finally {
    others?.stop();
    for (const channel of channels.values()) channel?.close();
  }
}

const isAnyLeft = (ledger: Ledger): boolean => [...ledger.all()].some(({ state }) => state === 'claimed');

interface Round extends SendingOptions {
  eventId: string;
  ledger: Ledger;
  now: () => number;
  signal: AbortSignal;
  pause: (tries: number) => number | null;
}

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
  notifs: ComposeParts['facts']['notifs'];
}

async function sendBatch(
  round: Round,
  prepared: readonly Prepared[],
  told: Told,
  channelOf: (method: NotifMethod) => Channel | null,
): Promise<void> {
  for (const method of new Set(prepared.map(({ row }) => row.method))) {
    const own = prepared.filter(({ row }) => row.method === method);
    await sendThrough(round, channelOf(method), own, told);
  }
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

async function sendThrough(
  round: Round,
  channel: Channel | null,
  prepared: readonly Prepared[],
  told: Told,
): Promise<void> {
  const waiting = [...prepared];
  let down: Extract<Outcome, { kind: 'down' }> | null =
    channel === null ? { kind: 'down', fault: 'disabled', permanent: true } : null;
  async function lane(open: Channel): Promise<void> {
    /** The mark of the message before is written while the next one goes; only its end waits for it. */
    let before = Promise.resolve();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (down !== null || round.signal.aborted) {
        waiting.unshift(next);
        break;
      }
      const { outcome, row } = await sendOne(round, open, next, before);
      if (outcome.kind === 'down') down ??= outcome;
      before = settle(round, row, outcome, told);
      before.catch(() => undefined);
    }
    await before;
  }
  if (channel !== null) await Promise.all(Array.from({ length: channel.atOnce }, () => lane(channel)));
  if (down === null) return;
  // Nobody else is to wait for a server that does not answer.
  await Promise.all(waiting.map(({ row }) => settle(round, row, down as Outcome, told)));
}

async function sendOne(
  round: Round,
  channel: Channel,
  { row, frozen, files }: Prepared,
  before: Promise<void>,
): Promise<{ outcome: Outcome; row: LedgerRow }> {
  let current = row;
  const commit = async (): Promise<boolean> => {
    // So that a crash leaves at most one of a connection unknown.
    await before;
    if (round.signal.aborted) return false;
    const committed = await round.ledger.move(row, { kind: 'commit' });
    if (committed !== null) current = committed;
    return committed !== null;
  };
  try {
    const outcome = await channel.send(frozen, files, commit, row._id);
    return { outcome, row: current };
  } catch (error) {
    round.tellFailure(error, round.eventId);
    if (current.state === 'committing') return { outcome: { kind: 'unknown' }, row: current };
    // Nothing has gone; nobody else is held up by it.
    const failure = { error: 'misconfigured' };
    return { outcome: { kind: 'refused', failure, permanent: false }, row: current };
  }
}

async function settle(
  { ledger, now, pause }: Round,
  row: LedgerRow,
  outcome: Outcome,
  told: Told,
): Promise<void> {
  const again = (permanent: boolean): number | null => {
    const wait = permanent ? null : pause(row.tries);
    return wait === null ? null : now() + wait;
  };
  switch (outcome.kind) {
    case 'sent':
      await ledger.move(row, {
        kind: 'accept',
        ...(outcome.providerId === undefined ? {} : { providerId: outcome.providerId }),
      });
      told.sent.push(row.method);
      break;
    case 'refused':
      await ledger.move(row, { kind: 'refuse', failure: outcome.failure, again: again(outcome.permanent) });
      if (row.method !== 'email' && outcome.failure.errorCode === OPTED_OUT) await optOut(ledger, row);
      break;
    case 'unknown':
      await ledger.move(row, { kind: 'lose' });
      told.sent.push(row.method);
      break;
    case 'down': {
      const next = again(outcome.permanent);
      // While it waits it tells what for; in the end there is the specification's word.
      const failure = { error: 'misconfigured', ...(next === null ? {} : { errorCode: outcome.fault }) };
      await ledger.move(
        row,
        outcome.permanent && row.state === 'claimed'
          ? { kind: 'hold', hold: outcome.fault === 'disabled' ? 'disabled' : 'misconfigured' }
          : { kind: 'refuse', failure, again: next },
      );
      break;
    }
    case 'left':
      return;
  }
  told.consumerIds.push(row.consumerId);
}

/** Twilio's code for somebody who answered STOP to this sender. */
const OPTED_OUT = 21_610;

async function optOut(ledger: Ledger, row: LedgerRow): Promise<void> {
  const frozen = await frozenOf(ledger.db, row._id);
  if (frozen !== null) await ledger.setOptOut(contactKey(frozen.to), true);
}
