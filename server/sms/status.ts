import { createHmac, timingSafeEqual } from 'node:crypto';

/** What Twilio says of a message later. */
export interface TwilioNews {
  sid: string;
  kind: 'delivered' | 'undelivered';
  /** Its own code, where it says why. */
  code: number | null;
}

/** The news of a request's fields; null for what is only on its way, or is none. */
export function newsOf(fields: Readonly<Record<string, string>>): TwilioNews | null {
  const { MessageSid: sid = '', MessageStatus: status = '', ErrorCode: code = '' } = fields;
  if (sid === '') return null;
  if (status === 'delivered' || status === 'read') return { sid, kind: 'delivered', code: null };
  if (status !== 'undelivered' && status !== 'failed') return null;
  return { sid, kind: 'undelivered', code: /^\d{4,6}$/.test(code) ? Number(code) : null };
}

/** Signed by whoever has the account's token: the address as Twilio was told it, and each field in the order of the names. */
export function isSigned(
  token: string,
  url: string,
  fields: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => `${text}${name}${fields[name] ?? ''}`, url);
  const right = createHmac('sha1', token).update(signed).digest();
  const said = Buffer.from(signature, 'base64');
  return said.length === right.length && timingSafeEqual(new Uint8Array(said), new Uint8Array(right));
}

/** The address for it; null where Twilio could not reach it, and would take no message that names it. */
export function statusUrlOf(publicUrl: string | null, path: string): string | null {
  if (publicUrl === null) return null;
  const { hostname } = new URL(publicUrl);
  const isOutside = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.endsWith('.local');
  return isOutside ? `${publicUrl}${path}` : null;
}
