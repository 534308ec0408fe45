import type { PlanDocument } from '#pdf/planPdf.ts';

/** What the worker makes. All words are ready: it knows no language. Pictures are as they are stored. */
export interface PlanJob {
  document: Omit<PlanDocument, 'background' | 'images'>;
  background: Blob | null;
  images: readonly (readonly [fileIndex: number, picture: Blob])[];
}
