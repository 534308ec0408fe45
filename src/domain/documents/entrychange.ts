import { z } from 'zod';
import { author, couchFields, idOf, time, writtenOn } from './common.ts';
import { defineDocument } from './definition.ts';
import { placement, product } from './session.ts';

/** Rows of one document: a party, or a part of an import. */
export const MAX_ROWS = 200;

/** What a seat or a product is set to; null is none. */
const state = {
  in: z.boolean().optional(),
  placement: placement.nullable().optional(),
  product: product.nullable().optional(),
};

/**
 * What changes of one client's entry, and nothing else. `in` begins (true) or ends (false) the registration and sets
 * the seat and the product with it, to nothing where the row has none; a seat or product alone registers nobody.
 */
const entryRow = z.strictObject({
  clientId: idOf('client'),
  ...state,
  /** What the writer saw before: for the history and for undoing, nothing is decided by it. */
  from: z.strictObject(state).optional(),
});
export type EntryRow = z.infer<typeof entryRow>;

/**
 * One act on the entries of a session: small, written once, never changed (decision 25). The session's `clients` follow from
 * these.
 */
const entrychange = z.strictObject({
  _id: couchFields._id,
  _rev: couchFields._rev,
  schemaVersion: couchFields.schemaVersion,
  type: z.literal('entrychange'),
  sessionId: idOf('session'),
  /** Hybrid clock, ms; later than everything its writer knew of these clients. */
  time,
  device: writtenOn,
  author: author.strict(),
  rows: z.array(entryRow).min(1).max(MAX_ROWS),
});
export type EntryChange = z.infer<typeof entrychange>;
export const entrychangeDocument = defineDocument({
  schema: entrychange,
  version: 1,
  migrations: [],
  numerous: true,
});
