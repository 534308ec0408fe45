import type { z } from 'zod';
import type { EventDocType } from '../ids.ts';
import { DOCUMENTS, type DocOf } from './index.ts';

/** What a new document is begun with: what its schema has a default for may be left out. */
type NewFields<T extends EventDocType> = Omit<
  z.input<(typeof DOCUMENTS)[T]['schema']>,
  'type' | '_rev' | 'schemaVersion'
>;

/** A new document with its schema's defaults, in the newest version. Whether it is valid, whoever saves it judges. */
export function newDocument<T extends EventDocType>(type: T, fields: NewFields<T>): DocOf<T> {
  const { schema, version } = DOCUMENTS[type];
  const doc: Record<string, unknown> = { ...fields, type };
  if (version > 1) doc['schemaVersion'] = version;
  for (const [name, { _zod }] of Object.entries(schema.shape as z.core.$ZodShape)) {
    // Of a default a new value is made at each look.
    if (_zod.def.type === 'default') doc[name] ??= (_zod.def as z.core.$ZodDefaultDef).defaultValue;
  }
  return doc as DocOf<T>;
}
