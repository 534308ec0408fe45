import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTokens } from './tokens.ts';

const secret = new TextEncoder().encode('x'.repeat(40));
const HOUR = 3600;
const START = Date.UTC(2026, 0, 15, 12);

describe('tokens [API-03]', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says again what it said, until the token has expired, and never after', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] });
    const tokens = createTokens(secret, HOUR);
    const { token, expires } = await tokens.issue({ id: 'ada', role: 'host', loginId: 'l1' }, START / 1000);
    expect(expires).toBe(START + HOUR * 1000);
    const claims = { userId: 'ada', issuedAt: START / 1000, loginId: 'l1' };
    expect(await tokens.verify(token)).toEqual(claims);
    vi.setSystemTime(expires - 1);
    expect(await tokens.verify(token)).toEqual(claims);
    vi.setSystemTime(expires);
    expect(await tokens.verify(token)).toBeNull();
    expect(await tokens.verify(token)).toBeNull();
  });

  it('takes no other signature for a token that it knows', async () => {
    const tokens = createTokens(secret, HOUR);
    const now = Math.floor(Date.now() / 1000);
    const { token } = await tokens.issue({ id: 'ada', role: 'host', loginId: 'l1' }, now);
    expect(await tokens.verify(token)).not.toBeNull();
    const [head = '', body = '', signature = ''] = token.split('.');
    const other = createTokens(new TextEncoder().encode('y'.repeat(40)), HOUR);
    const forged =
      (await other.issue({ id: 'ada', role: 'host', loginId: 'l1' }, now)).token.split('.')[2] ?? '';
    expect(forged).not.toBe(signature);
    expect(await tokens.verify(`${head}.${body}.${forged}`)).toBeNull();
    const manager = await other.issue({ id: 'eve', role: 'manager', loginId: 'l2' }, now);
    expect(await tokens.verify(`${head}.${manager.token.split('.')[1] ?? ''}.${signature}`)).toBeNull();
  });
});
