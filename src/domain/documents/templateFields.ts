import { z } from 'zod';
import { LANGUAGES, PAYMENT_TYPES } from '../config.ts';
import { couchFields, key, metadata, text, wire } from './common.ts';

/** Points; a box without a size is set in the first one (specification 2 §9). */
export const DEFAULT_TEXT_SIZE = 16;
export const MIN_TEXT_SIZE = 4;
export const MAX_TEXT_SIZE = 200;
export const TEXT_WEIGHTS = ['regular', 'bold'] as const;
export const TEXT_ALIGNMENTS = ['left', 'center', 'right'] as const;
const MAX_BOXES = 1000;

/** A box on a page of the PDF, with the text of a guest that goes there: a placeholder (specification 2 §3). */
const templateBox = wire({
  /** Names it while it is edited, on several devices too; boxes of others may have none. */
  id: key.nullish(),
  /** Percentages of the page as it is seen, from its upper left corner. */
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  pageIndex: z.number().int().min(0),
  variableKey: text('text').nullish(),
  size: z.number().min(MIN_TEXT_SIZE).max(MAX_TEXT_SIZE).nullish(),
  weight: z.enum(TEXT_WEIGHTS).nullish(),
  /** `#rrggbb`; black without. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullish(),
  align: z.enum(TEXT_ALIGNMENTS).nullish(),
});
export type TemplateBox = z.infer<typeof templateBox>;

/** The attachment of a template: its PDF (specification 2 §3, a fixed name). */
export const TEMPLATE_ATTACHMENT = 'template';

/** What the templates of invitations and invoices have in common: a PDF, and where which text of a guest goes. */
export const templateFields = {
  ...couchFields,
  language: z.enum(LANGUAGES),
  paymentType: z.enum(PAYMENT_TYPES).nullish(),
  refs: z.array(templateBox).max(MAX_BOXES).default([]),
  metadata: metadata.default({}),
};
