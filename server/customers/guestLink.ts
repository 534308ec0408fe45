import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Consumer } from '#domain/documents/consumer.ts';
import { docId, localId as localIdOf } from '#domain/ids.ts';

/** Parted by dots: only the registration's own id may hold some. */
const TOKEN =
  /^([a-z0-9][a-z0-9_-]{0,63})\.([A-Za-z0-9][A-Za-z0-9_.~-]{0,127})\.(\d{1,6})\.([A-Za-z0-9_-]{22})$/;

export interface GuestLink {
  eventId: string;
  consumerId: string;
  /** Counts only while the registration has the same `linkVersion`. */
  version: number;
}

/**
 * What opens a registration for its guest, whoever made it: where it is, and 128 bits that follow from the server's secret and
 * stand nowhere. A registration whose link was ended has the next version.
 */
export function guestToken(
  secret: Uint8Array,
  eventId: string,
  { _id, linkVersion }: Pick<Consumer, '_id' | 'linkVersion'>,
): string {
  const version = linkVersion ?? 0;
  const place = [eventId, localIdOf(_id), version].join('.');
  return `${place}.${macOf(secret, place)}`;
}

/** Null for what is none, or was made with another secret. */
export function readGuestToken(secret: Uint8Array, token: string): GuestLink | null {
  const [, eventId, localId, version, mac] = TOKEN.exec(token) ?? [];
  if (eventId === undefined || localId === undefined || version === undefined || mac === undefined)
    return null;
  const right = macOf(secret, [eventId, localId, version].join('.'));
  if (!timingSafeEqual(bytesOf(right), bytesOf(mac))) return null;
  return { eventId, consumerId: docId('consumer', localId), version: Number(version) };
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

const macOf = (secret: Uint8Array, place: string): string =>
  createHmac('sha256', secret).update(`guest ${place}`).digest().subarray(0, 16).toString('base64url');

/** The way to a guest's own page. */
export const guestPath = (token: string): string => `/desk/registrations/${token}`;
