/** What the server notes of security, by who can cause it: each keeps a list of its own length. */
export const SECURITY_KINDS = {
  /** Anybody on the network. */
  strangers: ['login_failed', 'login_limited', 'token_refused'],
  /** Whoever is logged in. */
  people: [
    ...['logged_in', 'read_refused', 'write_refused', 'logout', 'password_changed'],
    ...[
      'code_failed',
      'codes_unreadable',
      'codes_set_up',
      'codes_ended',
      'recovery_used',
      'recovery_renewed',
    ],
  ],
  /** Managers only: nobody else can push these out. */
  managers: [
    'user_created',
    'user_deleted',
    'role_changed',
    'access_changed',
    'password_reset',
    'login_ended',
    'logins_ended',
    'door_paired',
    'door_ended',
    'hub_joined',
    'hub_ended',
    'codes_reset',
    'code_rule_changed',
  ],
} as const;
export type SecurityRing = keyof typeof SECURITY_KINDS;
export type SecurityKind = (typeof SECURITY_KINDS)[SecurityRing][number];

export const SECURITY_RINGS = Object.keys(SECURITY_KINDS) as SecurityRing[];
export const ALL_SECURITY_KINDS: readonly SecurityKind[] = SECURITY_RINGS.flatMap(
  (ring) => SECURITY_KINDS[ring],
);

export const ringOf = (kind: SecurityKind): SecurityRing =>
  SECURITY_RINGS.find((ring) => (SECURITY_KINDS[ring] as readonly SecurityKind[]).includes(kind)) ??
  'strangers';
