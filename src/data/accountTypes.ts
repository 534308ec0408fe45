import type { DoorEntry, LoginEntry, ManagedUser, SecurityEvent } from '#api/accountSchemas.ts';
import type { OwnCodesState } from '#api/codeSchemas.ts';
import type { HubEntry, HubStatus } from '#api/hubSchemas.ts';
import type { CodeRole, Role } from '#domain/rights/roles.ts';
import type { SecurityRing } from '#domain/rights/security.ts';
import type { Outcome } from './outcome.ts';

export type { HubEntry, DoorEntry, LoginEntry, ManagedUser, OwnCodesState, SecurityEvent };

export interface SecurityQuery {
  group: SecurityRing | '';
  /** In a name or an address. */
  text: string;
  /** The id of the last event that is known; empty for the newest. */
  before: string;
}

/** People's accounts on the server: one's own logins, and what managers do. All of it needs the server. */
export interface Accounts {
  users(): Outcome<readonly ManagedUser[]>;
  /**
   * `disabled` ends all logins of the user for good. Fails with `last_manager`, and with `conflict` where the role is not `before`
   * any more.
   */
  changeRole(userId: string, role: Role, before: Role): Outcome<null>;
  /** A one-time password, told this once; it must be changed until `expires` (ms). */
  resetPassword(userId: string): Outcome<{ password: string; expires: number }>;
  /** Of a user, or one's own with null. */
  logins(userId: string | null): Outcome<readonly LoginEntry[]>;
  endLogin(userId: string | null, loginId: string): Outcome<null>;
  /** All of a user; with null all of one's own but this one. */
  endLogins(userId: string | null): Outcome<{ ended: number }>;
  /** The phones that are paired with an event, and those that have been over for a week at most. Managers only, as the next two. */
  doors(eventId: string): Outcome<readonly DoorEntry[]>;
  /** A code that pairs one phone until `expires`; the door it becomes ends at `until` (both ms). */
  offerDoor(
    eventId: string,
    door: { name: string; until: number },
  ): Outcome<{ code: string; expires: number }>;
  endDoor(eventId: string, id: string): Outcome<null>;
  /** The code of a phone or a hub is worth nothing from here on; false where somebody has come in with it before. */
  takeBackCode(code: string): Outcome<boolean>;
  /** The servers in halls that are joined to this one. Managers only, as the next two. */
  hubs(): Outcome<readonly HubEntry[]>;
  /** A code that joins one hub until `expires`; what is joined ends at `until` (both ms). */
  offerHub(hub: {
    name: string;
    eventIds: string[];
    until: number;
  }): Outcome<{ code: string; expires: number }>;
  endHub(id: string): Outcome<null>;
  /** How the hub that answers stands with its central server; `not_found` where the central server answers. */
  hubStatus(): Outcome<HubStatus>;
  /** One's own one-time codes. Members and managers only, as the next four. */
  ownCodes(): Outcome<OwnCodesState>;
  /** The new secret, typed or as the address of a QR code; `code` of the codes that there are. */
  beginCodes(password: string, code?: string): Outcome<{ secret: string; address: string }>;
  /** The recovery codes, told this once. Fails with `wrong_code`, and with `not_begun` when it took too long. */
  confirmCodes(code: string): Outcome<readonly string[]>;
  renewRecovery(password: string, code: string): Outcome<readonly string[]>;
  endCodes(password: string, code: string): Outcome<null>;
  /** Of somebody else, with the own password. Managers only, as the next two. */
  resetCodes(userId: string, password: string): Outcome<null>;
  codeRule(): Outcome<readonly CodeRole[]>;
  setCodeRule(required: readonly CodeRole[], password: string): Outcome<null>;
  securityEvents(query: SecurityQuery): Outcome<{ events: readonly SecurityEvent[]; more: boolean }>;
}
