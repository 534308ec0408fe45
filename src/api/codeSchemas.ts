import { z } from 'zod';
import { CODE_ROLES } from '#domain/rights/roles.ts';

/* One-time codes beside the password (decision 42). */

const typed = z.string().min(1).max(1000);
const code = z.string().min(1).max(40);

const ok = { ok: z.literal(true), success: z.literal(true) };
const refused = <const T extends readonly [string, ...string[]]>(reasons: T) =>
  z.object({ ok: z.literal(true), success: z.literal(false), reason: z.enum(reasons) });

/** GET /codes: the own ones. */
export const ownCodesReply = z.object({
  ok: z.literal(true),
  /** ms since 1970; null without codes. */
  since: z.number().nullable(),
  recoveryLeft: z.number(),
  /** The role must have codes. */
  required: z.boolean(),
  /** This login opens nothing but this. */
  codesFirst: z.boolean(),
});
export type OwnCodesState = z.infer<typeof ownCodesReply>;

/** POST /codes: `code` where there are codes already. */
export const beginCodesBody = z.strictObject({ password: typed, code: code.optional() });
const OWN_REFUSALS = ['invalid_password', 'code_required', 'wrong_code', 'codes_unreadable'] as const;
export const beginCodesReply = z.discriminatedUnion('success', [
  /** Told this once: as it is typed, and as the address that a QR code holds. */
  z.object({ ...ok, secret: z.string(), address: z.string() }),
  refused(OWN_REFUSALS),
]);
/** PUT /codes: the first code of what was begun. */
export const confirmCodesBody = z.strictObject({ code });
const recovery = z.object({ ...ok, recovery: z.array(z.string()) });
export const confirmCodesReply = z.discriminatedUnion('success', [
  recovery,
  refused(['wrong_code', 'not_begun']),
]);

/** POST /codes/recovery and /codes/end. */
export const ownCodesBody = z.strictObject({ password: typed, code });
export const renewRecoveryReply = z.discriminatedUnion('success', [
  recovery,
  refused(['no_codes', ...OWN_REFUSALS]),
]);
export const endCodesReply = z.discriminatedUnion('success', [
  z.object(ok),
  refused(['no_codes', 'codes_required', ...OWN_REFUSALS]),
]);

/** POST /users/{userId}/codes/reset: with the manager's own password. */
export const resetCodesBody = z.strictObject({ password: typed });
export const resetCodesReply = z.discriminatedUnion('success', [
  z.object(ok),
  refused(['invalid_password', 'own_account', 'no_codes']),
]);

const roles = z.array(z.enum(CODE_ROLES)).max(CODE_ROLES.length);
/** GET and PUT /code-rule: the roles that must have codes. */
export const codeRuleReply = z.object({ ok: z.literal(true), required: roles });
export const codeRuleBody = z.strictObject({ required: roles, password: typed });
export const setCodeRuleReply = z.discriminatedUnion('success', [
  z.object(ok),
  /** `own_codes_first`: whoever wants codes of administrators has them. */
  refused(['invalid_password', 'own_codes_first']),
]);
