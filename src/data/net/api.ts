import type { Language } from '#domain/config.ts';
import type { CardAccounts, CardState, PaymentAttention } from '#api/paymentSchemas.ts';
import { DB_BASE } from '#api/wire.ts';
import type { OpenLogin, OwnUser, User } from '#domain/documents/user.ts';
import { ok } from '#domain/result.ts';
import type { Role } from '#domain/rights/roles.ts';
import { attempt, DataFailure, fail } from '../failure.ts';
import type { EventCopy, HistoryPage, HistoryPart, LookedAt, Outcome, Refund } from '../types.ts';
import { createCall } from './call.ts';
import { usersOf } from './checked.ts';
import type { Http } from './http.ts';

export interface LoginInput {
  username: string;
  password: string;
  /** What a one-time password is changed to. */
  newPassword?: string | undefined;
  /** A one-time code, or a recovery code. */
  code?: string | undefined;
}

/** The JSON API (specification 1 §7 and 2 §7). Bodies are checked before they leave, replies before they are used. */
export interface Api {
  login(credentials: LoginInput, userAgent: string): Outcome<OpenLogin>;
  /** Fails with `invalid_code`. */
  pair(code: string): Outcome<OpenLogin>;
  /** Ends a login by its name, without its token. */
  endLogin(login: string): Outcome<null>;
  currentUser(signal?: AbortSignal): Outcome<OwnUser>;
  createUser(input: { username: string; password: string; role: Role; id: string }): Outcome<{ id: string }>;
  /** `eventId` is the caller's, so that a second try after a lost answer makes no second event. */
  createEvent(input: {
    eventId: string;
    date: number;
    title: string;
    bringsBack?: boolean;
  }): Outcome<{ eventId: string; dbName: string }>;
  createExample(input: { eventId: string; today: number; timeZone?: string }): Outcome<{ eventId: string }>;
  copyEvent(from: string, input: EventCopy): Outcome<{ eventId: string }>;
  deleteEvent(eventId: string): Outcome<null>;
  setAuthorizations(userId: string, authorizations: [string, boolean][]): Outcome<null>;
  registerCustomer(
    eventId: string,
    consumerId: string,
    attempt: string,
  ): Outcome<{ password: string | null }>;
  history(eventId: string, wanted?: HistoryPage): Outcome<HistoryPart>;
  /** The PDF as it was issued. */
  issuedPdf(eventId: string, which: { kind: 'invoice' | 'credit'; index: number }): Outcome<Blob>;
  /** Codes have their words beside them, in this language. */
  personData(eventId: string, clientId: string, language: Language): Outcome<Blob>;
  guestLink(
    eventId: string,
    consumerId: string,
  ): Outcome<{ path: string; url: string | null; takesCards: boolean }>;
  refundPayment(eventId: string, refund: Refund, requestId: string): Outcome<{ given: number }>;
  paymentTroubles(eventId: string): Outcome<CardState>;
  retryPayments(eventId: string): Outcome<null>;
  lookedAtPayment(eventId: string, page: LookedAt): Outcome<null>;
  cardAccounts(eventId: string, consumerId: string): Outcome<CardAccounts>;
  paymentAttention(): Outcome<readonly PaymentAttention[]>;
  users(): Outcome<User[]>;
  /** The token that keeps this device logged in; null when the server gave none. */
  changePassword(current: string, updated: string): Outcome<{ token: string; expires: number } | null>;
  changePhone(phone: string | null): Outcome<null>;
}

export function createApi(http: Http): Api {
  const call = createCall(http);

  return {
    login: ({ username, password, newPassword, code }, userAgent) =>
      attempt(async () => {
        const body = { username, password, request: userAgent.slice(0, 1000), newPassword, code };
        let reply;
        try {
          reply = await call('login', { body, anonymous: true });
        } catch (error) {
          // Some servers' way to say it; with a wrong password nobody was logged in, so nobody is logged out.
          if (error instanceof DataFailure && error.status === 401) return fail('invalid_credentials');
          if (error instanceof DataFailure && error.serverCode === 'busy') return fail('busy');
          throw error;
        }
        if (!reply.success) return fail(reply.reason);
        const { token, expires, user, codesFirst } = reply;
        return ok({ token, expires, user, codesFirst });
      }),

    pair: (code) =>
      attempt(async () => {
        const reply = await call('pair', { body: { code }, anonymous: true });
        if (!reply.success) return fail(reply.reason);
        return ok({ token: reply.token, expires: reply.expires, user: reply.user });
      }),

    endLogin: (login) =>
      attempt(async () => {
        await call('logout', { body: { login }, anonymous: true });
        return ok(null);
      }),

    currentUser: (signal) => attempt(async () => ok((await call('currentUser', { signal })).user)),

    createUser: (input) =>
      attempt(async () => {
        const reply = await call('createUser', { body: input });
        return reply.success ? ok({ id: reply.id }) : fail(reply.reason);
      }),

    createEvent: (input) =>
      attempt(async () => {
        const { eventId, dbName } = await call('createEvent', { body: input });
        return ok({ eventId, dbName });
      }),

    createExample: (input) =>
      attempt(async () => {
        const { eventId } = await call('createExample', { body: input });
        return ok({ eventId });
      }),

    copyEvent: (from, input) =>
      attempt(async () => {
        const { eventId } = await call('copyEvent', { params: { eventId: from }, body: input });
        return ok({ eventId });
      }),

    deleteEvent: (eventId) =>
      attempt(async () => {
        await call('deleteEvent', { params: { eventId } });
        return ok(null);
      }),

    setAuthorizations: (userId, authorizations) =>
      attempt(async () => {
        await call('authorizations', { body: { userId, authorizations } });
        return ok(null);
      }),

    registerCustomer: (eventId, consumerId, attemptId) =>
      attempt(async () => {
        const body = { consumerId, eventId, attempt: attemptId };
        const reply = await call('registerCustomer', { body });
        return reply.success ? ok({ password: reply.password }) : fail(reply.reason);
      }),

    history: (eventId, { since, limit, before, language } = {}) =>
      attempt(async () => {
        const query = {
          ...(since === undefined ? {} : { since: String(Math.floor(since)) }),
          ...(limit === undefined ? {} : { limit: String(limit) }),
          ...(before === undefined ? {} : { before }),
        };
        const { historyEvents, total } = await call('history', {
          params: { eventId },
          query,
          ...(language === undefined ? {} : { language }),
        });
        return ok({ events: historyEvents, total: total ?? null });
      }),

    issuedPdf: (eventId, { kind, index }) =>
      attempt(async () => {
        const { pdf, sha256 } = await call('issuedInvoice', {
          params: { eventId, kind, index: String(index) },
        });
        if (pdf === null) return fail(sha256 === null ? 'not_found' : 'invoice_lost');
        const bytes = Uint8Array.from(atob(pdf), (one) => one.charCodeAt(0));
        return ok(new Blob([bytes], { type: 'application/pdf' }));
      }),

    personData: (eventId, clientId, language) =>
      attempt(async () => {
        const { person } = await call('personData', { params: { eventId, clientId }, language });
        return ok(new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' }));
      }),

    guestLink: (eventId, consumerId) =>
      attempt(async () => {
        const { path, url, takesCards } = await call('guestLink', { params: { eventId, consumerId } });
        return ok({ path, url, takesCards });
      }),

    refundPayment: (eventId, { consumerId, cardId, amount, before }, requestId) =>
      attempt(async () => {
        const body = { consumerId, cardId, amount, before, requestId };
        await call('refundPayment', { params: { eventId }, body });
        return ok({ given: amount });
      }),

    paymentTroubles: (eventId) =>
      attempt(async () => ok(await call('paymentTroubles', { params: { eventId } }))),

    retryPayments: (eventId) =>
      attempt(async () => {
        await call('retryPayments', { params: { eventId } });
        return ok(null);
      }),

    lookedAtPayment: (eventId, { consumerId, reference }) =>
      attempt(async () => {
        await call('lookedAtPayment', { params: { eventId }, body: { consumerId, reference } });
        return ok(null);
      }),

    cardAccounts: (eventId, consumerId) =>
      attempt(async () => {
        const { isSetUp, elsewhere } = await call('cardAccounts', { params: { eventId, consumerId } });
        return ok({ isSetUp, elsewhere });
      }),

    paymentAttention: () => attempt(async () => ok((await call('paymentAttention', {})).events)),

    users: () =>
      attempt(async () => {
        const users = usersOf(await http.request(`${DB_BASE}/users/_all_docs?include_docs=true`));
        return users === null ? fail('unknown', 'unexpected list of users') : ok(users);
      }),

    changePassword: (current, updated) =>
      attempt(async () => {
        const body = { password: { current, updated } };
        const reply = await call('updateUser', { body, renews: true });
        if (!reply.success) return fail(reply.reason);
        const { token, expires } = reply;
        return ok(token === undefined || expires === undefined ? null : { token, expires });
      }),

    changePhone: (phone) =>
      attempt(async () => {
        await call('updateUser', { body: { phone } });
        return ok(null);
      }),
  };
}
