/** Roles from lowest to highest (specification 1 §6). */
export const ROLES = ['disabled', 'host', 'member', 'manager'] as const;
export type Role = (typeof ROLES)[number];

/** Who may have one-time codes beside the password, and may be told to; hosts at a door are never asked for one. */
export const CODE_ROLES = ['member', 'manager'] as const;
export type CodeRole = (typeof CODE_ROLES)[number];

/** A check passes when the user's role is at or above the required one. */
export function hasRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** A manager sees every event; others only those whose authorised list contains their id (specification 1 §6). */
export function canSeeEvent(
  user: { id: string; role: Role },
  event: { authorized: readonly string[] },
): boolean {
  if (user.role === 'manager') return true;
  return hasRole(user.role, 'host') && event.authorized.includes(user.id);
}
