import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { hasher } from './hasher.ts';

/** How many passwords were looked at while `work` ran. */
async function looked(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(hasher, 'verify');
  await work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

describe('many logins at once', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ storage: 'leveldb' });
  });
  afterAll(() => server.close());

  const tries = (count: number, body: (index: number) => object, headers: Record<string, string> = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        server.call<{ success?: boolean; error?: string }>('POST', '/api/login', {
          body: body(index),
          headers,
        }),
      ),
    );

  it('looks at ten of four hundred guesses, wherever the right one stands', async () => {
    await server.person('Guessed', 'host');
    let replies: Awaited<ReturnType<typeof tries>> = [];
    const count = await looked(async () => {
      replies = await tries(400, (index) => ({
        username: 'guessed',
        password: index === 399 ? PASSWORD : `Guess${index}x`,
      }));
    });
    expect(count).toBe(10);
    const limited = replies.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(390);
    expect(limited.every(({ body }) => body.error === 'too_many_requests')).toBe(true);
    const [one] = limited;
    // As long as one place takes to come back.
    expect(Number(one?.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(Number(one?.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect(replies.some(({ body }) => body.success === true)).toBe(false);
  });

  it('locks out neither the others of that address nor the devices that the account knows', async () => {
    const door = { 'x-foyer-device': 'the-door-of-ada-16' };
    await server.person('Ada', 'host');
    await server.person('Ben', 'host');
    const right = (username: string) => () => ({ username, password: PASSWORD });
    expect((await tries(1, right('ada'), door))[0]?.body.success).toBe(true);
    await tries(20, () => ({ username: 'ada', password: 'Wrong2026' }));
    expect((await tries(1, right('ada')))[0]?.status).toBe(429);
    expect((await tries(1, right('ada'), door))[0]?.body.success).toBe(true);
    expect((await tries(1, right('ben')))[0]?.body.success).toBe(true);
    // Made-up devices are no key to it.
    expect((await tries(1, right('ada'), { 'x-foyer-device': 'another' }))[0]?.status).toBe(429);
  });

  it('turns away what it cannot look at within seconds, and spends no try on it', async () => {
    const names = Array.from({ length: 200 }, (_, index) =>
      String.fromCodePoint(...Array.from(String(index), (digit) => 97 + Number(digit))),
    );
    const replies = await tries(200, (index) => ({ username: names[index], password: 'Wrong2026' }));
    const busy = replies.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(100);
    expect(busy.every(({ body }) => body.error === 'busy')).toBe(true);
    expect(busy[0]?.headers.get('retry-after')).toBe('2');
    expect((await tries(1, () => ({ username: 'ben', password: PASSWORD })))[0]?.body.success).toBe(true);
  });

  it('reads as much for an unknown name as for a wrong password', async () => {
    const reads = async (username: string) => {
      const auth = await server.storage.open('foyer-auth');
      const users = await server.storage.open('users');
      const spies = [vi.spyOn(auth, 'get'), vi.spyOn(users, 'get')];
      const count = await looked(() => tries(1, () => ({ username, password: 'Wrong2026' })));
      // Each document once: the security log reads one of them again, at its leisure.
      const found = spies.map((spy) => new Set(spy.mock.calls.map(([id]) => id as string)).size);
      for (const spy of spies) spy.mockRestore();
      return [count, ...found];
    };
    // What is read only once, by the first of them, is no telltale.
    await reads('somebodyelse');
    expect(await reads('nobodyatall')).toEqual(await reads('ben'));
  });
});
