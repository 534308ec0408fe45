import type { NotifMethod } from '#domain/documents/consumer.ts';
import { contactKey } from '#domain/notifications/audience.ts';
import type { Channel, Outcome } from './channel.ts';
import { frozenOf } from './frozen.ts';
import type { Ledger, LedgerRow } from './ledger.ts';
import type { Prepared, Told } from './preparing.ts';

export interface Round {
  eventId: string;
  ledger: Ledger;
  now: () => number;
  signal: AbortSignal;
  /** How long to wait after so many tries (ms); null: no more. */
  pause: (tries: number) => number | null;
  tellFailure(error: unknown, eventId: string): void;
}

/** Sends what was prepared, each through the channel of its kind, and notes what became of it. */
export async function sendBatch(
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

/** So many in a row, and it is the server. */
const MOST_BREAKS = 3;

async function sendThrough(
  round: Round,
  channel: Channel | null,
  prepared: readonly Prepared[],
  told: Told,
): Promise<void> {
  const waiting = [...prepared];
  let down: Extract<Outcome, { kind: 'down' }> | null =
    channel === null ? { kind: 'down', fault: 'disabled', permanent: true } : null;
  /** Messages upon which the connection broke, since one was taken. */
  let breaks = 0;
  function judge(outcome: Outcome): void {
    if (outcome.kind === 'sent' || outcome.kind === 'refused') breaks = 0;
    if (outcome.kind === 'unknown' && outcome.stalled === true)
      down ??= { kind: 'down', fault: 'timeout', permanent: false };
    if (outcome.kind !== 'down') return;
    // One message that a server breaks off at is that message's matter, and no other's.
    const mayBeItsOwn = outcome.midway === true && outcome.fault !== 'timeout';
    if (!mayBeItsOwn || ++breaks >= MOST_BREAKS) down ??= outcome;
  }
  async function lane(open: Channel): Promise<void> {
    /** The marks of the messages before are written while the next one goes. */
    let before: Promise<unknown> = Promise.resolve();
    /** It was just taken by the other side, which surely hears the next one. */
    let isOpen = false;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (down !== null || round.signal.aborted) {
        waiting.unshift(next);
        break;
      }
      const one = await sendOne(round, open, next, told, isOpen);
      judge(one.outcome);
      isOpen = one.outcome.kind === 'sent';
      before = Promise.all([before, settle(round, one, told)]);
      before.catch(() => undefined);
    }
    await before;
  }
  if (channel !== null) await Promise.all(Array.from({ length: channel.atOnce }, () => lane(channel)));
  if (down === null) return;
  // Nobody else is to wait for a server that does not answer.
  const outcome: Outcome = down;
  await Promise.all(waiting.map(({ row }) => settle(round, { outcome, row, wasBegun: false }, told)));
}

interface Sent {
  outcome: Outcome;
  row: LedgerRow;
  /** The channel asked for its mark. */
  wasBegun: boolean;
}

/** `isOpen`: it is marked at once, in one write with what became of the message before, while the channel puts it together. */
async function sendOne(
  round: Round,
  channel: Channel,
  { row, frozen, files, isNews }: Prepared,
  told: Told,
  isOpen: boolean,
): Promise<Sent> {
  let current = row;
  const mark = async (): Promise<boolean> => {
    if (round.signal.aborted) return false;
    // Said while it waited for others to go.
    if (isNews && (await round.ledger.isOptedOut(frozen.to))) {
      await round.ledger.move(row, { kind: 'hold', hold: 'opted_out' });
      told.tell(row.consumerId);
      return false;
    }
    // What became of the message before was given to the ledger first, and it writes in turn: a crash leaves at most one of a
    // connection unknown.
    const committed = await round.ledger.move(row, { kind: 'commit' });
    if (committed !== null) current = committed;
    return committed !== null;
  };
  let wasBegun = false;
  let marked = isOpen ? mark() : null;
  marked?.catch(() => undefined);
  const commit = (): Promise<boolean> => {
    wasBegun = true;
    return (marked ??= mark());
  };
  let outcome: Outcome;
  try {
    outcome = await channel.send(frozen, files, commit, row._id);
  } catch (error) {
    round.tellFailure(error, round.eventId);
    const isUnknown = wasBegun && current.state === 'committing';
    // Otherwise nothing has gone; nobody else is held up by it.
    outcome = isUnknown
      ? { kind: 'unknown' }
      : { kind: 'refused', failure: { error: 'misconfigured' }, permanent: false };
  }
  // What it came to is written upon its mark.
  await marked?.catch(() => undefined);
  return { outcome, row: current, wasBegun };
}

async function settle(
  { ledger, now, pause }: Round,
  { outcome, row, wasBegun }: Sent,
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
      if (!outcome.permanent || wasBegun) {
        await ledger.move(row, { kind: 'refuse', failure, again: next });
        break;
      }
      // Marked early, it is taken back first: nothing of it has left.
      const isMarked = row.state === 'committing';
      const back = isMarked ? await ledger.move(row, { kind: 'refuse', failure, again: now() }) : row;
      const hold = outcome.fault === 'disabled' ? 'disabled' : 'misconfigured';
      if (back !== null) await ledger.move(back, { kind: 'hold', hold });
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
