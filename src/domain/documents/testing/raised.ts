import type { EventDocType } from '../../ids.ts';
import type { DocumentDefinition, Migration } from '../definition.ts';
import { DOCUMENTS } from '../index.ts';

/** Runs `work` in a program that knows one more version of a type than this one, and the migration to it. */
export function raised<T>(type: EventDocType, migration: Migration, work: () => T): T {
  const lower = raise(type, migration);
  try {
    return work();
  } finally {
    lower();
  }
}

/** The same until what it returns is called. */
export function raise(type: EventDocType, migration: Migration): () => void {
  const definition: DocumentDefinition = DOCUMENTS[type];
  const { version, migrations } = definition;
  Object.assign(definition, { version: version + 1, migrations: [...migrations, migration] });
  return () => void Object.assign(definition, { version, migrations });
}
