import { callerOf } from '../commands/own.ts';
import { notFound } from '../base/errors.ts';
import { databaseName } from '#domain/ids.ts';
import { chooseLanguage } from '#i18n/language.ts';
import { personData } from '../worker/erasure/personData.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** What a person may ask of whoever keeps data on them. */
export const personDataRoutes: ApiRoutes = (app, parts) => {
  serve(app, parts, 'personData', async ({ params: { eventId, clientId }, person: asks, request }) => {
    const { storage, outbox, documents, newId, now } = parts;
    if (!(await storage.exists(databaseName(eventId)))) throw notFound('no such guest');
    const caller = callerOf(asks, { now: now(), newId, device: { id: 'server', name: 'Foyer' } });
    const language = chooseLanguage(request.headers['accept-language']);
    const known = await personData(
      { storage, outbox, documents: await documents(eventId, asks), caller, language },
      eventId,
      clientId,
    );
    if (known === null) throw notFound('no such guest');
    return { ok: true, person: { ...known } };
  });
};
