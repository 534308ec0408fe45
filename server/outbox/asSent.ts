import { attemptOf } from '#domain/notifications/attempts.ts';
import type { SentMessage } from '#api/messageSchemas.ts';
import { outboxDatabase, type Storage } from '../storage/types.ts';
import { FILE_LINK_PATH } from './compose/fileLinks.ts';
import { frozenOf } from './ledger/frozen.ts';
import { OPT_OUT_PATH } from './ledger/optOuts.ts';
import type { Outbox } from './outbox.ts';

/** One attempt, as its registration tells it: the first is 1. */
export interface ToldAttempt {
  notif: string;
  consumer: string;
  attempt: number;
}

/**
 * The message of an attempt as it went, or was meant to go; null where nothing of it is kept: it was held back, its person was
 * erased, or another program wrote that it was sent.
 */
export async function asSent(
  { storage, outbox }: { storage: Storage; outbox: Outbox },
  eventId: string,
  { notif, consumer, attempt }: ToldAttempt,
): Promise<SentMessage | null> {
  if (!(await storage.exists(outboxDatabase(eventId)))) return null;
  const ledger = await outbox.ledger(eventId);
  await ledger.refresh();
  // Counted as the registration does, which is not told of all.
  const row = [...ledger.of(consumer)]
    .filter((one) => one.notifId === notif && attemptOf(one, null, null) !== null)
    .sort((a, b) => a.attempt - b.attempt)[attempt - 1];
  const frozen = row === undefined ? null : await frozenOf(ledger.db, row._id);
  if (frozen === null) return null;
  const { to, text } = frozen;
  const isMail = frozen.method === 'email';
  return {
    to,
    subject: isMail ? frozen.subject : null,
    text: withoutKeys(text),
    files: isMail ? frozen.files.map(({ name }) => name) : [],
  };
}

const OWN_WAYS = ['/desk/registrations/', `/api${OPT_OUT_PATH}/`, `/api${FILE_LINK_PATH}/`];

/** What is told on devices opens nothing: addresses that whoever has the message may follow end where their key begins. */
const withoutKeys = (text: string): string => text.replaceAll(/https?:\/\/[^\s()]+/g, withoutKey);

function withoutKey(address: string): string {
  const ends = OWN_WAYS.flatMap((way) => (address.includes(way) ? address.indexOf(way) + way.length : []));
  const end = Math.min(address.length, ...ends);
  return end === address.length ? address : `${address.slice(0, end)}…`;
}
