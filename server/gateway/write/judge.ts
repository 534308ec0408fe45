import { ENTRY_CHANGES } from '#api/protocol.ts';
import { canonical } from '#domain/canonical.ts';
import { versionOf } from '#domain/documents/definition.ts';
import { servicesDocument } from '#domain/documents/services.ts';
import { isPerson, user as userSchema, userDocument } from '#domain/documents/user.ts';
import { EVENT_DOC_ID, EVENT_ID_PATTERN, typeOfId } from '#domain/ids.ts';
import { validateWrite } from '#domain/judging/validateWrite.ts';
import type { Circumstances, IncomingDoc } from '#domain/judging/verdict.ts';
import type { Role } from '#domain/rights/roles.ts';
import { kept } from '#domain/services/secrets.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { forbidden } from '../../base/errors.ts';
import { touchCentral, updateCentral } from '../../events/central.ts';
import type { SecurityLog } from '../../security/securityLog.ts';
import { generationOf } from '../../storage/revisions.ts';
import type { Services } from '../../services/services.ts';
import type { Database, Storage } from '../../storage/types.ts';
import { picturesOf } from './pictures.ts';
import { invalid, type Refused } from '../shape.ts';
import type { Target } from '../target.ts';

export type StoredDoc = Record<string, unknown> & { _id: string; _rev: string };

/** A judgement: null for yes. `after` runs once the document is written. */
export interface Judgement {
  refused: Refused | null;
  /** What is written in place of what was sent. */
  instead?: IncomingDoc;
  after?: () => Promise<void>;
}

/** Why settings of an event that is not there are refused. */
export const UNKNOWN_EVENT = 'unknown_event';

const refuse = (reason: string): Judgement => ({ refused: { error: 'forbidden', reason } });
const conflict: Judgement = { refused: { error: 'conflict', reason: 'document update conflict' } };

export interface JudgeContext {
  storage: Storage;
  accounts: Accounts;
  security: SecurityLog;
  services: Services;
  now: () => number;
  /** Whether there is such an event; where it is left out, any is taken for one. */
  isEvent?: (eventId: string) => Promise<boolean>;
  /** An event's services are about to be others; secrets sealed, as they are stored. */
  settingsChange?: (eventId: string, before: unknown, after: unknown) => Promise<void>;
  /** Of which of an event's registrations the server itself knows money; without it, what their documents say counts. */
  moneyKnown?: (
    eventId: string,
    db: Database,
    consumerIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
}

/**
 * May this person write this document into this database? `stored` is the winning revision, a tombstone too, or null
 * for an id that was never used.
 */
export async function judge(
  context: JudgeContext,
  target: Target,
  doc: IncomingDoc,
  stored: StoredDoc | null,
  newEdits: boolean,
  /** Of what is written once: since when its session is archived. */
  archivedSince: number | null,
): Promise<Judgement> {
  const leap = leaps(doc, stored);
  if (leap !== null) return { refused: leap };
  if (isLater(target, doc, stored)) return { refused: { error: 'unavailable', reason: 'newer_document' } };
  switch (target.kind) {
    case 'central':
      return refuse('forbidden_role');
    case 'services':
      return judgeServices(context, doc, stored, newEdits);
    case 'users':
      return judgeUser(context, target, doc, stored, newEdits);
    default:
      return judgeEvent(target, doc, stored, {
        ...{ now: context.now(), archivedSince, picturesOf },
        fromOutside: target.person.fromOutside,
        isDecided: target.isOwn === true,
      });
  }
}

/** Of a later version than this server knows; for the events' databases `validateWrite` says so. */
function isLater({ kind }: Target, doc: IncomingDoc, stored: StoredDoc | null): boolean {
  const known = { users: userDocument, services: servicesDocument, central: null, event: null }[kind];
  return known !== null && Math.max(versionOf(doc), versionOf(stored ?? {})) > known.version;
}

/** How many generations a document may be ahead of the stored one: nobody edits more often while away. */
const MAX_LEAP = 10_000;

/** A revision from far ahead would win against everybody's later edits. */
function leaps(doc: IncomingDoc, stored: StoredDoc | null): Refused | null {
  const rev = doc['_rev'];
  if (typeof rev !== 'string') return null;
  const known = stored === null ? 0 : generationOf(stored._rev);
  return generationOf(rev) > known + MAX_LEAP ? invalid('_rev', 'is too far ahead of what is stored') : null;
}

function judgeEvent(
  { person, name, eventId }: Target,
  doc: IncomingDoc,
  stored: StoredDoc | null,
  circumstances: Circumstances,
): Judgement {
  const writer = { id: person.id, role: person.role, name: person.user.username };
  const verdict = validateWrite(doc, stored, writer, circumstances);
  // The event's document says where it lies; a device that believed another one would look into nothing.
  if (verdict.ok && doc._id === EVENT_DOC_ID) {
    if (doc['id'] !== eventId) return { refused: invalid('id', 'is not this event') };
    if (doc['dbName'] !== name) return { refused: invalid('dbName', 'is not this database') };
  }
  // It merges sessions in another way, deletions too: they close what it has merged.
  if (
    verdict.ok &&
    typeOfId(String(doc._id)) === 'session' &&
    (person.speaks ?? ENTRY_CHANGES) < ENTRY_CHANGES
  ) {
    return { refused: { error: 'unavailable', reason: 'update_first' } };
  }
  if (verdict.ok) return { refused: null };
  const { code, field, detail } = verdict.error;
  const isLater = code === 'newer_document' || code === 'update_first';
  return { refused: { error: isLater ? 'unavailable' : 'forbidden', reason: code, field, detail } };
}

/** One document per event; its secrets are sealed before they are stored, and are not to outlive a deleted one. */
async function judgeServices(
  { services, settingsChange, isEvent }: JudgeContext,
  doc: IncomingDoc,
  stored: StoredDoc | null,
  newEdits: boolean,
): Promise<Judgement> {
  if (!EVENT_ID_PATTERN.test(String(doc._id))) return { refused: invalid('_id', 'must be an event id') };
  if (doc['_attachments'] !== undefined) return { refused: invalid('_attachments', 'not here') };
  if (!newEdits && !continues(doc, stored)) return conflict;
  if (doc._deleted === true) {
    await settingsChange?.(String(doc._id), stored, null);
    return { refused: null };
  }
  if ((await isEvent?.(String(doc._id))) === false) return refuse(UNKNOWN_EVENT);
  const problem = problemOf(servicesDocument.schema.safeParse(doc));
  if (problem !== null) return { refused: problem };
  const sealed = kept(doc, stored, await services.sealer(String(doc._id)));
  // Before it is written: a crash in between must not lose what is replaced.
  if (sealed.ok) await settingsChange?.(String(doc._id), stored, sealed.value);
  return sealed.ok
    ? { refused: null, instead: sealed.value }
    : { refused: invalid(sealed.error.field, 'is to be typed again') };
}

/** What a schema found first, or null. */
function problemOf({
  error,
}: {
  error?: { issues: { path: PropertyKey[]; message: string }[] };
}): Refused | null {
  if (error === undefined) return null;
  const [issue] = error.issues;
  return invalid(issue?.path.join('.') ?? '', issue?.message ?? 'invalid');
}

const USER_FIELDS = new Set(['_id', '_rev', '_revisions', '_deleted', ...Object.keys(userSchema.shape)]);

/** Managers edit users; creation is POST /user, because an account is more than its document. */
async function judgeUser(
  { storage, accounts, security, now }: JudgeContext,
  { person }: Target,
  doc: IncomingDoc,
  stored: StoredDoc | null,
  newEdits: boolean,
): Promise<Judgement> {
  if (stored === null || stored['type'] !== 'user') return refuse('forbidden_create');
  const userId = stored._id;
  const acts = {
    actor: { id: person.id, name: person.user.username },
    subject: { id: userId, name: String(stored['username']) },
    address: person.address ?? '',
  };
  const demoted = stored['role'] === 'manager' && (doc._deleted === true || doc['role'] !== 'manager');
  if (demoted && !(await accounts.hasManager(userId))) return refuse('last_manager');
  if (!newEdits && !continues(doc, stored)) return conflict;
  if (doc._deleted === true) {
    return {
      refused: null,
      async after() {
        await forgetUser(storage, accounts, userId, String(stored['username']));
        security.note({ kind: 'user_deleted', ...acts });
      },
    };
  }
  const extra = Object.keys(doc).find((key) => !USER_FIELDS.has(key) || key === '_attachments');
  if (extra !== undefined) return { refused: invalid(extra, 'is no field of a user') };
  const parsed = userSchema.safeParse(doc);
  if (!parsed.success) return { refused: problemOf(parsed) };
  if (parsed.data.username !== stored['username']) {
    return { refused: invalid('username', 'cannot be changed') };
  }
  // A paired phone or a hub is made by a code, and is nobody who could be given another role.
  const changed = (['door', 'hub'] as const).find(
    (kind) => canonical(parsed.data[kind] ?? null) !== canonical(stored[kind] ?? null),
  );
  if (changed !== undefined) return { refused: invalid(changed, 'cannot be changed') };
  const { role } = parsed.data;
  if (role === stored['role']) return { refused: null };
  if (!isPerson(parsed.data)) return { refused: invalid('role', 'cannot be changed') };
  // Before it can be read that the account is enabled: no former login comes back.
  if (stored['role'] === 'disabled') await accounts.endAllLogins(userId, now());
  return {
    refused: null,
    async after() {
      if (demoted && !(await accounts.keepManager(userId, now()))) throw forbidden('last_manager');
      if (role === 'disabled') await accounts.noteDisabled(userId, stored['role'] as Role, now());
      await touchCentral(storage, now());
      security.note({ kind: 'role_changed', ...acts, detail: `${String(stored['role'])} → ${role}` });
    },
  };
}

/** A replicated revision must follow the stored one: in these databases no conflict may arise. */
const continues = (doc: IncomingDoc, stored: StoredDoc | null): boolean =>
  stored === null || parentOf(doc) === stored._rev;

/** The revision that a replicated one says it followed. */
function parentOf(doc: IncomingDoc): string {
  const { start, ids } = (doc['_revisions'] ?? { start: 0, ids: [] }) as { start: number; ids: string[] };
  return `${start - 1}-${ids[1] ?? ''}`;
}

async function forgetUser(
  storage: Storage,
  accounts: Accounts,
  userId: string,
  username: string,
): Promise<void> {
  await accounts.forget(userId, username);
  await updateCentral(storage, (events) => {
    if (!events.some(({ authorized }) => authorized.includes(userId))) return null;
    return events.map((event) => ({
      ...event,
      authorized: event.authorized.filter((id) => id !== userId),
    }));
  });
}
