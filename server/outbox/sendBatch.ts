import type { NotifMethod } from '#domain/documents/consumer.ts';
import { contactKey, type Hold } from '#domain/notifications/audience.ts';
import type { Channel, Outcome } from './channels/channel.ts';
import type { Channels } from './channels/channels.ts';
import { frozenOf } from './ledger/frozen.ts';
import type { Ledger, LedgerRow } from './ledger/ledger.ts';
import type { Prepared, Told } from './compose/preparing.ts';
import type { Silences } from './channels/silences.ts';
import { watchFor } from './channels/slowness.ts';

export interface Round {
  eventId: string;
  ledger: Ledger;
  now: () => number;
  signal: AbortSignal;
  /** How long to wait after so many tries (ms); null: no more. */
  pause: (tries: number) => number | null;
  tellFailure(error: unknown, eventId: string): void;
  channels: Channels;
  silences: Silences;
  calledOff: (row: LedgerRow) => Promise<Hold | null>;
  /** Told while it does nothing but wait for a provider. */
  waits: (isWaiting: boolean) => void;
}

/** Sends what was prepared, each through the channel of its kind, and notes what became of it. */
export async function sendBatch(round: Round, prepared: readonly Prepared[], told: Told): Promise<void> {
  for (const method of new Set(prepared.map(({ row }) => row.method))) {
    const own = prepared.filter(({ row }) => row.method === method);
    await sendThrough(round, method, own, told);
  }
}

/** So many in a row, and it is the server. */
const MOST_BREAKS = 3;

async function sendThrough(
  round: Round,
  method: NotifMethod,
  prepared: readonly Prepared[],
  told: Told,
): Promise<void> {
  const waiting = [...prepared];
  const channel = round.channels.of(method);
  // Those before may have found out: who asks again with each batch is locked out for a wrong password.
  let down: Extract<Outcome, { kind: 'down' }> | null =
    channel === null
      ? { kind: 'down', fault: 'disabled', permanent: true }
      : (round.channels.down.get(method) ?? null);
  const turn = down === null ? round.silences.take(round.channels.account(method)) : null;
  if (turn === null) down ??= { kind: 'down', fault: 'timeout', permanent: false };
  /** One goes first, until it is answered: of each that waits for a silent provider nobody knows what became of it. */
  let answered = (): void => undefined;
  const isAnswered = round.channels.answered.has(method)
    ? Promise.resolve()
    : new Promise<void>((resolve) => (answered = resolve));
  /** Messages upon which the connection broke, before their end or after it, since one was taken. */
  let breaks = 0;
  let taken = 0;
  function judge(outcome: Outcome): void {
    if (outcome.kind === 'sent' || outcome.kind === 'refused') breaks = 0;
    if (outcome.kind === 'sent') {
      taken++;
      turn?.heard('taken');
    }
    // One may be refused for its address, before all of it is there.
    if (outcome.kind === 'sent' || (outcome.kind === 'refused' && turn?.isDoubted === false)) {
      round.channels.answered.add(method);
      answered();
    }
    if (outcome.kind === 'unknown') {
      if (outcome.stalled === true) turn?.heard('silence');
      const fault = outcome.stalled === true ? 'timeout' : 'unreachable';
      // Each of these would not be known either, and wait for somebody to decide.
      if (outcome.stalled === true || ++breaks >= MOST_BREAKS)
        down ??= { kind: 'down', fault, permanent: false };
    }
    if (outcome.kind !== 'down') return;
    // One message that a server breaks off at is that message's matter, and no other's.
    const mayBeItsOwn = outcome.midway === true && outcome.fault !== 'timeout';
    if (!mayBeItsOwn || ++breaks >= MOST_BREAKS) down ??= outcome;
  }
  const watch = watchFor(round.waits);
  /** Those that go on. */
  let lanes = 0;
  async function lane(open: Channel): Promise<void> {
    lanes++;
    /** The marks of the messages before are written while the next one goes. */
    let before: Promise<unknown> = Promise.resolve();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (down !== null || round.signal.aborted) {
        waiting.unshift(next);
        break;
      }
      const takenBefore = taken;
      const { outcome, row } = await sendOne(round, open, next, told);
      watch.heard();
      // It takes no connection more: nothing was said of this message, and the others' take it; where these have ended meanwhile,
      // it goes over one of theirs.
      if (outcome.kind === 'down' && outcome.code !== undefined && (lanes > 1 || taken > takenBefore)) {
        waiting.unshift(next);
        if (lanes > 1) break;
        continue;
      }
      judge(outcome);
      before = Promise.all([before, settle(round, row, outcome, told)]);
      before.catch(() => undefined);
    }
    lanes--;
    await before;
  }
  try {
    if (channel !== null) {
      const first = lane(channel);
      await Promise.race([isAnswered, first]);
      await Promise.all([first, ...Array.from({ length: channel.atOnce - 1 }, () => lane(channel))]);
    }
  } finally {
    watch.end();
    turn?.end();
  }
  if (down === null) return;
  round.channels.down.set(method, down);
  // Nobody else is to wait for a server that does not answer.
  await Promise.all(waiting.map(({ row }) => settle(round, row, down as Outcome, told)));
}

async function sendOne(
  round: Round,
  channel: Channel,
  { row, frozen, files, isNews }: Prepared,
  told: Told,
): Promise<{ outcome: Outcome; row: LedgerRow }> {
  let current = row;
  const isHeld = async (hold: Hold | null): Promise<boolean> => {
    if (hold === null) return false;
    await round.ledger.move(row, { kind: 'hold', hold });
    told.tell(row.consumerId);
    return true;
  };
  const commit = async (): Promise<boolean> => {
    if (round.signal.aborted) return false;
    // Said while it waited for others to go.
    if (await isHeld(await round.calledOff(row))) return false;
    if (isNews && (await round.ledger.isOptedOut(frozen.to)) && (await isHeld('opted_out'))) return false;
    // What became of the message before was given to the ledger first, and it writes in turn: a crash leaves at most one of a
    // connection unknown.
    const committed = await round.ledger.move(row, { kind: 'commit' });
    if (committed !== null) current = committed;
    return committed !== null;
  };
  try {
    // Nobody logs in to a provider for it, and breaks off.
    if (round.ledger.get(row._id)?.state !== 'claimed') return { outcome: { kind: 'left' }, row };
    if (await isHeld(await round.calledOff(row))) return { outcome: { kind: 'left' }, row };
    // Of those that wait only a few are in memory.
    const given = await Promise.all(files.map(async (bytes) => bytes()));
    const outcome = await channel.send(frozen, given, commit, row._id);
    const isOld =
      outcome.kind === 'down' && outcome.permanent && (await round.channels.isOutdated(row.method));
    return { outcome: isOld ? { ...outcome, permanent: false } : outcome, row: current };
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
  const again = (permanent: boolean, least = 0): number | null => {
    const wait = permanent ? null : pause(row.tries);
    return wait === null ? null : now() + Math.max(wait, least);
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
      await ledger.move(row, {
        ...{ kind: 'refuse', failure: outcome.failure },
        again: again(outcome.permanent, outcome.after),
      });
      if (row.method !== 'email' && outcome.failure.errorCode === OPTED_OUT) await optOut(ledger, row);
      break;
    case 'unknown':
      await ledger.move(row, { kind: 'lose' });
      told.sent.push(row.method);
      break;
    case 'down': {
      const next = again(outcome.permanent);
      // While it waits it tells what for; in the end there is the specification's word.
      const waitsFor = outcome.code ?? outcome.fault;
      const failure = { error: 'misconfigured', ...(next === null ? {} : { errorCode: waitsFor }) };
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
  told.tell(row.consumerId);
}

/** Twilio's code for somebody who answered STOP to this sender. */
const OPTED_OUT = 21_610;

async function optOut(ledger: Ledger, row: LedgerRow): Promise<void> {
  const frozen = await frozenOf(ledger.db, row._id);
  if (frozen !== null) await ledger.setOptOut(contactKey(frozen.to), true);
}
