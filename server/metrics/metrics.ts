import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DB_BASE } from '#api/wire.ts';
import type { WorkerStatus } from '../worker/types.ts';

/** What the gauges ask when somebody looks. */
export interface MetricSources {
  /** Devices that wait for changes. */
  waiting(): number;
  /** Null where another server does the work. */
  worker(): WorkerStatus | null;
  /** Changes that are not worked through yet, by database; those that have none are left out. */
  lags(): ReadonlyMap<string, number>;
  /** Messages by way and state, of the events that this server has sent for. */
  messages(): Promise<readonly { method: string; state: string; count: number }[]>;
}

/** Figures for operators, in the words of Prometheus (docs/operations/running.md tells what to watch). */
export interface Metrics {
  /** Notes a request that has been answered. */
  request(request: FastifyRequest, reply: FastifyReply): void;
  /** Notes a fold that wrote something, and how long it took, ms. */
  fold(ms: number): void;
  /** Notes whether a node of the CouchDB answers. */
  node(address: string, answers: boolean): void;
  /** Tells these as well from now on; to be called once. */
  watch(sources: MetricSources): void;
  /** What there is to tell now, and its content type. */
  tell(): Promise<{ type: string; text: string }>;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Databases that are named when they lag; a thousand lines would say no more. */
const NAMED = 20;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    ...{ name: 'foyer_request_duration_seconds', help: 'Requests by route, method and status', registers },
    ...{ labelNames: ['route', 'method', 'status'] as const, buckets: SECONDS },
  });
  const folds = new Histogram({
    ...{ name: 'foyer_fold_duration_seconds', help: 'Sessions into which acts were folded', registers },
    buckets: SECONDS,
  });
  const nodes = new Gauge({
    ...{ name: 'foyer_couchdb_answers', help: '1 where the node answers, 0 where it does not', registers },
    labelNames: ['node'] as const,
  });
  let hasProcess = false;
  return {
    request(request, reply) {
      const labels = { route: routeOf(request), method: request.method, status: String(reply.statusCode) };
      requests.observe(labels, reply.elapsedTime / 1000);
    },
    fold: (ms) => folds.observe(ms / 1000),
    watch: (sources) => addGauges(registry, sources),
    node: (address, answers) => nodes.set({ node: address }, answers ? 1 : 0),
    async tell() {
      // Its timers are worth their while only where somebody looks.
      if (!hasProcess) collectDefaultMetrics({ register: registry });
      hasProcess = true;
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** The gauges, which ask when somebody looks. */
function addGauges(registry: Registry, sources: MetricSources): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    const registers: Registry[] = [];
    registry.registerMetric(
      new Gauge({
        ...{ name: `foyer_${name}`, help, registers },
        collect() {
          this.set(value());
        },
      }),
    );
  };
  const { worker } = sources;
  gauge('waiting_devices', 'Devices that wait for changes', () => sources.waiting());
  gauge('worker_active', '1 on the server that folds and sends', () => (worker()?.active === true ? 1 : 0));
  gauge('worker_databases', 'Event databases that are followed', () => worker()?.databases ?? 0);
  gauge('worker_failed_documents', 'Documents set aside', () => worker()?.failed ?? 0);
  gauge('jobs_waiting', 'Jobs that wait', () => worker()?.jobs.waiting ?? 0);
  gauge('jobs_running', 'Jobs under way', () => worker()?.jobs.running ?? 0);
  gauge('jobs_given_up', 'Jobs that were given up', () => worker()?.jobs.givenUp ?? 0);
  gauge('follower_behind_changes', 'Changes that are not worked through yet, of all events', () =>
    [...sources.lags().values()].reduce((sum, lag) => sum + lag, 0),
  );
  registry.registerMetric(
    new Gauge({
      registers: [],
      ...{ name: 'foyer_follower_lag_changes', help: 'The same by database, the longest first' },
      labelNames: ['database'] as const,
      collect() {
        this.reset();
        const longest = [...sources.lags()].sort(([, a], [, b]) => b - a).slice(0, NAMED);
        for (const [database, lag] of longest) this.set({ database }, lag);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      registers: [],
      ...{ name: 'foyer_messages', help: 'Messages by way and state' },
      labelNames: ['method', 'state'] as const,
      async collect() {
        this.reset();
        for (const { count, ...labels } of await sources.messages()) this.set(labels, count);
      },
    }),
  );
}

/** The questions to a database that are worth a figure of their own. */
const DATABASE_ROUTES = new Set([
  '_all_docs',
  '_bulk_docs',
  '_bulk_get',
  '_bundle',
  '_changes',
  '_revs_diff',
]);

/** A route as it is registered, never an address: those hold ids, and each would be a figure for ever. */
function routeOf({ url, routeOptions }: FastifyRequest): string {
  const pattern = routeOptions.url;
  if (pattern === undefined) return 'unknown';
  if (!pattern.startsWith(DB_BASE)) return pattern;
  const [path = '', query = ''] = url.split('?', 2);
  const asked = path.slice(DB_BASE.length).split('/')[2] ?? '';
  if (!DATABASE_ROUTES.has(asked)) return `${DB_BASE}/*`;
  // Its time says how long nothing happened.
  const waits = asked === '_changes' && query.includes('feed=longpoll');
  return `${DB_BASE}/*/${asked}${waits ? '?feed=longpoll' : ''}`;
}
