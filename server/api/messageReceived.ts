import type { FastifyInstance } from 'fastify';
import { answerOf } from '#domain/notifications/stop.ts';
import { contactKey } from '#domain/notifications/audience.ts';
import { API_BASE } from '#api/wire.ts';
import { forbidden } from '../base/errors.ts';
import { isSigned, statusUrlOf } from '../sms/status.ts';
import type { ApiParts } from './context.ts';

const PATH = '/message-received';

/**
 * Where Twilio brings what guests answer (its number's "A message comes in"): STOP and START are heard, nothing else is kept or
 * answered. Signed with the account's token.
 */
export function receivedMessages(
  app: FastifyInstance,
  { access, outbox, publicUrl, services }: ApiParts,
): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.post<{ Params: { eventId: string } }>(`${PATH}/:eventId`, async (request, reply) => {
    const { eventId } = request.params;
    const url = statusUrlOf(publicUrl, `${API_BASE}${PATH}/${encodeURIComponent(eventId)}`);
    const known = url !== null && (await access.events()).some(({ id }) => id === eventId);
    const settings = known ? await services.of(eventId) : null;
    const fields = (request.body ?? {}) as Record<string, string>;
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    const tokens = [settings?.sms?.token, settings?.whatsapp?.token].filter((one) => Boolean(one));
    if (!tokens.some((token) => isSigned(token ?? '', url ?? '', fields, signature))) throw forbidden();
    const answer = answerOf(fields['Body'] ?? '');
    const from = contactKey((fields['From'] ?? '').replace(/^whatsapp:/, ''));
    if (answer !== null && from !== '')
      await (await outbox.ledger(eventId)).setOptOut(from, answer === 'stop');
    return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  });
}
