import { draftOf, ordersOf } from './compose.ts';
import { attached, givenOf, kindOf, type ComposeParts } from './composeMessage.ts';
import type { Frozen, FrozenFile } from '../ledger/frozen.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { Bytes } from './papers.ts';

type FrozenMail = Extract<Frozen, { method: 'email' }>;

/** What becomes of the documents of a message that was frozen before. */
export type FilesAgain =
  | { kind: 'same'; files: Bytes[] }
  /** Its invoice is just being corrected or taken back. */
  | { kind: 'wait' }
  /** All but its invoice are as they were: another paper stands in its place by now. */
  | { kind: 'invoiced' }
  | { kind: 'changed' };

/** The documents that go with a message once more, for one that was frozen before. */
export async function filesAgain(
  parts: ComposeParts,
  row: LedgerRow,
  frozen: FrozenMail,
): Promise<FilesAgain> {
  if (frozen.files.length === 0) return { kind: 'same', files: [] };
  const then = { ...parts, now: frozen.date };
  const draft = draftOf(then, row);
  if (draft.kind === 'hold') return { kind: draft.hold === 'invoice_taken_back' ? 'invoiced' : 'changed' };
  if (draft.kind !== 'draft') return { kind: 'wait' };
  const papers = await parts.papers.make(ordersOf(then, draft));
  const own = (await parts.ownFiles.of(draft.notif)) ?? [];
  const made = papers.flatMap((paper) => (paper.ok ? [{ ...paper, kind: kindOf(paper.name) }] : []));
  const files = [...made, ...own.map((file) => ({ ...givenOf(file), kind: 'own' as const }))];
  if (areSame(files, frozen.files)) return { kind: 'same', files: attached(frozen.files, files) };
  const isItsInvoice =
    frozen.files.some(isInvoice) &&
    areSame(
      files.filter((file) => !isInvoice(file)),
      frozen.files.filter((file) => !isInvoice(file)),
    );
  return { kind: isItsInvoice ? 'invoiced' : 'changed' };
}

const isInvoice = ({ kind }: Pick<FrozenFile, 'kind'>): boolean => kind === 'invoice';

type Hashed = Pick<FrozenFile, 'sha256' | 'meant'>;
const areSame = (files: readonly Hashed[], then: readonly Hashed[]): boolean =>
  files.length === then.length &&
  then.every(({ sha256, meant }, index) =>
    meant === undefined ? files[index]?.sha256 === sha256 : files[index]?.meant === meant,
  );
