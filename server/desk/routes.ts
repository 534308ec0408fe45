import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '#i18n/language.ts';
import { DESK_WORDS, fill } from '#i18n/deskWords.ts';
import type { Language } from '#domain/config.ts';
import type { Offer } from '#domain/commands/desk.ts';
import { submission, type Submission } from '#domain/desk/submission.ts';
import { unfitFor } from '#domain/desk/unfit.ts';
import { HttpError, notFound, tooMany } from '../base/errors.ts';
import type { Limits } from '../base/limits.ts';
import type { Desk } from './desk.ts';
import type { PageScript } from './pageScript.ts';
import { wrongContact } from './contact.ts';
import { accountRoutes } from './accountRoutes.ts';
import type { DeskAccounts } from './accounts.ts';
import { allowFrames } from './frames.ts';
import type { OwnDesk } from './ownDesk.ts';
import { NOT_TAKEN, ownRoutes, type OwnRouteParts } from './ownRoutes.ts';
import type { Registered } from './registered.ts';
import { GONE, issueAt, newsIn, refusedOf, wrongOf, type Issue } from './said.ts';
import { refuseInWords } from './turnedAway.ts';
import { pageOf, shownIn, type Said } from '#desk/page.ts';
import type { Html } from '#desk/html.ts';
import { chosenBesides, MOST_GUESTS, submissionOf, typedOf, type Typed } from '#desk/typed.ts';

export interface DeskPageParts {
  desk: Desk;
  ownDesk: OwnDesk;
  limits: Limits;
  now: () => number;
}
interface FormPageParts extends DeskPageParts {
  paying: OwnRouteParts['paying'];
  /** Null where it is not built. */
  script: PageScript | null;
  accounts: DeskAccounts;
  /** Where a password is asked for; null where no mail can have a link. */
  passwordPath: string | null;
}

/** Bytes of what a page sends. */
const MOST = 256 * 1024;

export const sendPage = (reply: FastifyReply, page: Html, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page.text);

/** The public page under `/desk`: plain HTML, no cookies, no script needed. */
export async function registerDesk(
  app: FastifyInstance,
  { desk, ownDesk, accounts, paying, limits, now, script, passwordPath }: FormPageParts,
): Promise<void> {
  const mayLook = (request: FastifyRequest): void => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
  };
  const send = sendPage;
  const page = (offer: Offer, typed: Typed, language: Language, said: Said): Html =>
    pageOf(offer, typed, language, { now: now(), script: script?.path ?? null, ...said });
  await app.register(
    async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: MOST },
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      );
      refuseInWords(scope, desk);
      // Else they would see the team's app, which answers wherever no route does.
      const nowhere = (): never => {
        throw notFound('no such page');
      };
      scope.setNotFoundHandler(nowhere);
      for (const path of ['/', '/*']) scope.get(path, nowhere);
      // As somebody types it, or copies it with what stands behind.
      scope.get<{ Params: { accessId: string } }>('/:accessId/', async ({ params, url }, reply) => {
        const path = `/desk/${encodeURIComponent(params.accessId)}`;
        return params.accessId === ''
          ? nowhere()
          : reply.redirect(path + (/\?.*$/s.exec(url)?.[0] ?? ''), 308);
      });

      if (script !== null)
        scope.get(script.path.replace('/desk', ''), (_request, reply) =>
          reply
            .type('text/javascript; charset=utf-8')
            .header('cache-control', 'public, max-age=31536000, immutable')
            .send(script.bytes),
        );

      scope.get<{ Params: { accessId: string }; Querystring: { lang?: string } }>(
        '/:accessId',
        async (request, reply) => {
          mayLook(request);
          const offer = await desk.offer(request.params.accessId);
          const fields = new URLSearchParams({ id: randomBytes(18).toString('base64url'), 'g0.me': 'on' });
          const language = languageOf(request.query.lang, offer);
          allowFrames(reply, offer.event);
          // Kept for the way back alone: without a script, what is sent again from there has the same id, and is the same registration.
          void reply.header('cache-control', 'private, no-cache');
          return send(reply, page(offer, typedOf(fields), language, { problems: [], isFresh: true }));
        },
      );

      scope.post<{ Params: { accessId: string } }>(
        '/:accessId',
        { bodyLimit: MOST, config: { strangersLimit: MOST } },
        async (request, reply) => {
          const { accessId } = request.params;
          const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          const act = fields.get('act');
          if (act !== 'register' || !(await desk.knows(accessId))) mayLook(request);
          if (act === 'add' || act === 'remove') {
            const { guests } = typedOf(fields);
            fields.set('guests', String(act === 'add' ? Math.min(MOST_GUESTS, guests + 1) : guests - 1));
          }
          const typed = typedOf(fields);
          const offer = await desk.offer(accessId);
          const language = languageOf(fields.get('lang'), offer);
          allowFrames(reply, offer.event);
          const again = (said: Said, status = 422) => send(reply, page(offer, typed, language, said), status);
          // The page that comes next is that of the form as it is now: what is different is told before.
          const shown = typed.get('form');
          const changed = shown === offer.form._id ? [] : await desk.changedSince(accessId, shown);
          const news = newsIn(offer, typed, changed, language);
          const wrong = (issues: readonly Issue[]): Said => ({
            problems: [...news, ...wrongOf(issues, offer, typed, language).problems],
          });
          if (act !== 'register') return again(wrong(goneIn(offer, fields)), 200);
          const sent = sentFrom(fields, offer);
          const parsed = submission.safeParse(sent);
          // Of a form that has changed the desk says so, for who is registered already hears that.
          if (!parsed.success || (changed.length === 0 && news.length > 0)) {
            mayLook(request);
            const issues = parsed.error?.issues ?? [];
            return again(wrong([...issues, ...unfitIn(offer, sent), ...goneIn(offer, fields)]));
          }
          try {
            const done = await desk.register(accessId, parsed.data, {
              ...{ address: request.ip, termsWording: DESK_WORDS[language].acceptTerms },
            });
            if (done.ok) return await reply.redirect(ownPath(done.value), 303);
            const isOther = done.error.reason === 'changed';
            const since = isOther ? await desk.changedSince(accessId, shown) : [];
            // What is left now, not what was when this began.
            const now = await desk.offer(accessId);
            const unfit = unfitIn(offer, sent);
            const gone = goneIn(now, fields);
            const said = refusedOf(done.error, { offer: now, typed, changed: since, unfit, gone }, language);
            const moved = newsIn(now, typed, [], language);
            return send(reply, page(now, typed, language, { problems: [...said.problems, ...moved] }), 422);
          } catch (error) {
            if (!(error instanceof HttpError) || error.retryAfter === undefined) throw error;
            const said = fill(DESK_WORDS[language].wait, { n: error.retryAfter });
            void reply.headers(error.headers).header('retry-after', error.retryAfter);
            return again({ problems: [{ text: said }] }, error.status);
          }
        },
      );

      scope.get<{ Params: { accessId: string } }>('/:accessId/terms', async (request, reply) => {
        mayLook(request);
        const pdf = await desk.terms(request.params.accessId, reply.raw);
        if (pdf === null) throw notFound();
        return reply
          .type('application/pdf')
          .header('content-disposition', 'attachment; filename="terms.pdf"')
          .send(pdf);
      });

      scope.get<{ Params: { accessId: string } }>('/:accessId/picture', async (request, reply) => {
        mayLook(request);
        const { type, bytes } = await desk.picture(request.params.accessId, reply.raw);
        return reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes);
      });

      ownRoutes(scope, { ownDesk, paying, mayLook, send });
      accountRoutes(scope, {
        ...{ accounts, mayLook, send, passwordPath },
        languageOf: (request) => chooseLanguage(request.headers['accept-language']),
      });
    },
    { prefix: '/desk' },
  );
}

/** What somebody asks for: all of it, also what is not offered any more, or less would be registered than they chose. */
function sentFrom(fields: URLSearchParams, offer: Offer): Record<string, unknown> {
  const shown = shownIn(offer);
  const besides = chosenBesides(fields, shown.sessionIds).map(({ sessionId }) => sessionId);
  return submissionOf(typedOf(fields), {
    ...shown,
    sessionIds: [...shown.sessionIds, ...new Set(besides)],
  });
}

/** What was chosen and is not offered any more: the page that comes next does not have it. */
function goneIn(offer: Offer, fields: URLSearchParams): Issue[] {
  const besides = chosenBesides(fields, shownIn(offer).sessionIds);
  const issues = besides.map(({ guest }) => ({ ...issueAt(`clients.${guest}.sessions`), message: GONE }));
  const way = fields.get('pay') ?? '';
  const isOffered = way === '' || offer.event.paymentTypes.some((type) => type === way);
  return isOffered ? issues : [...issues, issueAt('paymentType')];
}

/** What a form asks for otherwise than it was typed: all of it is told at once, with what is wrong in itself. */
function unfitIn({ event, form }: Offer, sent: Record<string, unknown>): Issue[] {
  const typed = sent as unknown as Submission;
  const isTaken = event.paymentTypes.includes(typed.paymentType);
  const unfit = [...wrongContact(typed, event.timeZone || null), ...unfitFor(form, typed)];
  return [...unfit, ...(isTaken ? [] : ['paymentType'])].map(issueAt);
}

/** Where what was registered stands; of something else than was sent now, the page says so. */
const ownPath = ({ token, notTaken }: Registered): string =>
  `/desk/registrations/${token}${notTaken === true ? `?${NOT_TAKEN}` : ''}`;

const languageOf = (asked: string | null | undefined, { form }: Offer): Language =>
  asked === 'en' || asked === 'fr' ? asked : form.language;
