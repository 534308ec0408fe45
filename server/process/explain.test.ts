import { expect, it } from 'vitest';
import { ConfigError } from '../base/config.ts';
import { explain } from './explain.ts';
import { OutOfReach } from '../base/outOfReach.ts';
import { DatabaseUnusable, FolderIncomplete, FolderInUse, FolderUnfinished } from '../storage/embedded.ts';

const system = (code: string, message = `${code}: no`): Error => Object.assign(new Error(message), { code });
const named = (name: string): Error => Object.assign(new Error('why'), { name });

it.each([
  [new ConfigError('PORT', 'is wrong'), 'PORT is wrong'],
  [new FolderInUse('/data'), 'DATA_DIR /data is in use by another server'],
  [new FolderIncomplete('/data', ['users']), 'DATA_DIR /data is not whole: it has events, but not users'],
  [new FolderUnfinished('/data'), 'DATA_DIR /data waits for a restore that has not ended'],
  [new DatabaseUnusable('/data/users', new Error('Corruption')), 'DATA_DIR /data/users is damaged'],
  [
    new DatabaseUnusable('/data/users', new Error('No space left on device')),
    'DATA_DIR /data/users has no space left',
  ],
  [
    new DatabaseUnusable('/data/users', new Error('IO error: /data/users/LOCK: Too many open files')),
    'DATA_DIR /data/users cannot be opened, too many files are open: raise the limit (ulimit -n); nothing is lost',
  ],
  [
    new DatabaseUnusable('/data/users', new Error('IO error: /data/users/LOCK: Permission denied')),
    'DATA_DIR /data/users may not be read or written by this user',
  ],
  [system('EMFILE'), 'too many files are open: raise the limit (ulimit -n); nothing is lost'],
  [system('EADDRINUSE'), 'PORT is in use'],
  [system('EACCES', 'listen EACCES: permission denied 0.0.0.0:80'), 'PORT may not be used'],
  [system('EADDRNOTAVAIL'), 'HOST is no address'],
  [system('ENOTFOUND'), 'HOST is no address'],
  [system('EACCES', 'mkdir /data'), 'DATA_DIR cannot be written'],
  [system('ENAMETOOLONG'), 'DATA_DIR cannot be written'],
  [system('ENOSPC'), 'DATA_DIR cannot be written'],
  [named('CouchError'), 'COUCHDB_URL cannot be used: why'],
  [named('TimeoutError'), 'COUCHDB_URL cannot be used: no answer'],
  [new OutOfReach('ECONNREFUSED'), 'COUCHDB_URL cannot be used: ECONNREFUSED'],
])('%s becomes one line: %s', (error, line) => {
  expect(explain(error).startsWith(line)).toBe(true);
  expect(explain(error)).not.toContain('\n');
});

it('keeps the stack of what nobody has foreseen', () => {
  expect(explain(new TypeError('x is not a function'))).toMatch(/x is not a function\n +at /);
});
