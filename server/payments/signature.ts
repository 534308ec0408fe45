import { createHmac, timingSafeEqual } from 'node:crypto';

/** A webhook may be so old, or so early, ms. */
const TOLERANCE = 5 * 60_000;

/** Whether whoever has the webhook's secret sent these bytes just now: `t=<seconds>,v1=<hex>`, several `v1` while a secret is rolled. */
export function isSignedByStripe(secret: string, bytes: Uint8Array, header: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1000) > TOLERANCE) return false;
  const right = new Uint8Array(createHmac('sha256', secret).update(`${time}.`).update(bytes).digest());
  return parts.some(([name, value = '']) => {
    const said = new Uint8Array(Buffer.from(value, 'hex'));
    return name === 'v1' && said.length === right.length && timingSafeEqual(said, right);
  });
}
