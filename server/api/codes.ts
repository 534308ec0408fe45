import { isPerson, type User } from '#domain/documents/user.ts';
import type { Person } from '../auth/access.ts';
import { mustHaveCodes } from '../auth/codeRule.ts';
import { secretAddress } from '../auth/totp.ts';
import { notFound } from '../base/errors.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** What authenticator apps show above the name; with the place, for whoever has accounts at several. */
const issuerOf = (publicUrl: string | null): string =>
  publicUrl === null ? 'Foyer' : `Foyer ${new URL(publicUrl).host}`;

/** /codes: one-time codes beside the password; and what managers do with them (decision 42). */
export const codesRoutes: ApiRoutes = (app, parts) => {
  const { accounts, codes, security, signIn, publicUrl } = parts;
  const named = (id: string, { username }: User) => ({ id, name: username });

  /** Why password and code do not suffice; null where they do. Whoever stole a login has neither. */
  async function lacks({ id, user, address = '' }: Person, password: string, code: string | undefined) {
    if ((await signIn.checkOwn(id, password)) === null) return 'invalid_password';
    return code === undefined ? 'code_required' : signIn.showCode(user, code, address);
  }

  serve(app, parts, 'ownCodes', async ({ person: { id, user, codesFirst = false } }) => {
    const required = mustHaveCodes(await codes.required(), user);
    return { ok: true, ...(await codes.state(id)), required, codesFirst };
  });

  serve(app, parts, 'beginCodes', async ({ person, body: { password, code } }) => {
    const { id, user, loginId } = person;
    const { since } = await codes.state(id);
    // Nobody replaces codes who cannot show one of those that count.
    const reason =
      since !== null
        ? await lacks(person, password, code)
        : (await signIn.checkOwn(id, password)) === null
          ? 'invalid_password'
          : null;
    if (reason !== null) return { ok: true, success: false, reason };
    const secret = await codes.begin(id, loginId);
    const address = secretAddress(secret, issuerOf(publicUrl), user.username);
    return { ok: true, success: true, secret, address };
  });

  serve(app, parts, 'confirmCodes', async ({ person: { id, user, loginId }, body: { code }, request }) => {
    const done = await codes.confirm(id, loginId, code);
    if (typeof done === 'string') return { ok: true, success: false, reason: done };
    await accounts.logins.prove(id, loginId);
    security.note({ kind: 'codes_set_up', actor: named(id, user), address: request.ip });
    return { ok: true, success: true, recovery: done };
  });

  serve(app, parts, 'renewRecovery', async ({ person, body: { password, code }, request }) => {
    const { id, user } = person;
    if ((await codes.state(id)).since === null) return { ok: true, success: false, reason: 'no_codes' };
    const reason = await lacks(person, password, code);
    if (reason !== null) return { ok: true, success: false, reason };
    const recovery = await codes.renew(id);
    if (recovery === null) return { ok: true, success: false, reason: 'no_codes' };
    security.note({ kind: 'recovery_renewed', actor: named(id, user), address: request.ip });
    return { ok: true, success: true, recovery };
  });

  serve(app, parts, 'endCodes', async ({ person, body: { password, code }, request }) => {
    const { id, user } = person;
    if (mustHaveCodes(await codes.required(), user))
      return { ok: true, success: false, reason: 'codes_required' };
    if ((await codes.state(id)).since === null) return { ok: true, success: false, reason: 'no_codes' };
    const reason = await lacks(person, password, code);
    if (reason !== null) return { ok: true, success: false, reason };
    await codes.end(id);
    security.note({ kind: 'codes_ended', actor: named(id, user), address: request.ip });
    return { ok: true, success: true };
  });

  serve(app, parts, 'resetCodes', async ({ person: { id, user }, params, body: { password }, request }) => {
    const subject = await accounts.user(params.userId);
    if (subject === null || !isPerson(subject)) throw notFound('no such user');
    // Whoever holds a manager's device and password must still show a code to be rid of them.
    if (subject._id === id) return { ok: true, success: false, reason: 'own_account' };
    if ((await signIn.checkOwn(id, password)) === null)
      return { ok: true, success: false, reason: 'invalid_password' };
    if (!(await codes.end(subject._id))) return { ok: true, success: false, reason: 'no_codes' };
    const acts = { actor: named(id, user), subject: named(subject._id, subject) };
    security.note({ kind: 'codes_reset', ...acts, address: request.ip });
    return { ok: true, success: true };
  });

  serve(app, parts, 'codeRule', async () => ({ ok: true, required: [...(await codes.required())] }));

  serve(
    app,
    parts,
    'setCodeRule',
    async ({ person: { id, user }, body: { required, password }, request }) => {
      if ((await signIn.checkOwn(id, password)) === null)
        return { ok: true, success: false, reason: 'invalid_password' };
      if (required.includes('manager') && (await codes.state(id)).since === null)
        return { ok: true, success: false, reason: 'own_codes_first' };
      await codes.require(required);
      const detail = required.length === 0 ? 'nobody' : required.join(' + ');
      security.note({ kind: 'code_rule_changed', actor: named(id, user), address: request.ip, detail });
      return { ok: true, success: true };
    },
  );
};
