import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#api/wire.ts';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { ACCOUNT_WORDS } from '#i18n/accountWords.ts';
import { passwordProblem } from '../auth/passwordRule.ts';
import { Buckets } from '../base/limits.ts';
import { networkOf } from '../base/network.ts';
import { tooMany } from '../base/errors.ts';
import { customerId } from '../customers/customers.ts';
import { accountOfLink, setByLink } from '../customers/passwordLinks.ts';
import { PASSWORD_MAIL, PASSWORD_PATH } from '../outbox/passwordMail.ts';
import { DATABASES } from '../storage/types.ts';
import type { ApiParts } from './context.ts';
import { answerPage, languageOf, type PlainPage } from './page.ts';

/** What one network may ask for: each costs a mail, or a password's hash. */
const ASKED = { burst: 10, perSecond: 1 / 60 };

/** Pages for guests who forgot the password of their account. Nothing tells whether there is one. */
export function passwordPages(app: FastifyInstance, { storage, jobs, now, limits }: ApiParts): void {
  const asked = new Buckets(ASKED);
  const mayAsk = ({ ip }: FastifyRequest): void => {
    const network = networkOf(ip);
    if (!asked.take(network, now())) throw tooMany(undefined, asked.wait(network, now()));
  };
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  const said = (typed: unknown, name: string): string => {
    const value = (typed as Record<string, unknown> | null | undefined)?.[name];
    return typeof value === 'string' ? value.slice(0, 300) : '';
  };
  const inLanguage = (request: Parameters<typeof languageOf>[0]): Language =>
    LANGUAGES.find((one) => one === said(request.query, 'lang')) ?? languageOf(request);

  const ask = (language: Language, value = '', problem: string | null = null): PlainPage => {
    const { title, ask: text, email: label, send: button } = ACCOUNT_WORDS[language];
    const field = { name: 'email', label, type: 'email' as const, autocomplete: 'email', value, problem };
    return { language, title, text, button, field };
  };
  app.get(PASSWORD_PATH, async (request, reply) => answerPage(reply, 200, ask(inLanguage(request))));
  app.post(PASSWORD_PATH, async (request, reply) => {
    const language = inLanguage(request);
    const { title, sent, problems } = ACCOUNT_WORDS[language];
    const email = said(request.body, 'email').trim();
    if (!matchesPattern('email', email))
      return answerPage(reply, 422, ask(language, email, problems.pattern_email));
    mayAsk(request);
    const key = customerId(email);
    const job = { ...PASSWORD_MAIL, run: never };
    await jobs.enqueue(job, { eventId: null, key, payload: { language } });
    return answerPage(reply, 200, { language, title, text: sent });
  });

  const choose = (language: Language, email: string, problem: string | null = null): PlainPage => {
    const { title, choose: text, password: label, save: button, problems } = ACCOUNT_WORDS[language];
    // Known before one types, and said once.
    const rule = problem === null ? ` ${problems.pattern_password}` : '';
    const field = {
      name: 'password',
      label,
      type: 'password' as const,
      autocomplete: 'new-password',
      problem,
    };
    return { language, title, text: text(email) + rule, button, field };
  };
  const gone = (reply: FastifyReply, language: Language): Promise<FastifyReply> => {
    const { title, gone: text, another } = ACCOUNT_WORDS[language];
    const link = { href: `${API_BASE}${PASSWORD_PATH}?lang=${language}`, text: another };
    return answerPage(reply, 404, { language, title, text, links: [link] });
  };
  const url = `${PASSWORD_PATH}/new`;
  // To look at it changes nothing: mail programs look at links, too.
  app.get(url, async (request, reply) => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const language = inLanguage(request);
    const [id, token] = [said(request.query, 'account'), said(request.query, 'token')];
    const account = await accountOfLink(await storage.open(DATABASES.customers), id, token, now());
    if (account === null) return gone(reply, language);
    return answerPage(reply, 200, choose(language, account.email));
  });
  app.post(url, async (request, reply) => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const language = inLanguage(request);
    const [id, token] = [said(request.query, 'account'), said(request.query, 'token')];
    const db = await storage.open(DATABASES.customers);
    const account = await accountOfLink(db, id, token, now());
    if (account === null) return gone(reply, language);
    const { title, saved, problems, logIn } = ACCOUNT_WORDS[language];
    const password = said(request.body, 'password');
    const problem = passwordProblem(password, account.email);
    if (problem !== null) return answerPage(reply, 422, choose(language, account.email, problems[problem]));
    mayAsk(request);
    if (!(await setByLink(db, id, token, { password, now: now() }))) return gone(reply, language);
    const link = { href: `/desk/login?lang=${language}`, text: logIn };
    return answerPage(reply, 200, { language, title, text: saved, links: [link] });
  });
}

const never = (): Promise<void> => Promise.reject(new Error('is run by the worker'));
