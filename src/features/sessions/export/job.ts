import type { Badge } from '#pdf/barcodePdf.ts';
import type { PdfDetails } from '#pdf/document.ts';
import type { ListDocument } from '#pdf/listPdf.ts';

/** What the worker makes. All words are ready: it knows no language. */
export type ExportJob =
  | { kind: 'csv'; rows: readonly (readonly string[])[]; separator: ',' | ';' }
  | { kind: 'pdf'; list: ListDocument }
  | { kind: 'barcodePdf'; badges: readonly Badge[]; details: PdfDetails }
  /** One picture, or an archive of many under these names. */
  | { kind: 'barcodeJpg'; badges: readonly (Badge & { file: string })[]; now: number };
