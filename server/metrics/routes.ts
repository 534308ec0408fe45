import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../auth/access.ts';
import type { Limits } from '../base/limits.ts';
import { identify } from '../http/guard.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsParts {
  metrics: Metrics;
  access: Access;
  limits: Limits;
  /** METRICS_TOKEN; null where only managers may look. */
  token: string | null;
}

const digest = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(text).digest());

/** GET /metrics, for who has the operator's token, or is a manager. */
export function registerMetrics(
  app: FastifyInstance,
  { metrics, access, limits, token }: MetricsParts,
): void {
  app.addHook('onResponse', async (request, reply) => metrics.request(request, reply));
  const expected = token === null ? null : digest(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const given = digest(request.headers.authorization ?? '');
    if (expected === null || !timingSafeEqual(given, expected)) {
      access.require(await identify(access, limits, request), 'manager');
    }
    const { type, text } = await metrics.tell();
    return reply.type(type).send(text);
  });
}
