import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkinDoc, clientDoc, replicated, sessionDoc } from '../testing/documents.ts';
import { parsePrometheus } from '../testing/prometheus.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';

const TOKEN = 'a-token-of-the-operator-for-metrics';
let server: TestServer;
let event: { eventId: string; dbName: string };
let host: Login;
beforeAll(async () => {
  server = await startTestServer({ worker: true, config: { metricsToken: TOKEN } });
  event = await server.event();
  host = await server.person('host', 'host', event.eventId);
});
afterAll(() => server.close());

const ask = (authorization?: string) =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
const figures = async (): Promise<string> => (await ask(`Bearer ${TOKEN}`)).text();
const value = async (line: string): Promise<number> => {
  const found = (await figures()).split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
};

it('are told to the operator and to managers, to nobody else', async () => {
  const reply = await ask(`Bearer ${TOKEN}`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  expect((await ask(`Bearer ${server.manager.token}`)).status).toBe(200);
  expect((await ask(`Bearer ${host.token}`)).status).toBe(403);
  expect((await ask('Bearer another-token-of-nobody')).status).toBe(401);
  expect((await ask()).status).toBe(401);
});

it('requests count by route, and no address of anything is among them', async () => {
  await server.call('GET', `/db/${event.dbName}/event`, { as: host });
  await server.call('GET', `/db/${event.dbName}/_all_docs`, { as: host });
  await server.call('GET', `/no/such/place/${event.eventId}`, { as: host });
  const counted = (route: string, status = 200) =>
    value(`foyer_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`);
  expect(await counted('/db/*')).toBeGreaterThan(0);
  expect(await counted('/db/*/_all_docs')).toBe(1);
  expect(await figures()).not.toContain(event.eventId);
});

it('devices that wait, and the worker, are counted', async () => {
  expect(await value('foyer_waiting_devices')).toBe(0);
  const { body } = await server.call('GET', `/db/${event.dbName}`, { as: host });
  const since = encodeURIComponent(String(body['update_seq']));
  const waiting = server.call('GET', `/db/${event.dbName}/_changes?feed=longpoll&since=${since}`, {
    as: host,
  });
  await expect.poll(() => value('foyer_waiting_devices')).toBe(1);
  await server.call('PUT', `/db/${event.dbName}/client_a`, { as: server.manager, body: clientDoc('a') });
  await waiting;
  await expect.poll(() => value('foyer_waiting_devices')).toBe(0);
  expect(await value('foyer_worker_active')).toBe(1);
  expect(await value('foyer_worker_databases')).toBe(1);
  await server.worker?.idle();
  expect(await value('foyer_follower_behind_changes')).toBe(0);
});

it('folds are counted with the time that they took', async () => {
  const as = server.manager;
  const before = await value('foyer_fold_duration_seconds_count');
  const entry = { clientId: 'client_f', registration: 'yes', seat: null };
  const docs = [clientDoc('f'), sessionDoc('s', { clients: [entry] })];
  await server.call('POST', `/db/${event.dbName}/_bulk_docs`, { as, body: { docs } });
  const checkin = replicated(checkinDoc(host, { clientId: 'client_f' }));
  const body = { new_edits: false, docs: [checkin] };
  expect((await server.call('POST', `/db/${event.dbName}/_bulk_docs`, { as: host, body })).status).toBe(201);
  await server.worker?.idle();
  expect(await value('foyer_fold_duration_seconds_count')).toBeGreaterThan(before);
});

it('all of it follows the rules of the format', async () => {
  const read = parsePrometheus(await figures());
  const named = new Set(read.map(({ name }) => name));
  for (const name of [
    'foyer_request_duration_seconds_bucket',
    'foyer_fold_duration_seconds_sum',
    'foyer_waiting_devices',
    'foyer_worker_active',
    'foyer_jobs_waiting',
    'foyer_follower_behind_changes',
    'process_resident_memory_bytes',
  ])
    expect([...named]).toContain(name);
  // The reader notices what breaks them.
  for (const wrong of [
    'a 1\n',
    '# TYPE a gauge\na{b="c} 1\n',
    '# TYPE a gauge\na one\n',
    '# TYPE a gauge\na 1\na 2\n',
    '# TYPE a gauge\na 1',
    '# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\na{c="d"} 1\n',
    '# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
  ])
    expect(() => parsePrometheus(wrong)).toThrow(/told in|no |twice|buckets|last line/);
});

it('the process tells its memory', async () => {
  await figures();
  expect(await value('process_resident_memory_bytes')).toBeGreaterThan(0);
});
