import { DESK_WORDS } from '#i18n/deskWords.ts';
import { submission } from '#domain/desk/submission.ts';
import { HttpError, notFound, tooMany } from '../base/errors.ts';
import type { OwnAccount } from '../desk/accounts.ts';
import { OWN_PAPERS } from '../desk/ownFiles.ts';
import { sendPdf } from '../desk/ownRoutes.ts';
import { publicOffer, publicRegistration } from '#desk/publicly.ts';
import type { ApiParts, ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Bytes of a submission without a signature. */
const UNSIGNED = 256 * 1024;

/** The public desk, for pages of others: they say the same to it as its own page does. */
export const deskRoutes: ApiRoutes = (app, parts) => {
  const { desk, ownDesk, deskAccounts } = parts;

  serve(app, parts, 'desk', async ({ params, query, request }) => {
    mayLook(parts, request.ip);
    const offer = await desk.offer(params.accessId);
    const isOther = query.lang !== undefined && query.lang !== offer.form.language;
    return publicOffer(isOther && offer.counterpart !== null ? await desk.offer(offer.counterpart) : offer);
  });

  serve(app, parts, 'deskRegister', async ({ params, body, request }) => {
    if (!(await desk.knows(params.accessId))) mayLook(parts, request.ip);
    const parsed = submission.safeParse(body);
    if (!parsed.success) {
      mayLook(parts, request.ip);
      const [issue] = parsed.error.issues;
      const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
      const field = [...(issue?.path ?? []), ...unknown].join('.');
      return { ok: true, success: false, reason: 'invalid', field };
    }
    // Sent in pieces, a request does not say how large it is.
    const size = Number(request.headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body)));
    if (size > UNSIGNED && parsed.data.signature == null)
      throw new HttpError(413, 'too_large', 'the request is too large');
    const done = await desk.register(params.accessId, parsed.data, {
      ...{ address: request.ip, termsWording: DESK_WORDS[parsed.data.language].acceptTerms },
    });
    return done.ok ? { ok: true, success: true, ...done.value } : { ok: true, success: false, ...done.error };
  });

  serve(app, parts, 'deskRegistration', async ({ params, request }) => {
    mayLook(parts, request.ip);
    return publicRegistration(await ownDesk.own(params.token));
  });

  serve(app, parts, 'deskLogin', async ({ body: { email, password }, request }) => {
    const token = await deskAccounts.signIn(email, password, request.ip);
    return token === null
      ? { ok: true, success: false, reason: 'invalid_credentials' }
      : { ok: true, success: true, token, ...accountOf(await deskAccounts.open(token)) };
  });

  serve(app, parts, 'deskAccount', async ({ params, request }) => {
    mayLook(parts, request.ip);
    return { ok: true, ...accountOf(await deskAccounts.open(params.token)) };
  });

  serve(app, parts, 'deskLogout', async ({ params, request }) => {
    mayLook(parts, request.ip);
    await deskAccounts.signOut(params.token);
    return { ok: true };
  });

  serve(app, parts, 'guestLink', async ({ params }) => {
    const path = await ownDesk.linkTo(params.eventId, params.consumerId);
    const takesCards = await parts.payments.takesCards(params.eventId);
    return { ok: true, path, url: parts.publicUrl === null ? null : parts.publicUrl + path, takesCards };
  });

  serve(app, parts, 'deskCancel', async ({ params, request }) => {
    mayLook(parts, request.ip);
    const done = await ownDesk.cancel(params.token);
    if (done.ok) return { ok: true, success: true };
    if (done.error === 'not_found') throw notFound('no such registration');
    return { ok: true, success: false, reason: 'not_allowed' };
  });
};

const accountOf = ({ email, isProven, registrations }: OwnAccount) => ({
  ...{ email, isProven },
  registrations: registrations.map(({ token, own }) => {
    const { ok: _ok, success: _success, ...shown } = publicRegistration(own);
    return { token, ...shown };
  }),
});

/** Documents of a guest registration: PDFs, not JSON. */
export const deskPaperRoutes: ApiRoutes = (app, parts) => {
  for (const kind of OWN_PAPERS)
    app.get<{ Params: { token: string } }>(`/desk/registrations/:token/${kind}`, async (request, reply) => {
      mayLook(parts, request.ip);
      return sendPdf(reply, await parts.ownDesk.paper(request.params.token, kind, reply.raw));
    });
};

function mayLook({ limits, now }: ApiParts, address: string): void {
  if (!limits.mayAskUnknown(address, now())) throw tooMany();
}
