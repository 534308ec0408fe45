import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { calmHooks, OutOfReach } from './outOfReach.ts';

it('failures for want of the database are details, all others stand in the log', () => {
  const lines: string[] = [];
  const write = (line: string): void => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    lines.push(`${level} ${msg}`);
  };
  const { log } = Fastify({ logger: { level: 'debug', stream: { write }, hooks: calmHooks } });
  log.warn({ err: new OutOfReach('ECONNREFUSED') }, 'follower');
  log.child({ reqId: 'a' }).error({ err: new OutOfReach('ECONNREFUSED') }, 'request');
  log.error(new OutOfReach('ECONNREFUSED'), 'stream');
  log.warn({ err: new Error('a bug') }, 'follower');
  log.child({ reqId: 'a' }).error({ err: new Error('a bug') }, 'request');
  log.info('started');
  expect(lines).toEqual([
    '20 follower',
    '20 request',
    '20 stream',
    '40 follower',
    '50 request',
    '30 started',
  ]);
});
