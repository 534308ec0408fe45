import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NewName, OwnRegistration } from '#domain/commands/ownRegistration.ts';
import type { Language } from '#domain/config.ts';
import { extraCount } from '#domain/desk/extraColumns.ts';
import { DESK_WORDS } from '#i18n/deskWords.ts';
import { calendarOf } from '#domain/days.ts';
import { HttpError, notFound, toHttpError } from '../base/errors.ts';
import { logFailure } from '../http/failures.ts';
import { allowFrames, allowPaying } from './frames.ts';
import type { NamedPaper, OwnDesk } from './ownDesk.ts';
import { OWN_PAPERS } from './ownFiles.ts';
import { donePage } from './donePage.ts';
import { namesOf } from './namesPart.ts';
import { readToken } from './token.ts';
import type { Html } from '#desk/html.ts';
import { publicRegistration } from '#desk/publicly.ts';

export interface OwnRouteParts {
  ownDesk: OwnDesk;
  paying: { origin: string | null };
  mayLook: (request: FastifyRequest) => void;
  send: (reply: FastifyReply, page: Html, status?: number) => FastifyReply;
}
/** In the address of a registration: its guest has sent something else in its place, which was not taken. */
export const NOT_TAKEN = 'changed';

interface OfToken {
  Params: { token: string };
}

/** A guest's own page: the registration, its documents, and what the guest may change. */
export function ownRoutes(
  scope: FastifyInstance,
  { ownDesk: desk, paying, mayLook, send }: OwnRouteParts,
): void {
  const path = '/registrations/:token';
  const show = async (
    reply: FastifyReply,
    token: string,
    {
      problem = null,
      status = 200,
      comesBack = false,
      formAt = null,
      names = null,
    }: {
      problem?: ((language: Language) => string) | null;
      status?: number;
      comesBack?: boolean;
      formAt?: string | null;
      names?: readonly NewName[] | null;
    } = {},
  ): Promise<FastifyReply> => {
    const own = await desk.own(token);
    const shown = publicRegistration(own);
    const toPay = await desk.toPay(token);
    const { timeZone } = calendarOf(own.event.timeZone);
    allowFrames(reply, own.event);
    if (toPay > 0) allowPaying(reply, paying);
    return send(
      reply,
      donePage(shown, timeZone, {
        ...{ token, toPay, comesBack, formAt, names, consumer: own.consumer, isInside: own.isInside },
        extras: extrasOf(own),
        formLanguage: own.form?.language ?? shown.language,
        message: own.form?.messages?.[shown.paymentType] ?? '',
        invoice: shown.paymentType === 'transfer' ? await desk.invoice(token) : null,
        problem: problem?.(shown.language) ?? null,
      }),
      status,
    );
  };

  scope.get<OfToken & { Querystring: { paid?: string; [NOT_TAKEN]?: string } }>(
    path,
    async (request, reply) => {
      mayLook(request);
      const { token } = request.params;
      // From the provider's page, or so it says: what was paid there the provider is asked.
      const comesBack = request.query.paid !== undefined;
      if (comesBack) await desk.hearOfPayment(token).catch((error: unknown) => goesOn(request, error));
      const isOther = request.query[NOT_TAKEN] !== undefined;
      return show(reply, token, { comesBack, formAt: isOther ? (readToken(token)?.accessId ?? null) : null });
    },
  );

  scope.post<OfToken>(path, { bodyLimit: 64 * 1024 }, async (request, reply) => {
    mayLook(request);
    const { token } = request.params;
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const isCancel = fields.get('act') === 'cancel';
    const names = isCancel ? null : namesOf(fields);
    try {
      const done = names === null ? await desk.cancel(token) : await desk.rename(token, names);
      if (done.ok) return await reply.redirect(`/desk/registrations/${token}`, 303);
      if (done.error === 'not_found') throw notFound('no such registration');
      const isInvalid = done.error === 'invalid';
      return await show(reply, token, {
        problem: (l) => DESK_WORDS[l][isInvalid ? 'namesInvalid' : 'notAllowed'],
        status: 422,
        names,
      });
    } catch (error) {
      if (!(error instanceof HttpError) || error.retryAfter === undefined) throw error;
      void reply.header('retry-after', error.retryAfter);
      return show(reply, token, { problem: (l) => DESK_WORDS[l].later, status: error.status, names });
    }
  });

  scope.get<OfToken>(`${path}/calendar.ics`, async (request, reply) => {
    mayLook(request);
    const diary = await desk.diary(request.params.token);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="calendar.ics"')
      .send(diary);
  });

  for (const paper of OWN_PAPERS)
    scope.get<OfToken>(`${path}/${paper}.pdf`, async (request, reply) => {
      mayLook(request);
      const { token } = request.params;
      const pdf = await desk.paper(token, paper, reply.raw).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      });
      if (pdf !== null) return sendPdf(reply, pdf);
      return show(reply, token, { problem: (l) => DESK_WORDS[l].noPaper, status: 404 });
    });
}

/** What the provider says is read later, too: who has just paid reads not to pay again, whatever fails just then. */
function goesOn(request: FastifyRequest, error: unknown): void {
  const refusal = toHttpError(error);
  if (refusal.status < 500) throw error;
  logFailure(request, error, refusal);
}

function extrasOf({ form, consumer }: OwnRegistration): { name: string; count: number }[] {
  const taken = new Map(Object.entries(consumer.registration?.extras ?? {}));
  return (form?.extras ?? []).flatMap(({ id, name }) => {
    const count = extraCount(taken.get(id));
    return count > 0 ? [{ name, count }] : [];
  });
}

/** A download: nothing of it is run in a page of ours. */
export const sendPdf = (reply: FastifyReply, { name, bytes }: NamedPaper): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(bytes));
