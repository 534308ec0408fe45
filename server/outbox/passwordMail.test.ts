import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPassword } from '../auth/passwords.ts';
import { customerId, shownRegistrations, type Customer } from '../customers/customers.ts';
import { jobId } from '../jobs/job.ts';
import { read, update } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { PASSWORD_MAIL } from './passwordMail.ts';
import { headerOf, Scene, WORD } from './testing/scene.ts';

describe('a forgotten password', () => {
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

  const PAGE = '/api/customer-password';
  async function visit(path: string, fields?: Record<string, string>): Promise<[number, string]> {
    const body = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
    const response = await fetch(`${server.url}${path}`, { headers: { 'accept-language': 'en' }, ...body });
    return [response.status, await response.text()];
  }
  const account = async (email: string): Promise<Customer> => {
    const db = await server.storage.open(DATABASES.customers);
    return (await read(db, customerId(email))) as unknown as Customer;
  };
  /** Asks for a link, and waits until nothing is to be done any more. */
  async function ask(email: string, lang = 'en'): Promise<[number, string]> {
    const answer = await visit(`${PAGE}?lang=${lang}`, { email });
    const jobs = await server.storage.open(DATABASES.jobs);
    const id = jobId({ kind: PASSWORD_MAIL.name, eventId: null, key: customerId(email) });
    await expect.poll(async () => (await read(jobs, id))?.['state'] ?? 'done').toMatch(/done|givenUp/);
    return answer;
  }
  const linkOf = (source: string): URL => {
    const plain = source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
    return new URL(/https:\/\/foyer\.example\S+/.exec(plain)?.[0] ?? '');
  };
  const pathOf = ({ pathname, search }: URL): string => pathname + search;

  async function scene(names: readonly string[]): Promise<Scene> {
    mail.mails.length = 0;
    const gala = await new Scene(server).open(mail.account);
    for (const name of names) await gala.consumer(name);
    return gala;
  }
  async function associate(
    { eventId, member }: Scene,
    name: string,
    attempt?: string,
  ): Promise<string | null> {
    const body = { eventId, consumerId: `consumer_${name}`, attempt };
    const reply = await server.call<{ password: string | null }>('POST', '/api/register-customer', {
      as: member,
      body,
    });
    return reply.body.password;
  }

  it('is replaced by a mailed link, which proves the address; a look at it changes nothing', async () => {
    const gala = await scene(['ada']);
    const attempt = 'attempt0attempt0';
    await associate(gala, 'ada', attempt);
    // The answer was lost.
    const told = (await associate(gala, 'ada', attempt)) ?? '';
    const dinner = await scene([]);
    await dinner.consumer('other', { person: { forename: 'Ada', email: 'ADA@example.org' } });
    await associate(dinner, 'other');
    const first = `${gala.eventId}/consumer_ada`;
    expect(shownRegistrations(await account('ada@example.org'))).toEqual([first]);

    expect(await visit(PAGE)).toEqual([200, expect.stringContaining('type="email"')]);
    expect(await ask('Ada@Example.org ')).toEqual([200, expect.stringContaining('the mail is on its way')]);
    expect(mail.mails.map(({ to }) => to)).toEqual(['ada@example.org']);
    const source = mail.mails[0]?.source ?? '';
    expect(headerOf(source, 'Subject')).toBe('Choose a new password');
    const link = linkOf(source);
    const token = link.searchParams.get('token') ?? '';
    expect(JSON.stringify(await account('ada@example.org'))).not.toContain(token);

    const [, chooses] = await visit(pathOf(link));
    expect(chooses).toContain('ada@example.org. At least 6 characters');
    expect(await checkPassword((await account('ada@example.org')).hash, told)).toBe(true);
    expect(await visit(pathOf(link), { password: 'short' })).toEqual([
      422,
      expect.stringContaining('At least 6 characters'),
    ]);
    const other = new URL(link);
    other.searchParams.set('token', `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`);
    expect((await visit(pathOf(other), { password: 'Lovelace1815' }))[0]).toBe(404);
    expect(await visit(pathOf(link), { password: 'Lovelace1815' })).toEqual([
      200,
      expect.stringContaining('is saved'),
    ]);
    const after = await account('ada@example.org');
    expect(await checkPassword(after.hash, 'Lovelace1815')).toBe(true);
    expect(await checkPassword(after.hash, told)).toBe(false);
    expect(shownRegistrations(after).sort()).toEqual([first, `${dinner.eventId}/consumer_other`].sort());
    // It is nobody else's again: who made the account and says so once more is told no other one.
    expect(await associate(gala, 'ada', attempt)).toBeNull();
    expect((await account('ada@example.org')).hash).toBe(after.hash);
    // It does so once.
    expect((await visit(pathOf(link)))[0]).toBe(404);
    expect((await visit(pathOf(link), { password: 'Byron1815' }))[0]).toBe(404);
  });

  it('nothing tells whether there is an account; three mails a day go to one address, in French too', async () => {
    const gala = await scene(['bea']);
    await associate(gala, 'bea');
    const known = await ask('bea@example.org', 'fr');
    expect(await ask('nobody@example.org', 'fr')).toEqual(known);
    expect(known[1]).toContain('l’e-mail est en route');
    for (let more = 0; more < 3; more++) expect(await ask('bea@example.org', 'fr')).toEqual(known);
    expect(mail.mails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'bea@example.org'));
    expect(headerOf(mail.mails[0]?.source ?? '', 'Subject')).toBe('Choisir un nouveau mot de passe');
    expect(await visit(PAGE, { email: 'no address' })).toEqual([
      422,
      expect.stringContaining('This is not an e-mail address'),
    ]);
    // All three hold, until their time is over.
    const link = linkOf(mail.mails[0]?.source ?? '');
    expect((await visit(pathOf(link)))[0]).toBe(200);
    await update(await server.storage.open(DATABASES.customers), customerId('bea@example.org'), (stored) => ({
      ...stored,
      links: ((stored?.['links'] ?? []) as { hash: string }[]).map(({ hash }) => ({ hash, until: 1 })),
    }));
    const [status, page] = await visit(pathOf(link));
    expect(status).toBe(404);
    expect(page).toContain('Demander un nouveau lien');
    const another = /<a href="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(await visit(another)).toEqual([200, expect.stringContaining('type="email"')]);
  });

  it('a mail that the server refuses does not count', async () => {
    const gala = await scene(['cleo']);
    await associate(gala, 'cleo');
    mail.onRecipient = () => ({ refuse: 550 });
    try {
      await ask('cleo@example.org');
      expect((await account('cleo@example.org')).mailed).toEqual([]);
    } finally {
      mail.onRecipient = () => null;
    }
    await ask('cleo@example.org');
    expect(mail.mails).toHaveLength(1);
  });
});
