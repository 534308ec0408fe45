import type { Language } from '../config.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { TemplateKind } from '../templates/variables.ts';

/**
 * Whether a document goes along with somebody's message: without a guest an invitation would have no page, and who has
 * cancelled before there was an invoice gets none.
 */
export const hasPaper = (
  kind: TemplateKind,
  { invoiceIndex, status }: Pick<Consumer, 'invoiceIndex' | 'status'>,
  guests: number,
): boolean => (kind === 'invitation' ? guests > 0 : invoiceIndex != null || status !== 'canceled');

interface Kept {
  _id: string;
  language: Language;
  paymentType?: Consumer['paymentType'] | null | undefined;
  metadata: { updatedAt?: number | undefined };
}

/**
 * On which template somebody's document is made. Two devices that made one for the same choice apart, each before it heard of the other's,
 * leave two: the one that was saved last counts, everywhere, as if it had replaced the other (readings, no. 5).
 */
export function templateFor<T extends Kept>(
  kind: TemplateKind,
  templates: Iterable<T>,
  { language, paymentType }: { language: Language; paymentType: Consumer['paymentType'] },
): T | undefined {
  let last: T | undefined;
  for (const one of templates) {
    const fits =
      one.language === language && (kind === 'invitation' || (one.paymentType ?? 'none') === paymentType);
    if (fits && (last === undefined || isLater(one, last))) last = one;
  }
  return last;
}

function isLater(a: Kept, b: Kept): boolean {
  const [at, bt] = [a.metadata.updatedAt ?? 0, b.metadata.updatedAt ?? 0];
  return at === bt ? a._id > b._id : at > bt;
}

/** Whether documents are made on it, or on another one for the same choice that was saved later. */
export const isUsed = <T extends Kept>(kind: TemplateKind, template: T, all: Iterable<T>): boolean =>
  templateFor(kind, all, { language: template.language, paymentType: template.paymentType ?? 'none' }) ===
  template;
