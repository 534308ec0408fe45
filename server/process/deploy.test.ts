import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS } from '#api/calls.ts';
import { API_BASE } from '#api/wire.ts';
import { readConfig } from '../base/config.ts';
import { projectRoot } from '../base/root.ts';
import { GRACE, TIMEOUTS } from '../http/connections.ts';

/* The files of deploy/, and couchdb's, say about the server what is so. That Caddy, Docker and systemd take them is tried by hand. */

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
/** Without what is said to people. */
const lines = (path: string): string[] =>
  read(path)
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line));
/** The one value of that name in a file of `NAME=value` or `NAME: value`. */
function valueOf(path: string, name: string): string {
  const found = lines(path).flatMap((line) => new RegExp(`^\\s*${name}[=:]\\s*(.*)$`).exec(line)?.[1] ?? []);
  expect([path, name, found.length]).toEqual([path, name, 1]);
  return found[0] ?? '';
}
/** The lines of a block that is indented further than its name. */
function block(path: string, name: string): string[] {
  const all = lines(path);
  const start = all.findIndex((line) => line.trim() === `${name}:`);
  const depth = (line = ''): number => line.length - line.trimStart().length;
  const after = all.slice(start + 1);
  const end = after.findIndex((line) => depth(line) <= depth(all[start]));
  return end < 0 ? after : after.slice(0, end);
}

const known = new Set(
  [...read('server/base/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name),
);
const { port } = readConfig({});
const health = `${API_BASE}${CALLS.health.path}`;
const image = lines('deploy/Containerfile').join('\n');
const proxy = lines('deploy/Caddyfile').join('\n');
const nginx = lines('deploy/nginx.conf').join('\n');

describe('the files for containers, systemd and a proxy', () => {
  it('set what the server reads, and nothing else', () => {
    const inUnit = valueOf('deploy/foyer.service', 'Environment');
    const inImage = /^ENV (.*)$/m.exec(image)?.[1] ?? '';
    for (const text of [inUnit, inImage]) {
      const given: Record<string, string> = {};
      for (const [, name = '', value = ''] of text.matchAll(/(\S+)=(\S*)/g)) given[name] = value;
      expect(given).toMatchObject({ NODE_ENV: 'production' });
      expect(Object.keys(given).filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
      expect(() => readConfig(given)).not.toThrow();
    }
    for (const path of ['deploy/compose.yaml', 'deploy/compose.couchdb.yaml']) {
      const names = block(path, 'foyer').flatMap((line) => /^ {6}([A-Z_]+): /.exec(line)?.[1] ?? []);
      expect(names.length).toBeGreaterThan(2);
      expect([path, ...names.filter((name) => !known.has(name))]).toEqual([path]);
    }
    expect(valueOf('deploy/compose.yaml', 'TRUST_PROXY')).toBe('uniquelocal');
    expect(() => readConfig({ TRUST_PROXY: 'uniquelocal' })).not.toThrow();
  });

  it('ask at the port and the path at which the server answers', () => {
    expect(image).toContain(`EXPOSE ${port}`);
    expect(image).toContain(`fetch('http://127.0.0.1:${port}${health}')`);
    expect(proxy).toContain(`health_uri ${health}`);
    expect(proxy).toContain(`{$FOYER_SERVERS:127.0.0.1:${port}}`);
    expect(valueOf('deploy/compose.yaml', 'FOYER_SERVERS')).toBe(`foyer:${port}`);
    expect(valueOf('deploy/compose.yaml', 'FOYER_LOOKUP')).toBe(`dynamic a foyer ${port}`);
    expect(proxy).toContain('respond /metrics 404');
    expect(nginx).toContain(`server 127.0.0.1:${port} `);
    expect(nginx).toMatch(/location = \/metrics \{\s*return 404;/);
    expect(read('server/metrics/routes.ts')).toContain(`app.get('/metrics'`);
  });

  it('keep its data where the service may write', () => {
    const folder = /DATA_DIR=(\S+)/.exec(image)?.[1] ?? '';
    expect(image).toContain(`VOLUME ${folder}`);
    expect(image).toContain(`chown node:node ${folder}`);
    expect(block('deploy/compose.yaml', 'foyer').join('\n')).toContain(`volumes: ['foyer:${folder}']`);
    const state = valueOf('deploy/foyer.service', 'StateDirectory');
    expect(valueOf('deploy/foyer.service', 'Environment')).toContain(`DATA_DIR=/var/lib/${state}`);
  });

  it('start what there is, with nothing between a signal and the server', () => {
    const [, ...args] = JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '[]') as string[];
    expect(valueOf('deploy/foyer.service', 'ExecStart')).toBe(`/usr/bin/node ${args.join(' ')}`);
    const copied = [...image.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    expect(copied).toContain(args[0]);
    expect(copied.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
    // Whatever one of them imports of its own has to be there, too.
    const imported = copied
      .filter((path) => path.endsWith('.mjs'))
      .flatMap((path) =>
        [...read(path).matchAll(/from '\.\/(.*)'/g)].map(([, name = '']) => `scripts/${name}`),
      );
    expect(copied).toEqual(expect.arrayContaining(imported));
  });

  it('stop it by a signal that it hears, and wait longer than it takes', () => {
    const sent = [/^STOPSIGNAL (.*)$/m, /^KillSignal=(.*)$/m].map(
      (sets) => sets.exec(image + read('deploy/foyer.service'))?.[1] ?? 'SIGTERM',
    );
    const [, heard = ''] = /const SIGNALS = \[(.*)\]/.exec(read('scripts/supervise.mjs')) ?? [];
    for (const signal of sent) expect(heard).toContain(`'${signal}'`);
    // To the supervisor alone, which passes it on; what is left after that is killed.
    expect(valueOf('deploy/foyer.service', 'KillMode')).toBe('mixed');
    const patience = [
      Number(valueOf('deploy/foyer.service', 'TimeoutStopSec')),
      Number.parseInt(valueOf('deploy/compose.yaml', 'stop_grace_period'), 10),
    ];
    // After the requests a fold has its time.
    for (const seconds of patience) expect(seconds * 1000).toBeGreaterThanOrEqual(2 * GRACE);
  });

  it('start it again after a crash, not after an end that was asked for', () => {
    // A clean end is exit code 0 (process.test.ts).
    expect(valueOf('deploy/foyer.service', 'Restart')).toBe('on-failure');
    expect(read('deploy/foyer.service')).not.toMatch(/SuccessExitStatus|RestartPreventExitStatus/);
    // Docker starts nothing after the machine's own start that is to be started 'on-failure'.
    expect(block('deploy/compose.yaml', 'foyer').join('\n')).toContain('restart: unless-stopped');
  });

  it('a proxy lets long polls wait and large bodies through', () => {
    // Caddy has no limits of its own for either; these would be some.
    expect(proxy).not.toMatch(/max_size|request_body|_timeout|timeouts|stream_/);
    expect(proxy).toContain('flush_interval -1');
    const kept = Number(/keepalive (\d+)s/.exec(proxy)?.[1]);
    expect(kept * 1000).toBeLessThan(TIMEOUTS.keepAliveTimeout);
  });

  it('so does nginx, whose own limits are lower', () => {
    const seconds = (name: string): number =>
      1000 * Number(new RegExp(`\\b${name} (\\d+)s;`).exec(nginx)?.[1]);
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout'])
      expect(seconds(name)).toBeGreaterThanOrEqual(TIMEOUTS.connectionTimeout);
    expect(seconds('keepalive_timeout')).toBeLessThan(TIMEOUTS.keepAliveTimeout);
    expect(nginx).toContain('client_max_body_size 0;');
    for (const name of ['proxy_buffering', 'proxy_request_buffering'])
      expect(nginx).toContain(`${name} off;`);
    // Connections are kept only so.
    expect(nginx).toContain('proxy_http_version 1.1;');
    expect(nginx).toContain('proxy_set_header Connection "";');
    // Not what came with the request, which anybody may write.
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    const open = [...nginx.matchAll(/[{}]/g)].reduce((depth, [brace]) => depth + (brace === '{' ? 1 : -1), 0);
    expect(open).toBe(0);
    expect(nginx.split('\n').filter((line) => !/[;{}]$/.test(line))).toEqual([]);
  });
});

describe.each(['couchdb/compose.yaml', 'couchdb/compose.cluster.yaml'])('%s', (path) => {
  const text = lines(path).join('\n');

  it('lets the image take possession of its files, and CouchDB write into its own', () => {
    // Mounted where the image changes owners, it ends without a word; in local.d CouchDB would write into it.
    const places = [...text.matchAll(/\.\/local\.ini:([^:\s]+):ro/g)].map(([, place = '']) => place);
    expect(places.length).toBe(path.includes('cluster') ? 3 : 1);
    for (const place of places) {
      expect(place).not.toContain('/opt/couchdb');
      expect(text).toContain(`cp ${place} /opt/couchdb/etc/default.d/foyer.ini && exec tini -- `);
    }
  });

  it('is open to this machine alone, and to Foyer by its network', () => {
    const ports = [...text.matchAll(/(\S*):5984\b/g)].map(([, before = '']) => before);
    expect(ports.filter((before) => !/127\.0\.0\.1:\d+$/.test(before))).toEqual([]);
    const [, network] = /name: (\S+)/.exec(text) ?? [];
    expect(block('deploy/compose.couchdb.yaml', 'couchdb').join('\n')).toContain(`name: ${network}`);
  });
});
