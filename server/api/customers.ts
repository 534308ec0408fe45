import { matchesPattern } from '#domain/text/text.ts';
import { associate } from '../customers/customers.ts';
import { notFound } from '../base/errors.ts';
import { read } from '../storage/documents.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** POST /register-customer: members with access to the event (specification 1 §4, §6 and §7). */
export const customerRoutes: ApiRoutes = (app, parts) => {
  const { access, storage, now } = parts;

  serve(app, parts, 'registerCustomer', async ({ person: member, body: registration }) => {
    const { dbName } = await access.event(member, registration.eventId);
    const stored = await read(await storage.openExisting(dbName), registration.consumerId);
    if (stored?.['type'] !== 'consumer') throw notFound('no such consumer');
    const email = (stored['person'] as { email?: unknown } | null | undefined)?.email;
    if (typeof email !== 'string' || email === '' || !matchesPattern('email', email))
      return refused('no_email');
    const done = await associate(storage, registration, email, now());
    return done.linked ? { ok: true, success: true, password: done.password } : refused('link_exists');
  });
};

const refused = (code: 'link_exists' | 'no_email') =>
  ({ ok: true, success: false, reason: code, error: code }) as const;
