import { err, ok, type Result } from '../result.ts';

/*
 * Passwords and keys of an event's services (docs/contract.md, "Services"). They lie encrypted on the server and never leave
 * it: whoever reads them gets a mask, and a mask that is sent back keeps what is stored.
 */

/** What stands in place of a secret that is set. */
export const MASK = '********';

type Fields = Readonly<Record<string, unknown>>;

interface Secret {
  section: string;
  field: string;
  /**
   * What says where the secret is sent. A mask keeps it only while these stay: or whoever may write, and not read, could
   * have it sent to a server of their own.
   */
  boundTo: readonly string[];
}

const SECRETS: readonly Secret[] = [
  { section: 'email', field: 'password', boundTo: ['host', 'port', 'secure', 'username'] },
  { section: 'payments', field: 'key', boundTo: [] },
  { section: 'payments', field: 'secret', boundTo: ['key'] },
  { section: 'sms', field: 'token', boundTo: ['sid'] },
  { section: 'whatsapp', field: 'token', boundTo: ['sid'] },
];

/** The document as anybody may read it; the very same where no secret is set. */
export function masked<T extends Fields>(doc: T): T {
  return replaced(doc, () => MASK);
}

/**
 * What is stored of a document that somebody sends: each mask gives way to what is stored, which is sealed already, and each
 * new secret is sealed. Refuses, with the dotted path, a mask of nothing, and one whose destination is another now.
 */
export function kept<T extends Fields>(
  sent: T,
  stored: Fields | null,
  seal: (secret: string, path: string) => string,
): Result<T, { field: string }> {
  for (const { section, field, boundTo } of SECRETS) {
    const [given, before] = [sectionOf(sent, section), sectionOf(stored ?? {}, section)];
    if (given[field] !== MASK) continue;
    const isMoved = boundTo.some((name) => given[name] !== MASK && !isSame(given[name], before[name]));
    if (isMoved || !isSet(before[field])) return err({ field: `${section}.${field}` });
  }
  return ok(
    replaced(sent, (value, { section, field }) =>
      value === MASK
        ? (sectionOf(stored ?? {}, section)[field] as string)
        : seal(value, `${section}.${field}`),
    ),
  );
}

/** The document with `change` applied to each secret that is set; the very same where none is. */
export function replaced<T extends Fields>(doc: T, change: (value: string, secret: Secret) => string): T {
  let result = doc;
  for (const secret of SECRETS) {
    const section = sectionOf(result, secret.section);
    const value = section[secret.field];
    if (!isSet(value)) continue;
    result = { ...result, [secret.section]: { ...section, [secret.field]: change(value, secret) } };
  }
  return result;
}

const isSet = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An absent value and an empty one say the same. */
const isSame = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '');

function sectionOf(doc: Fields, section: string): Fields {
  const value = doc[section];
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
