import { z } from 'zod';
import { couchFields, metadata, requiredText, wire } from './common.ts';
import { defineDocument } from './definition.ts';

/** A file of an event: a name, and the PDF as its attachment. */
const file = wire({
  ...couchFields,
  type: z.literal('file'),
  name: requiredText('text'),
  metadata: metadata.default({}),
});
export type EventFile = z.infer<typeof file>;
export const fileDocument = defineDocument({ schema: file, version: 1, migrations: [] });

export const PDF_TYPE = 'application/pdf';
/** Larger ones take minutes over a venue's network, and the gateway's body limit is near. */
export const FILE_MAX_BYTES = 20 * 1000 * 1000;

const MARK = '%PDF-';
/** Readers look for the mark in the first kilobyte: some writers put a line before it. */
const MARK_WITHIN = 1024;

/** True when the content itself says that it is a PDF, whatever its name and type claim. `start`: its first bytes. */
export function startsAsPdf(start: Uint8Array): boolean {
  let text = '';
  for (const byte of start.subarray(0, MARK_WITHIN)) text += String.fromCharCode(byte);
  return text.includes(MARK);
}

/** 'Plan d’accès' of 'Plan d’accès.pdf'. */
export const nameOfFile = (fileName: string): string => fileName.replace(/\.pdf$/i, '').trim();
