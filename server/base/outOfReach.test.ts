import { expect, it } from 'vitest';
import { calmLog, OutOfReach } from './outOfReach.ts';

it('failures for want of the database are details, all others stand in the log', () => {
  const lines: string[] = [];
  const note = (level: string) => (_details: object, message: string) =>
    void lines.push(`${level} ${message}`);
  const log = calmLog({ debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') });
  log.warn({ err: new OutOfReach('ECONNREFUSED') }, 'follower');
  log.error({ err: new OutOfReach('ECONNREFUSED') }, 'request');
  log.warn({ err: new Error('a bug') }, 'follower');
  log.error({ err: new Error('a bug') }, 'request');
  log.info({}, 'started');
  expect(lines).toEqual([
    'debug follower',
    'debug request',
    'warn follower',
    'error request',
    'info started',
  ]);
});
