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

/** On which template somebody's document is made. */
export const templateFor = <
  T extends { language: Language; paymentType?: Consumer['paymentType'] | null | undefined },
>(
  kind: TemplateKind,
  templates: Iterable<T>,
  { language, paymentType }: { language: Language; paymentType: Consumer['paymentType'] },
): T | undefined =>
  [...templates].find(
    (one) =>
      one.language === language && (kind === 'invitation' || (one.paymentType ?? 'none') === paymentType),
  );
