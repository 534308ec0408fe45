import { canSeeEvent } from '#domain/rights/roles.ts';
import { contactKey } from '#domain/notifications/audience.ts';
import { forbidden, notFound } from '../base/errors.ts';
import { serviceStates, takesCards } from '../outbox/compose/eventFacts.ts';
import { asSent } from '../outbox/asSent.ts';
import { hear } from '../outbox/hear.ts';
import { isSigned, newsOf, statusUrlOf } from '../sms/status.ts';
import { attentionOf } from '../outbox/attention.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Messages to an event's people (docs/contract.md, "Messages"). */
export const routineRoutes: ApiRoutes = (app, parts) => {
  const { access, outbox, publicUrl, services, storage, now } = parts;

  serve(app, parts, 'routine', async ({ params }) => {
    const { queued } = await outbox.run(params.eventId);
    return { ok: true, success: true, queued };
  });

  serve(app, parts, 'routineCounts', async ({ params }) => {
    const { counts, byNotif, isPaused } = await outbox.counts(params.eventId);
    return { ok: true, success: true, counts, byNotif, ...(isPaused ? { paused: true as const } : {}) };
  });

  serve(app, parts, 'underway', async ({ params, query }) => ({
    ok: true,
    messages: await outbox.underway(params.eventId, query),
  }));

  serve(app, parts, 'stopMessage', async ({ params, body }) => ({
    ok: true,
    stopped: await outbox.stop(params.eventId, body.notif),
  }));

  serve(app, parts, 'sentMessage', async ({ params, query }) => {
    const asked = { ...query, attempt: Number(query.attempt) };
    const message = await asSent({ storage, outbox }, params.eventId, asked);
    if (message === null) throw notFound('no such message');
    return { ok: true, message };
  });

  serve(app, parts, 'messageServices', async ({ params }) => {
    const settings = await services.of(params.eventId);
    const carries = { links: publicUrl !== null, cards: takesCards(settings) };
    return { ok: true, services: serviceStates(settings), ...carries };
  });

  serve(app, parts, 'optOuts', async ({ params }) => ({
    ok: true,
    addresses: await outbox.optOuts(params.eventId),
  }));

  serve(app, parts, 'setOptOut', async ({ params, body }) => {
    const ledger = await outbox.ledger(params.eventId);
    for (const address of body.addresses) await ledger.setOptOut(contactKey(address), body.isOut);
    return { ok: true };
  });

  serve(app, parts, 'messageAttention', async ({ person }) => {
    const events = (await access.events()).filter((event) => canSeeEvent(person, event));
    return { ok: true, ...(await attentionOf(outbox, storage, events, now())) };
  });

  serve(app, parts, 'messageStatus', async ({ params, query, body, request }) => {
    const { eventId } = params;
    const url = statusUrlOf(publicUrl, request.url);
    // Who does not sign hears the same of every event, whether it exists or not.
    const known = url !== null && (await access.events()).some(({ id }) => id === eventId);
    const settings = known ? await services.of(eventId) : null;
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    const tokens = [settings?.sms?.token, settings?.whatsapp?.token].filter((one) => Boolean(one));
    const isTrue = tokens.some((token) => isSigned(token ?? '', url ?? '', body, signature));
    if (!isTrue) throw forbidden();
    const news = newsOf(body);
    if (news !== null && !(await hear(outbox, eventId, query.row, news))) throw notFound('no such message');
    return { ok: true };
  });

  serve(app, parts, 'confirmCopy', async () => {
    await outbox.confirmCopy();
    return { ok: true };
  });
};
