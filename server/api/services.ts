import { MASK } from '#domain/services/secrets.ts';
import type { EmailSettings } from '#api/schemas.ts';
import { Buckets } from '../base/limits.ts';
import { badRequest, invalidField, tooMany } from '../base/errors.ts';
import { sendTest } from '../outbox/testMessage.ts';
import { checkMailServer } from '../mail/check.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Checks that run at once: each may wait for a server that says nothing. */
const AT_ONCE = 4;

/** What managers set up for an event beside its documents (docs/contract.md, "Services"). */
export const servicesRoutes: ApiRoutes = (app, parts) => {
  const { access, services, twilioBase, now } = parts;
  // Otherwise passwords could be tried and networks looked through from here.
  const tries = new Buckets({ burst: 6, perSecond: 1 / 10 });
  const tests = new Buckets({ burst: 6, perSecond: 1 / 10 });
  let running = 0;

  serve(app, parts, 'emailSettings', async ({ person, body }) => {
    if (body.eventId !== undefined) await access.event(person, body.eventId);
    const password = await passwordFor(body);
    if (!tries.take(person.id, now())) {
      throw tooMany('too many checks: wait a little', tries.wait(person.id, now()));
    }
    if (running >= AT_ONCE) throw tooMany('many checks are running: wait a little');
    running += 1;
    try {
      const { host, port, secure } = body;
      const fault = await checkMailServer({ host, port, secure, username: body.username ?? '', password });
      return fault === null ? { ok: true, success: true } : { ok: true, success: false, reason: fault };
    } finally {
      running -= 1;
    }
  });

  serve(app, parts, 'testMessage', async ({ person, params, body }) => {
    if (!tests.take(person.id, now())) {
      throw tooMany('too many test messages: wait a little', tests.wait(person.id, now()));
    }
    if (running >= AT_ONCE) throw tooMany('many checks are running: wait a little');
    running += 1;
    try {
      const fault = await sendTest((await services.of(params.eventId)) ?? null, body, { twilioBase, now });
      return fault === null ? { ok: true, success: true } : { ok: true, success: false, ...fault };
    } finally {
      running -= 1;
    }
  });

  // Settings are read anew for each use: there is nothing to load.
  serve(app, parts, 'reloadServices', () => ({ ok: true }));

  /** The mask stands for what is stored, while that goes to the same place. */
  async function passwordFor({ eventId, password, ...asked }: EmailSettings): Promise<string> {
    if (password !== MASK) return password ?? '';
    if (eventId === undefined) throw badRequest('the password is masked: name the event, or type it');
    const { email } = (await services.of(eventId)) ?? {};
    const isSame =
      email?.host === asked.host &&
      email.port === asked.port &&
      (email.secure ?? false) === asked.secure &&
      (email.username ?? '') === (asked.username ?? '');
    if (!isSame || email?.password == null || email.password === '')
      throw invalidField('password', 'is to be typed again');
    return email.password;
  }
};
