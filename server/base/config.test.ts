import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servicesKey, tokenSecret } from '../auth/secret.ts';
import { ConfigError, readConfig } from './config.ts';
import { proxyCheck } from './proxies.ts';
import { projectRoot } from './root.ts';

describe('environment', () => {
  it('has a default for everything [API-01] [API-04]', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      couchUrl: null,
    });
    expect(readConfig({ PORT: '', LOG_LEVEL: '' }).port).toBe(3000);
  });

  describe('every variable', async () => {
    const text = (file: string) => readFile(join(projectRoot, file), 'utf8');
    const source = await text('server/base/config.ts');
    const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);
    const OF_TESTS = ['TWILIO_API_BASE', 'STRIPE_API_BASE'];
    const OF_THE_IMAGE = ['PORT', 'HOST', 'DATA_DIR'];
    const lacking = (given: string, written: (name: string) => string, ...left: string[]) =>
      names.filter((name) => !left.includes(name) && !given.includes(written(name)));

    it('reaches the container, but for what the image sets and what tests alone set', async () => {
      expect(names).toContain('COUCHDB_URL');
      const compose = await text('deploy/compose.yaml');
      expect(lacking(compose, (name) => `      ${name}: `, ...OF_THE_IMAGE, ...OF_TESTS)).toEqual([]);
    });

    it('stands in the table of the README, and in the contract', async () => {
      const [, table = ''] = (await text('README.md')).split('| Variable |');
      expect(lacking(table, (name) => `\`${name}\``, ...OF_TESTS)).toEqual([]);
      const [, environment = ''] = (await text('docs/contract.md')).split('## Environment');
      expect(lacking(environment, (name) => name)).toEqual([]);
    });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'foyer.example'],
    ['PUBLIC_URL', 'https://foyer.example/app'],
    ['PUBLIC_URL', 'https://foyer.example/?lang=en'],
    ['PUBLIC_URL', 'https://me:secret@foyer.example'],
    ['COUCHDB_URL', 'ftp://user:x@host'],
    ['COUCHDB_URL', 'http://host:5984'],
    ['COUCHDB_URL', 'http://user:50%zz@host:5984'],
    ['COUCHDB_URL', 'http://user:x@host:5984/?prefix=Mine'],
    ['COUCHDB_URL', 'http://user:x@host:5984/?name=mine-'],
    ['COUCHDB_URL', 'http://user:x@one:5984 http://user:y@two:5984'],
    ['COUCHDB_URL', 'http://user:x@one:5984 http://two:5984/?prefix=mine-'],
    ['COUCHDB_URL', 'http://user:x@one:5984 http://one:5984/'],
    ['COUCHDB_URL', 'http://user:x@one:5984 two:5984'],
    ['COUCHDB_URL', ' '],
    ['TOKEN_SECRET', 'short'],
    ['METRICS_TOKEN', 'short'],
    ['TOKEN_TTL', '5'],
    ['ADMIN_USERNAME', 'user1'],
    ['ADMIN_PASSWORD', 'weak'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', 'none, loopback'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TWILIO_API_BASE', 'x'],
    ['STRIPE_API_BASE', 'x'],
    ['FOYER_UPSTREAM', 'foyer.example'],
    ['EVENT_WEBHOOK', 'https://me:secret@desk.example/{eventId}'],
    ['FOYER_UPSTREAM', 'http://foyer.example'],
    ['FOYER_UPSTREAM', 'https://foyer.example/users/hubs'],
    ['FOYER_UPSTREAM', 'https://me:secret@foyer.example'],
  ])('names %s when it is %j, in one line', (name, value) => {
    const read = () => readConfig({ ADMIN_USERNAME: 'chief', [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .+$`));
  });

  it('trusts no proxy, behind a public address one on this machine, or whom TRUST_PROXY names', () => {
    const trusted = (env: Record<string, string>) => {
      const isTrusted = proxyCheck(readConfig(env).trustProxy);
      const asked = [
        '127.0.0.1',
        '::1',
        '::ffff:127.0.0.1',
        '10.1.2.3',
        '::ffff:10.1.2.3',
        'fd00::1',
        '8.8.8.8',
      ];
      return asked.filter(isTrusted);
    };
    const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
    const PUBLIC_URL = 'https://foyer.example';
    expect(trusted({})).toEqual([]);
    expect(trusted({ PUBLIC_URL })).toEqual(loopback);
    expect(trusted({ PUBLIC_URL, TRUST_PROXY: 'none' })).toEqual([]);
    expect(trusted({ TRUST_PROXY: 'loopback' })).toEqual(loopback);
    expect(trusted({ TRUST_PROXY: '10.0.0.0/8, ::1' })).toEqual(['::1', '10.1.2.3', '::ffff:10.1.2.3']);
    expect(trusted({ TRUST_PROXY: 'uniquelocal' })).toEqual(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1']);
  });

  it('a hub is joined over https, or on this machine, and keeps its own databases', () => {
    const upstream = (env: Record<string, string>) => readConfig(env).upstream;
    expect(upstream({})).toBeNull();
    const FOYER_UPSTREAM = 'https://foyer.example/';
    expect(upstream({ FOYER_UPSTREAM, FOYER_UPSTREAM_CODE: 'abc' })).toEqual({
      ...{ address: 'https://foyer.example', code: 'abc' },
    });
    expect(upstream({ FOYER_UPSTREAM: 'http://127.0.0.1:3000' })?.code).toBeNull();
    expect(() => readConfig({ FOYER_UPSTREAM_CODE: 'abc' })).toThrow(/^FOYER_UPSTREAM is missing/);
    const COUCHDB_URL = 'http://admin:secret@127.0.0.1:5984';
    expect(readConfig({ FOYER_UPSTREAM, COUCHDB_URL })).toMatchObject({ couchUrl: COUCHDB_URL });
  });

  it('misses ADMIN_USERNAME beside ADMIN_PASSWORD', () => {
    expect(() => readConfig({ ADMIN_PASSWORD: 'Foyer2026' })).toThrow(/^ADMIN_USERNAME/);
  });
});

describe.each([
  ['token-secret', 'TOKEN_SECRET', tokenSecret],
  ['services-key', 'SERVICES_KEY', servicesKey],
])('%s', (file, variable, secret) => {
  it('is made once, for this user alone, also by two servers at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-secret-'));
    try {
      const [one, two] = await Promise.all([secret(null, folder), secret(null, folder)]);
      expect(one).toEqual(two);
      expect(one.length).toBeGreaterThanOrEqual(32);
      expect(await secret(null, folder)).toEqual(one);
      const path = join(folder, file);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      await writeFile(path, (await readFile(path, 'utf8')).slice(0, 5));
      await expect(secret(null, folder)).rejects.toThrow(new RegExp(`^${variable} .+ damaged`));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
