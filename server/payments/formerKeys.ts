import { MASK } from '#domain/services/secrets.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Services } from '../services/services.ts';
import { read, update } from '../storage/documents.ts';
import { historyDatabase, type AnyDoc, type Storage } from '../storage/types.ts';
import { FORGET_KEYS } from './kinds.ts';
import { isOpen, recordsOf } from './records.ts';

const ID = 'formercardkeys';
const PATH = 'payments.key';
/** News of a page may come so long after its end (ms). */
const AFTER = 3_600_000;

/** A key that was replaced or taken away while guests had pages to pay open: sealed as it was, and for no longer than these. */
interface FormerKey {
  sealed: string;
  /** ms */
  until: number;
}
const keysIn = (doc: AnyDoc | null): FormerKey[] => (doc?.['keys'] as FormerKey[] | undefined) ?? [];

interface Parts {
  storage: Storage;
  services: Services;
  jobs: Jobs;
  now: () => number;
}

/** The settings are about to be others: what is paid meanwhile with the key of before is to be read with it. */
export async function keepFormerKey(
  { storage, services, jobs, now }: Parts,
  eventId: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  const key = keyIn(before);
  if (key === null || [key, MASK].includes(keyIn(after) ?? '')) return;
  const name = historyDatabase(eventId);
  if (!(await storage.exists(name))) return;
  const history = await storage.openExisting(name);
  const pages = (await recordsOf(history))
    .flatMap((record) => record.pages.filter(isOpen))
    .filter(({ expiresAt }) => expiresAt > now());
  if (pages.length === 0) return;
  const until = Math.max(...pages.map(({ expiresAt }) => expiresAt)) + AFTER;
  const sealed = await services.sealedOf(eventId, PATH, key);
  await update(history, ID, (stored) => ({
    ...stored,
    type: ID,
    keys: [...keysIn(stored).filter((one) => one.sealed !== sealed), { sealed, until }],
  }));
  await jobs.enqueue(FORGET_KEYS, { eventId, key: '', payload: null, at: until });
}

function keyIn(doc: unknown): string | null {
  const { payments } = (doc ?? {}) as { payments?: { key?: unknown } | null };
  return typeof payments?.key === 'string' && payments.key !== '' ? payments.key : null;
}

/** Those that still count, the newest first. */
export async function formerKeys({ storage, services, now }: Parts, eventId: string): Promise<string[]> {
  const name = historyDatabase(eventId);
  if (!(await storage.exists(name))) return [];
  const kept = keysIn(await read(await storage.openExisting(name), ID)).filter(({ until }) => until > now());
  const keys = await Promise.all(
    kept.reverse().map(({ sealed }) => services.openedOf(eventId, PATH, sealed)),
  );
  return keys.filter((key) => key !== null);
}

/** Takes away those whose time is over; says when to look again. */
export async function forgetKeys(
  storage: Storage,
  eventId: string,
  now: number,
): Promise<{ again: number } | undefined> {
  let left: FormerKey[] = [];
  await update(await storage.openExisting(historyDatabase(eventId)), ID, (stored) => {
    left = keysIn(stored).filter(({ until }) => until > now);
    if (left.length === keysIn(stored).length && left.length > 0) return null;
    return left.length > 0 ? { ...stored, keys: left } : stored && { _deleted: true };
  });
  return left.length === 0 ? undefined : { again: Math.min(...left.map(({ until }) => until)) };
}
