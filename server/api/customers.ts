import { associateStored } from '../customers/customers.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../storage/documents.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** POST /register-customer: members with access to the event (specification 1 §4, §6 and §7). */
export const customerRoutes: ApiRoutes = (app, parts) => {
  const { access, storage, now } = parts;

  serve(app, parts, 'registerCustomer', async ({ person: member, body: registration }) => {
    const { dbName } = await access.event(member, registration.eventId);
    const db = await storage.openExisting(dbName);
    if ((await read(db, registration.consumerId))?.['type'] !== 'consumer')
      throw notFound('no such consumer');
    const done = await associateStored(storage, db, registration, now());
    if (done === null) return refused('no_email');
    return done.linked ? { ok: true, success: true, password: done.password } : refused('link_exists');
  });
};

const refused = (code: 'link_exists' | 'no_email') =>
  ({ ok: true, success: false, reason: code, error: code }) as const;
