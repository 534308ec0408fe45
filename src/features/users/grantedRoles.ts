import type { Role } from '#domain/rights/roles.ts';

/** The roles of an account that may be used, from highest to lowest. */
export const GRANTED_ROLES = ['manager', 'member', 'host'] as const satisfies readonly Role[];
export type GrantedRole = (typeof GRANTED_ROLES)[number];
