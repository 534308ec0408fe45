import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerId, type Customer } from '../customers/customers.ts';
import { GIVE_ACCOUNT } from './giveAccount.ts';
import { Jobs } from '../jobs/jobs.ts';
import { Scene, WORD } from '../outbox/testing/scene.ts';
import { read, update } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import { sessionDoc } from '../testing/documents.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
const PASSWORD = 'Gala2027';

interface Account {
  success?: boolean;
  token: string;
  email: string;
  isProven: boolean;
  registrations: { token: string; consumerId: string; guests: { surname: string }[] }[];
}

describe('a guest’s own account', () => {
  let server: TestServer;
  let mail: TestMailServer;
  beforeAll(async () => {
    mail = await startMailServer(WORD);
    server = await startTestServer({ worker: true, config: { publicUrl: 'https://foyer.example' } });
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  let count = 0;
  /** An event whose form asks for an account, or does not. */
  async function event(account = true): Promise<{ scene: Scene; at: string }> {
    const scene = await new Scene(server).open(mail.account);
    const accessId = `accbcd${String(++count).padStart(2, '0')}`;
    const db = await server.storage.open(scene.dbName);
    await db.bulkDocs([
      sessionDoc('s', { date: Date.now() + 40 * 86_400_000 }),
      {
        ...{ _id: 'form_f', type: 'form', accessId, name: 'Team', language: 'en', currency: 'chf' },
        ...{ vat: 0, enabled: true, options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
        ...{ amounts: { session_s: { menu: { adult: { amount: 0, enabled: true } } } }, metadata: META },
        required: { account },
      },
    ] as never);
    await server.worker?.idle();
    return { scene, at: `/api/desk/${accessId}` };
  }
  const submission = (email: string, surname = 'Byron') => ({
    ...{ submissionId: `account-submission-${String(++count).padStart(4, '0')}`, language: 'en' },
    ...{ person: { forename: 'Ada', surname, email }, paymentType: 'none' },
    clients: [
      {
        ...{ forename: 'Ada', surname },
        sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
      },
    ],
  });
  const register = async (at: string, body: object) => {
    const { body: answer } = await server.call('POST', `${at}/registrations`, { body });
    expect(answer['success']).toBe(true);
    await server.worker?.idle();
    return answer;
  };
  const account = async (email: string): Promise<Customer | null> =>
    (await read(
      await server.storage.open(DATABASES.customers),
      customerId(email),
    )) as unknown as Customer | null;
  const jobsOf = async (kind: string): Promise<unknown[]> =>
    (await (await server.storage.open(DATABASES.jobs)).allDocs({ include_docs: true })).rows.filter(
      ({ doc }) => (doc as { kind?: string } | undefined)?.kind === kind,
    );
  const logIn = (email: string, password = PASSWORD) =>
    server.call<Account & { reason?: string }>('POST', '/api/desk/login', { body: { email, password } });
  const look = (token: string) => server.call<Account>('GET', `/api/desk/account/${token}`);
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => to === email);
  /** Chooses the password with the newest link that was mailed to the address. */
  async function choose(email: string, password = PASSWORD): Promise<void> {
    await expect.poll(() => mailsTo(email).length).toBeGreaterThan(0);
    const plain = (mailsTo(email).at(-1)?.source ?? '').replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
    const { pathname, search } = new URL(/https:\/\/foyer\.example\S+/.exec(plain)?.[0] ?? '');
    const body = new URLSearchParams({ password });
    expect((await fetch(server.url + pathname + search, { method: 'POST', body })).status).toBe(200);
  }

  it('comes with a registration whose form asks for it, and a mail in which its password is chosen [DOC-25]', async () => {
    const { at } = await event();
    const { body: offer } = await server.call<{ form: { required: object } }>('GET', at);
    expect(offer.form.required).toMatchObject({ account: true });
    const body = submission('ada@example.org');
    const { consumerId, ...answer } = await register(at, body);
    expect(Object.keys(answer).sort()).toEqual([
      ...['amount', 'amountVat', 'currency', 'numbers', 'ok', 'success', 'token'],
    ]);
    await expect.poll(() => mailsTo('ada@example.org').length).toBe(1);
    expect(mailsTo('ada@example.org')[0]?.source).toContain('Subject: Your account');
    await choose('ada@example.org');

    const { body: own } = await logIn(' ADA@example.org');
    expect(own).toMatchObject({ success: true, email: 'ada@example.org', isProven: true });
    expect(own.registrations.map((one) => one.consumerId)).toEqual([consumerId]);
    const opened = await server.call('GET', `/api/desk/registrations/${own.registrations[0]?.token ?? ''}`);
    expect(opened.body).toMatchObject({ consumerId, account: true });

    // Its answer was lost, and it is asked again: the password that was chosen stays, and no mail is sent.
    await register(at, body);
    expect((await logIn('ada@example.org')).body.success).toBe(true);
    expect(mailsTo('ada@example.org')).toHaveLength(1);
  });

  it('is not made where the form does not ask', async () => {
    const { at } = await event(false);
    await register(at, submission('bob@example.org'));
    expect(await account('bob@example.org')).toBeNull();
  });

  it('comes also where the server died with the registration stored and nothing else done', async () => {
    const { at, scene } = await event();
    const { consumerId } = await register(at, submission('rosa@example.org'));
    await expect.poll(() => mailsTo('rosa@example.org').length).toBe(1);
    const db = await server.storage.openExisting(scene.dbName);
    const registered = await db.get(String(consumerId));
    const { _rev, ...stored } = { ...registered, person: { ...submission('ida@example.org').person } };
    // All that such a process left, and a registration that somebody else's form made.
    await db.bulkDocs([
      { ...stored, _id: 'consumer_left' },
      {
        ...{ ...stored, _id: 'consumer_other', person: { ...stored.person, email: 'may@example.org' } },
        registration: { ...(stored as { registration?: object }).registration, formId: 'form_none' },
      },
    ] as never);
    await expect.poll(() => mailsTo('ida@example.org').length).toBe(1);
    await server.worker?.idle();
    expect(Object.keys((await account('ida@example.org'))?.registrations ?? {})).toEqual([
      `${scene.eventId}/consumer_left`,
    ]);
    expect(await account('may@example.org')).toBeNull();
    // Whoever has one is left alone when the registration changes.
    await update(db, 'consumer_left', (now) => ({ ...now, status: 'invoice_paid' }));
    await server.worker?.idle();
    expect(await jobsOf('giveAccount')).toEqual([]);
    expect(mailsTo('ida@example.org')).toHaveLength(1);
  });

  it('has a registration that a crash left without it: the job is done again, and once', async () => {
    const { at, scene } = await event();
    const { consumerId } = await register(at, submission('eve@example.org'));
    await expect.poll(() => mailsTo('eve@example.org').length).toBe(1);
    const customers = await server.storage.open(DATABASES.customers);
    // The claim was written, and then the process died.
    await update(customers, customerId('eve@example.org'), (stored) => ({
      ...stored,
      ...{ registrations: {}, madeBy: undefined },
    }));
    const jobs = new Jobs({ storage: server.storage, holder: 'test', now: Date.now });
    await jobs.enqueue(GIVE_ACCOUNT, {
      ...{ eventId: scene.eventId, key: String(consumerId), payload: { language: 'en' } },
    });
    await expect
      .poll(async () => Object.keys((await account('eve@example.org'))?.registrations ?? {}))
      .toEqual([`${scene.eventId}/${String(consumerId)}`]);
    expect(mailsTo('eve@example.org')).toHaveLength(1);
  });

  it('shows all of its address once that is proven, until then the first; others show nothing of it', async () => {
    const first = await event();
    const second = await event();
    const email = 'grace@example.org';
    const one = await register(first.at, submission(email, 'Hopper'));
    await expect.poll(() => mailsTo(email).length).toBe(1);
    const two = await register(second.at, submission(email, 'Murray'));
    await expect.poll(async () => Object.keys((await account(email))?.registrations ?? {}).length).toBe(2);
    const other = await register(second.at, submission('other@example.org'));
    // However often somebody registers an address: it is told of its account once.
    await expect.poll(() => mailsTo('other@example.org').length).toBe(1);
    expect(mailsTo(email)).toHaveLength(1);
    // Staff were told a password: nobody has proven anything.
    await choose(email);
    const customers = await server.storage.open(DATABASES.customers);
    const id = customerId(email);
    await update(customers, id, (stored) => ({ ...stored, provenAt: undefined }));
    const { body } = await logIn(email);
    expect(body.isProven).toBe(false);
    expect(body.registrations.map((row) => row.consumerId)).toEqual([one['consumerId']]);
    await update(customers, id, (stored) => ({ ...stored, provenAt: 1 }));
    const { registrations } = (await look(body.token)).body;
    expect(registrations.map((row) => row.consumerId)).toEqual([two['consumerId'], one['consumerId']]);
    expect(JSON.stringify(registrations)).not.toContain(String(other['consumerId']));
  });

  it('opens for nobody with a wrong word, an ended login or a made-up token', async () => {
    const { at } = await event();
    const email = 'kay@example.org';
    await register(at, submission(email));
    await choose(email);
    const refused = { ok: true, success: false, reason: 'invalid_credentials' };
    expect((await logIn(email, 'wrong')).body).toEqual(refused);
    expect((await logIn('nobody@example.org')).body).toEqual(refused);
    const { token } = (await logIn(email)).body;
    const stored = JSON.stringify(await account(email));
    expect(stored).not.toContain(token.split('.')[1]);
    expect((await look(token)).status).toBe(200);
    expect((await look(token.slice(0, -1) + (token.endsWith('A') ? 'Q' : 'A'))).status).toBe(404);
    expect((await look('none')).status).toBe(404);
    // What an account's token opens is nothing of the staff's.
    const asStaff = await fetch(`${server.url}/api/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(asStaff.status).toBe(401);
    const page = await fetch(`${server.url}/desk/account/${token}`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await server.call('POST', `/api/desk/account/${token}/logout`)).status).toBe(200);
    expect((await look(token)).status).toBe(404);
  });

  it('ends its logins with a new password, and after twelve hours', async () => {
    const { at } = await event();
    const email = 'jean@example.org';
    await register(at, submission(email));
    await choose(email);
    const { token } = (await logIn(email)).body;
    await fetch(`${server.url}/api/customer-password?lang=en`, {
      ...{ method: 'POST', body: new URLSearchParams({ email }) },
    });
    await expect.poll(() => mailsTo(email).length).toBe(2);
    await choose(email, 'Dinner2027');
    expect((await look(token)).status).toBe(404);
    // Nor does the word of before, whoever was told it.
    expect((await logIn(email)).body.success).toBe(false);
    const { token: next } = (await logIn(email, 'Dinner2027')).body;
    const customers = await server.storage.open(DATABASES.customers);
    await update(customers, customerId(email), (stored) => ({
      ...stored,
      logins: (stored as unknown as Customer).logins?.map((login) => ({ ...login, until: Date.now() - 1 })),
    }));
    expect((await look(next)).status).toBe(404);
  });

  it('may not be guessed: after ten wrong words one waits', async () => {
    const email = 'guess@example.org';
    const answers = [];
    for (let tried = 0; tried < 11; tried++) answers.push((await logIn(email, `Wrong${tried}`)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const page = await fetch(`${server.url}/desk/login`, {
      ...{ method: 'POST', body: new URLSearchParams({ lang: 'fr', email, password: 'x' }) },
    });
    expect([page.status, page.headers.has('retry-after')]).toEqual([429, true]);
    expect(await page.text()).toContain('Trop d’essais');
  });

  it('of a deleted event shows what is left', async () => {
    const kept = await event();
    const gone = await event();
    const email = 'lin@example.org';
    await register(gone.at, submission(email, 'Gone'));
    await choose(email);
    await register(kept.at, submission(email, 'Kept'));
    await expect.poll(async () => Object.keys((await account(email))?.registrations ?? {}).length).toBe(2);
    await server.call('DELETE', `/api/event/${gone.scene.eventId}`, { as: server.manager });
    const { registrations } = (await logIn(email)).body;
    expect(registrations.map(({ guests }) => guests[0]?.surname)).toEqual(['Kept']);
  });
});
