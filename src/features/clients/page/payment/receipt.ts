import type { TFunction } from 'i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { numberOf } from '#domain/money/invoice.ts';
import type { MessageDocument } from '#pdf/messagePdf.ts';
import type { useFormat } from '#ui/words/useFormat.ts';

interface ReceiptParts {
  note: Payment;
  consumer: Consumer;
  /** What the registration is called where it names nobody itself. */
  called: string;
  event: EventDoc | null;
  now: number;
  /** As clocks at the event show it. */
  timeOf: (time: number) => string;
}

/** What a receipt says of money that changed hands. */
export function receiptOf(
  { note, consumer, called, event, now, timeOf }: ReceiptParts,
  t: TFunction,
  format: ReturnType<typeof useFormat>,
): MessageDocument {
  const { company, forename, surname } = consumer.person ?? {};
  const name = [company, forename, surname].filter(Boolean).join(' ') || called;
  const number = numberOf(consumer, event?.invoicePrefix);
  const lines = [
    event === null ? '' : format.title(event),
    event?.company ?? '',
    timeOf(note.time),
    number === '' ? '' : t('payments.receiptInvoice', { number }),
  ];
  const said = note.amount < 0 ? 'payments.receiptOut' : 'payments.receiptIn';
  const text = [
    t(said, { amount: format.money(Math.abs(note.amount), note.currency), name }),
    t(`payments.kinds.${note.kind}`),
    t('payments.notedBy', { who: note.author.name, when: timeOf(note.time) }),
  ].join('\n');
  return {
    ...{ title: t('payments.receipt'), now, language: format.language },
    lines: lines.filter((line) => line !== ''),
    text,
  };
}
