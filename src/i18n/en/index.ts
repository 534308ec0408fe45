import type { codes } from './codes.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';

/** The English catalogue: every other one has the same keys. The app loads its two parts one after the other. */
export const en = { ...first, ...rest };
/** Those of `codes` come with the screens that show them (i18n/codeWords.ts). */
export type English = typeof en & { codes: typeof codes };
