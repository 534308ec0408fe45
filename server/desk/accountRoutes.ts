import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { ACCOUNT_WORDS } from '#i18n/accountWords.ts';
import type { Html } from '#desk/html.ts';
import { HttpError } from '../base/errors.ts';
import { accountPage, loginPage } from './accountPages.ts';
import type { DeskAccounts } from './accounts.ts';

export interface AccountRouteParts {
  accounts: DeskAccounts;
  mayLook: (request: FastifyRequest) => void;
  send: (reply: FastifyReply, page: Html, status?: number) => FastifyReply;
  languageOf: (request: FastifyRequest) => Language;
  /** Where a password is asked for; null where no mail can have a link. */
  passwordPath: string | null;
}

/** Guests' own accounts, as pages: the token of the login is in the address, there is no cookie. */
export function accountRoutes(scope: FastifyInstance, parts: AccountRouteParts): void {
  const { accounts, mayLook, send, passwordPath } = parts;
  const chosen = (said: unknown, request: FastifyRequest): Language =>
    LANGUAGES.find((one) => one === said) ?? parts.languageOf(request);
  const askedFor = (request: FastifyRequest): Language =>
    chosen((request.query as { lang?: unknown }).lang, request);
  const fieldsOf = (request: FastifyRequest): URLSearchParams =>
    request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

  scope.get('/login', async (request, reply) =>
    send(reply, loginPage({ language: askedFor(request), passwordPath })),
  );

  scope.post('/login', { bodyLimit: 4096 }, async (request, reply) => {
    const fields = fieldsOf(request);
    const language = chosen(fields.get('lang'), request);
    const email = (fields.get('email') ?? '').slice(0, 200);
    const again = (problem: string, status: number): FastifyReply =>
      send(reply, loginPage({ language, email, problem, passwordPath }), status);
    try {
      const token = await accounts.signIn(email, (fields.get('password') ?? '').slice(0, 200), request.ip);
      if (token === null) return again(ACCOUNT_WORDS[language].wrong, 422);
      return await reply.redirect(`/desk/account/${token}?lang=${language}`, 303);
    } catch (error) {
      if (!(error instanceof HttpError) || error.retryAfter === undefined) throw error;
      void reply.header('retry-after', error.retryAfter);
      return again(ACCOUNT_WORDS[language].wait(error.retryAfter), error.status);
    }
  });

  scope.get<{ Params: { token: string } }>('/account/:token', async (request, reply) => {
    mayLook(request);
    // After logging out the way back shows nothing.
    void reply.header('cache-control', 'no-store');
    const { token } = request.params;
    const own = await orNull(accounts.open(token));
    const language = askedFor(request);
    if (own !== null) return send(reply, accountPage(own, token, language));
    const problem = ACCOUNT_WORDS[language].ended;
    return send(reply, loginPage({ language, problem, passwordPath }), 404);
  });

  scope.post<{ Params: { token: string } }>(
    '/account/:token',
    { bodyLimit: 4096 },
    async (request, reply) => {
      mayLook(request);
      const fields = fieldsOf(request);
      if (fields.get('act') === 'leave') await accounts.signOut(request.params.token);
      return reply.redirect(`/desk/login?lang=${chosen(fields.get('lang'), request)}`, 303);
    },
  );
}

/** Null for what is not there. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}
