import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../base/config.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/* Whose address counts for the limit of logins: ten wrong passwords for a name from one network. */
let server: TestServer;
afterEach(() => server.close());

async function behind(env: Record<string, string>): Promise<void> {
  const { trustProxy } = readConfig(env);
  server = await startTestServer({ config: { trustProxy } });
  await server.person('Ada', 'host');
}

/** The statuses of so many wrong logins, each with what the proxy would say of where it comes from. */
async function wrong(count: number, from: (index: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    const reply = await server.call('POST', '/api/login', {
      body: { username: 'ada', password: 'Wrong2026' },
      headers: { 'x-forwarded-for': from(index) },
    });
    statuses.push(reply.status);
  }
  return statuses;
}
const looked = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length;

it.each<Record<string, string>>([
  {},
  { TRUST_PROXY: 'none', PUBLIC_URL: 'https://foyer.example' },
  { TRUST_PROXY: '10.0.0.0/8' },
])('what anybody writes into X-Forwarded-For is no other address: %j', async (env) => {
  await behind(env);
  expect(looked(await wrong(12, (index) => `203.0.113.${index}`))).toBe(10);
  const events = await securityAddresses();
  expect(events).toEqual(['127.0.0.1']);
});

it.each<Record<string, string>>([
  { TRUST_PROXY: 'loopback' },
  { PUBLIC_URL: 'https://foyer.example' },
  { TRUST_PROXY: '127.0.0.1' },
])(
  'behind a trusted proxy each address has its own tries, and what its sender wrote before it counts for nothing: %j',
  async (env) => {
    await behind(env);
    const made = (index: number): string => `198.51.100.${index}`;
    expect(looked(await wrong(12, (index) => `${made(index)}, 203.0.113.7`))).toBe(10);
    // Some proxies write the port behind it.
    expect(looked(await wrong(1, (index) => `203.0.113.7:${50_000 + index}`))).toBe(0);
    // The next in the queue at the door is not locked out by them.
    expect(looked(await wrong(2, (index) => `${made(index)}, 203.0.113.8`))).toBe(2);
    expect(await securityAddresses()).toEqual(['203.0.113.7', '203.0.113.8']);
  },
);

/** From where the server says that failed logins came. */
async function securityAddresses(): Promise<string[]> {
  const { body } = await server.call<{ events: { kind: string; address: string }[] }>(
    'GET',
    '/api/security-events',
    {
      as: server.manager,
    },
  );
  const failed = body.events.filter(({ kind }) => kind === 'login_failed');
  return [...new Set(failed.map(({ address }) => address))].toSorted();
}
