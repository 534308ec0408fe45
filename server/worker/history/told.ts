import type { Author } from '#domain/documents/common.ts';
import type { HistoryChange } from '#i18n/history.ts';

/** With whom it names: ids in the order of the names, which others may bear too. */
export type ToldChange = HistoryChange & {
  of?: string[];
  /** Of what somebody else did than wrote the document: told once under this key, at its own time (ms). */
  apart?: { key: string; time: number; author: Author };
};
