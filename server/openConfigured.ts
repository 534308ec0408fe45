import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './base/config.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openStorage } from './storage/factory.ts';
import type { Storage } from './storage/types.ts';

interface Parts {
  config: Pick<Config, 'couchUrl' | 'dataDir'>;
  log: FastifyBaseLogger;
  metrics: Pick<Metrics, 'node'>;
}

/** The storage that the configuration names; what befalls it is logged and counted. */
export const openConfigured = ({ config, log, metrics }: Parts): Promise<Storage> =>
  openStorage({
    couchUrl: config.couchUrl,
    dataDir: config.dataDir,
    onFailure: (name, error) => log.warn({ err: error, database: name }, 'changes: follower restarts'),
    onNode: (node, state) => {
      metrics.node(node, !('lost' in state));
      if ('lost' in state) log.error({ node, reason: state.lost }, 'CouchDB does not answer');
      else log.warn({ node, afterMs: state.backAfter }, 'CouchDB answers again');
    },
  });
