import { withoutPayer } from './bankEntry.ts';

/*
 * A person is erased by what stands in their documents: the names and all else that tells of them go, what accounting and the
 * figures need stays. So an erasure reaches whoever holds a copy, as any edit does (decision 39).
 */

/** What stands in place of a name. */
export const NO_NAME = '–';

type Doc = Record<string, unknown>;

const pick = (doc: Doc, fields: readonly string[]): Doc =>
  Object.fromEntries(fields.flatMap((field) => (field in doc ? [[field, doc[field]]] : [])));

/** How documents are told apart and merged; who of the staff wrote them. */
const FRAME = ['_id', '_rev', 'schemaVersion', 'type', 'erasedAt'];
const METADATA = ['author', 'createdAt', 'updatedAt'];
const CLIENT = [...FRAME, 'category', 'language', 'consumerId', 'canceled', 'deletedAt'];
const CONSUMER = [
  ...FRAME,
  ...['date', 'status', 'statusBefore', 'paymentType', 'notifMethod', 'linkVersion', 'hold', 'standsIn'],
  // Issued invoices are kept by the server as they were issued; this says which.
  ...['invoiceIndex', 'invoices', 'invoiceWanted', 'invoiceCorrects'],
  ...['settlement', 'transfers', 'cards', 'taken'],
];
const REGISTRATION = [
  ...['amount', 'currency', 'date', 'extras', 'formId', 'rate', 'rateName'],
  ...['vat', 'amountVat', 'cardRefunds'],
];

export const isErased = (doc: Doc | null | undefined): boolean => typeof doc?.['erasedAt'] === 'number';

/** The document without the person; one that is erased already stays as it is. `erasedAt` in ms. */
export function erased<D extends object>(given: D, erasedAt: number): D {
  const doc = given as Doc;
  const transfers = withoutPayers(doc['transfers']);
  if (isErased(doc) && holdsNobody(doc) && transfers === doc['transfers']) return given;
  const at = isErased(doc) ? doc['erasedAt'] : erasedAt;
  const metadata = pick((doc['metadata'] ?? {}) as Doc, METADATA);
  const nobody = { forename: NO_NAME, surname: NO_NAME };
  if (doc['type'] === 'client')
    return { ...pick(doc, CLIENT), ...nobody, metadata, erasedAt: at } as unknown as D;
  const registration = doc['registration'] as Doc | null | undefined;
  return {
    ...pick(doc, CONSUMER),
    ...(transfers === undefined ? {} : { transfers }),
    ...(registration == null ? {} : { registration: pick(registration, REGISTRATION) }),
    notifs: {},
    metadata,
    erasedAt: at,
  } as unknown as D;
}

/** Payments of bank statements without the bank's names of them; the same list where there is none. */
function withoutPayers(transfers: unknown): unknown {
  if (!Array.isArray(transfers)) return transfers;
  const left = (transfers as { id: string }[]).map((one) => ({ ...one, id: withoutPayer(one.id) }));
  return left.every(({ id }, index) => id === (transfers as { id: string }[])[index]?.id) ? transfers : left;
}

/**
 * Whether an erased document holds nothing that it may not. The bank's names of payments are no reason to refuse it, as apps of before leave
 * them there: the server takes them out.
 */
export function holdsNobody(doc: Doc): boolean {
  const { _revisions, _conflicts, _deleted, metadata, ...content } = doc;
  if (!isErased(doc) || !hasOnly(metadata, METADATA)) return false;
  if (doc['type'] === 'client')
    return (
      hasOnly(content, [...CLIENT, 'forename', 'surname']) &&
      [doc['forename'], doc['surname']].every((name) => name === NO_NAME)
    );
  const { registration, notifs, ...rest } = content;
  return hasOnly(rest, CONSUMER) && hasOnly(registration, REGISTRATION) && hasOnly(notifs, []);
}

const hasOnly = (part: unknown, fields: readonly string[]): boolean =>
  part == null || Object.keys(part).every((field) => fields.includes(field));
