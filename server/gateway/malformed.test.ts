import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureReply } from '#api/schemas.ts';
import { checkinDoc, clientDoc, replicated, sessionDoc } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/* Bad input gets a clear error and changes nothing. */
let server: TestServer;
let dbName: string;
beforeAll(async () => {
  server = await startTestServer({ storage: 'leveldb' });
  ({ dbName } = await server.event());
  await server.remote(dbName, server.manager).put(clientDoc('a') as never);
});
afterAll(() => server.close());

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

describe('API', () => {
  it.each<[string, string, string, unknown, number, string | undefined]>([
    ['no JSON', 'POST', '/api/login', '{"username":', 400, undefined],
    ['no body', 'POST', '/api/login', undefined, 400, ''],
    ['a list', 'POST', '/api/login', [], 400, ''],
    ['no password [VALID-54]', 'POST', '/api/login', { username: 'chief' }, 400, 'password'],
    ['no username [VALID-54]', 'POST', '/api/login', { password: 'x' }, 400, 'username'],
    ['an empty username', 'POST', '/api/login', { username: '', password: 'x' }, 400, 'username'],
    ['a number for a name', 'POST', '/api/login', { username: 1, password: 'x' }, 400, 'username'],
    [
      'too long a password',
      'POST',
      '/api/login',
      { username: 'a', password: 'x'.repeat(2000) },
      400,
      'password',
    ],
    [
      'digits in a username',
      'POST',
      '/api/user',
      { username: 'a1', password: 'Foyer2026', role: 'host' },
      400,
      'username',
    ],
    [
      'a weak password',
      'POST',
      '/api/user',
      { username: 'a', password: 'weak', role: 'host' },
      400,
      'password',
    ],
    [
      'an unknown role',
      'POST',
      '/api/user',
      { username: 'a', password: 'Foyer2026', role: 'king' },
      400,
      'role',
    ],
    [
      'an unknown field',
      'POST',
      '/api/user',
      { username: 'a', password: 'Foyer2026', role: 'host', x: 1 },
      400,
      'x',
    ],
    ['an empty title', 'PUT', '/api/event', { title: ' ', date: 1 }, 400, 'title'],
    ['a date in words', 'PUT', '/api/event', { title: 'x', date: 'tomorrow' }, 400, 'date'],
    ['a wild date', 'PUT', '/api/event', { title: 'x', date: 1e300 }, 400, 'date'],
    [
      'no tuple',
      'PUT',
      '/api/authorizations',
      { userId: 'x', authorizations: [['a']] },
      400,
      'authorizations.0',
    ],
    [
      'no boolean',
      'PUT',
      '/api/authorizations',
      { userId: 'x', authorizations: [['a', 1]] },
      400,
      'authorizations.0.1',
    ],
    ['a field that login has not', 'POST', '/api/login', { username: 'a', password: 'x', x: 1 }, 400, 'x'],
    [
      'a number for the browser',
      'POST',
      '/api/login',
      { username: 'a', password: 'x', request: 1 },
      400,
      'request',
    ],
    ['a number for a phone', 'PUT', '/api/user', { phone: 5 }, 400, 'phone'],
    ['a phone and more', 'PUT', '/api/user', { phone: null, role: 'manager' }, 400, 'role'],
    ['a text for both passwords', 'PUT', '/api/user', { password: 'x' }, 400, 'password'],
    ['too long an address', 'DELETE', `/api/event/${'x'.repeat(600)}`, undefined, 414, undefined],
    ['no new password', 'PUT', '/api/user', { password: { current: 'x' } }, 400, 'password.updated'],
    ['an unknown event', 'DELETE', '/api/event/nothing', undefined, 404, undefined],
    ['a bad address', 'GET', '/api/%zz', undefined, 400, undefined],
    ['an unknown call', 'GET', '/api/x', undefined, 404, undefined],
    ['the wrong method', 'GET', '/api/login', undefined, 404, undefined],
    ['a huge body', 'POST', '/api/login', `{"username":"${'x'.repeat(1_200_000)}"}`, 413, undefined],
  ])('%s', async (_title, method, path, body, status, field) => {
    const reply = await server.call(method, path, {
      as: server.manager,
      body,
      headers: typeof body === 'string' ? { 'content-type': 'application/json' } : {},
    });
    expect(reply.status).toBe(status);
    const failure = failureReply.parse(reply.body);
    expect(failure.message).not.toMatch(/at \w+ \(/);
    expect(failure.field ?? '').toBe(field ?? '');
  });
});

describe('databases', () => {
  it.each<[string, string, string, unknown, number, string?]>([
    ['no JSON', 'POST', '/_bulk_docs', '{', 400],
    ['no object', 'POST', '/_bulk_docs', '[]', 400],
    ['no docs', 'POST', '/_bulk_docs', {}, 400, 'docs'],
    ['a text among docs', 'POST', '/_bulk_docs', { docs: ['x'] }, 400, 'docs'],
    ['new_edits in words', 'POST', '/_bulk_docs', { docs: [], new_edits: 'no' }, 400, 'new_edits'],
    ['absurd nesting', 'PUT', '/client_x', `{"_id":"client_x","x":${deep}}`, 400],
    ['a prototype', 'PUT', '/client_x', '{"__proto__":{"x":1}}', 400],
    ['another id', 'PUT', '/client_x', clientDoc('y'), 400, '_id'],
    ['an unknown type', 'PUT', '/thing_x', { type: 'thing' }, 400, '_id'],
    ['a wrong type', 'PUT', '/client_x', { type: 'session' }, 400, 'type'],
    ['a missing name', 'PUT', '/client_x', { type: 'client', surname: 'x' }, 400, 'forename'],
    ['a number for a name', 'PUT', '/client_x', { ...clientDoc('x'), forename: 3 }, 400, 'forename'],
    ['clients that are no list', 'PUT', '/session_x', { ...sessionDoc('x'), clients: {} }, 400, 'clients'],
    ['a reserved field', 'PUT', '/client_x', { ...clientDoc('x'), _rev_tree: [] }, 400, '_rev_tree'],
    ['a bad revision', 'PUT', '/client_x', { ...clientDoc('x'), _rev: 'abc' }, 400, '_rev'],
    ['a revision that is none', 'PUT', '/client_a', { ...clientDoc('a'), _rev: `1-${'0'.repeat(32)}` }, 409],
    ['no revision', 'PUT', '/client_a', clientDoc('a'), 409],
    ['a revision that no checkpoint has', 'PUT', '/_local/point', { _rev: '1-abc' }, 409],
    [
      'a picture that is a page [VALID-34]',
      'PUT',
      '/event',
      { type: 'event', _attachments: { picture: { content_type: 'text/html', data: '' } } },
      400,
      '_attachments.picture',
    ],
    [
      'terms that are no PDF [VALID-35]',
      'PUT',
      '/form_x',
      {
        ...{ type: 'form', name: 'x', language: 'en', currency: 'chf', vat: 0 },
        _attachments: { terms: { content_type: 'text/plain', data: '' } },
      },
      400,
      '_attachments.terms',
    ],
    [
      'a WhatsApp template of spaces alone [VALID-63]',
      'PUT',
      '/whatsapptemplate_x',
      { type: 'whatsapptemplate', date: 1, message: [' ', '\n'] },
      400,
      'message',
    ],
    [
      'a template on something else than a PDF [DOC-35] [DOC-36]',
      'PUT',
      '/invoicetemplate_x',
      {
        ...{ type: 'invoicetemplate', language: 'en', refs: [] },
        _attachments: { template: { content_type: 'image/png', data: 'iVBORw0KGgo=' } },
      },
      400,
      '_attachments.template',
    ],
    [
      'a broken attachment',
      'PUT',
      '/client_x',
      { ...clientDoc('x'), _attachments: { a: { data: '!!' } } },
      400,
      '_attachments.a',
    ],
    [
      'an unknown stub',
      'PUT',
      '/client_x',
      { ...clientDoc('x'), _attachments: { a: { stub: true, digest: 'md5-x' } } },
      400,
    ],
    ['since in words', 'GET', '/_changes?since=yesterday', undefined, 400, 'since'],
    ['a continuous feed', 'GET', '/_changes?feed=continuous', undefined, 400, 'feed'],
    ['an event source', 'GET', '/_changes?feed=eventsource', undefined, 400, 'feed'],
    ['an unknown filter', 'GET', '/_changes?filter=other/thing', undefined, 400, 'filter'],
    [
      'a stranger’s pattern',
      'POST',
      '/_changes?filter=_selector',
      { selector: { a: { $regex: '(a+)+$' } } },
      400,
      'selector',
    ],
    ['a selector that is none', 'POST', '/_changes', { selector: 5 }, 400, 'selector'],
    ['an alternative that is none', 'POST', '/_changes', { selector: { $or: 5 } }, 400, 'selector'],
    ['ids that are none', 'POST', '/_changes', { doc_ids: 'client_a' }, 400, 'doc_ids'],
    ['a limit in words', 'GET', '/_changes?limit=many', undefined, 400, 'limit'],
    ['a key that is no JSON', 'GET', '/_all_docs?startkey=client', undefined, 400, 'startkey'],
    ['keys that are none', 'POST', '/_all_docs', { keys: 'x' }, 400, 'keys'],
    ['revisions that are none', 'POST', '/_revs_diff', { client_a: 'x' }, 400, 'client_a'],
    ['documents that are none', 'POST', '/_bulk_get', { docs: [1] }, 400, 'docs'],
    ['open_revs that are none', 'GET', '/client_a?open_revs=[1]', undefined, 400, 'open_revs'],
    ['a missing document', 'GET', '/client_none', undefined, 404],
    ['a missing attachment', 'GET', '/client_a/none', undefined, 404],
    ['a missing view', 'GET', '/_design/main/_view/none', undefined, 404],
    ['another design document', 'GET', '/_design/other', undefined, 404],
    ['a design document written', 'PUT', '/_design/main', {}, 405],
    ['an unknown endpoint', 'GET', '/_security', undefined, 404],
    ['a temporary view', 'POST', '/_temp_view', {}, 404],
    ['the wrong method', 'DELETE', '/_changes', undefined, 405],
    ['a bad address', 'GET', '/%zz', undefined, 400],
  ])('%s', async (_title, method, path, body, status, field) => {
    const before = (await server.call('GET', `/db/${dbName}`, { as: server.manager })).body['update_seq'];
    const reply = await server.call(method, `/db/${dbName}${path}`, { as: server.manager, body });
    expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ ok: false })]);
    const failure = failureReply.parse(reply.body);
    expect(failure.field ?? '').toBe(field ?? '');
    expect((await server.call('GET', `/db/${dbName}`, { as: server.manager })).body['update_seq']).toBe(
      before,
    );
  });

  it('judges each document of a batch on its own', async () => {
    const reply = await server.call<{ ok?: true; reason?: string; field?: string }[]>(
      'POST',
      `/db/${dbName}/_bulk_docs`,
      {
        as: server.manager,
        body: {
          docs: [
            clientDoc('good'),
            { ...clientDoc('bad'), forename: '' },
            { ...clientDoc('stub'), _attachments: { a: { stub: true, digest: 'md5-unknown' } } },
            { ...clientDoc('a'), _rev: `1-${'0'.repeat(32)}` },
            clientDoc('fine'),
          ],
        },
      },
    );
    expect(reply.status).toBe(201);
    expect(reply.body.map(({ ok, reason }) => ok ?? reason)).toEqual([
      true,
      'invalid_document',
      'invalid_document',
      'document update conflict',
      true,
    ]);
  });

  it('takes the same check-in again, but no other under its id', async () => {
    const as = await server.person('door', 'host', dbName.replace('event-', ''));
    const doc = replicated(checkinDoc(as));
    const push = async (sent: object) =>
      (
        await server.call<{ ok?: true; reason?: string }[]>('POST', `/db/${dbName}/_bulk_docs`, {
          as,
          body: { docs: [sent], new_edits: false },
        })
      ).body[0];
    expect(await push(doc)).toMatchObject({ ok: true });
    expect(await push(doc)).toMatchObject({ ok: true });
    expect(await push(replicated({ ...doc, action: 'out' }, 'b'.repeat(32)))).toMatchObject({
      reason: 'forbidden_immutable',
    });
    const both = replicated(checkinDoc(as));
    const rival = replicated({ ...both, action: 'out' }, 'c'.repeat(32));
    const answers = await Promise.all([push(both), push(rival)]);
    expect(answers.filter((answer) => answer?.ok === true)).toHaveLength(1);
    const leaves = await server.remote(dbName, server.manager).get(both._id, { open_revs: 'all' });
    expect(leaves).toHaveLength(1);
  });

  it('says of a missing revision which one, and nothing of the server', async () => {
    const rev = `7-${'0'.repeat(32)}`;
    const reply = await server.call<{ results: unknown }>('POST', `/db/${dbName}/_bulk_get`, {
      as: server.manager,
      body: { docs: [{ id: 'client_a', rev }, { id: 'client_none' }] },
    });
    const missing = { error: 'not_found', reason: 'missing' };
    expect(reply.body.results).toEqual([
      { id: 'client_a', docs: [{ error: { id: 'client_a', rev, ...missing } }] },
      { id: 'client_none', docs: [{ error: { id: 'client_none', rev: 'undefined', ...missing } }] },
    ]);
  });

  it('reads a missing or deleted document as 404 with the reason missing or deleted [API-21]', async () => {
    const remote = server.remote(dbName, server.manager);
    await expect(remote.get('client_never')).rejects.toMatchObject({ status: 404, reason: 'missing' });
    const { rev } = await remote.put(clientDoc('short') as never);
    await remote.remove('client_short', rev);
    await expect(remote.get('client_short')).rejects.toMatchObject({ status: 404, reason: 'deleted' });
  });

  it('never lets an attachment run in our origin [API-19]', async () => {
    const { rev } = await server.remote(dbName, server.manager).put(clientDoc('page') as never);
    const put = await server.call('PUT', `/db/${dbName}/client_page/evil.html?rev=${rev}`, {
      as: server.manager,
      body: '<script>alert(1)</script>',
      headers: { 'content-type': 'text/html' },
    });
    expect(put.status).toBe(201);
    const { headers } = await server.call('GET', `/db/${dbName}/client_page/evil.html`, {
      as: server.manager,
    });
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('limits', () => {
  it('slows down guessing of one name, and nobody else at the same address', async () => {
    await server.person('victim', 'host');
    const guess = () =>
      server.call('POST', '/api/login', { body: { username: 'victim', password: 'Wrong1' } });
    const replies = await Promise.all(Array.from({ length: 12 }, guess));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    const blocked = await guess();
    expect(blocked).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect(server.login('chief')).resolves.toMatchObject({ username: 'chief' });
  });

  it('lets a device ask 40 times a second', async () => {
    const headers = { 'x-foyer-device': 'scanner' };
    for (let second = 0; second < 5; second++) {
      const replies = await Promise.all(
        Array.from({ length: 40 }, () =>
          server.call('GET', `/db/${dbName}/_local/none`, { as: server.manager, headers }),
        ),
      );
      expect(replies.every(({ status }) => status === 404)).toBe(true);
    }
  });
});
