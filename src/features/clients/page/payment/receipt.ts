import type { TFunction } from 'i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { numberOf } from '#domain/money/invoice.ts';
import type { MessageDocument } from '#pdf/messagePdf.ts';
import type { formatsIn } from '#ui/words/useFormat.ts';

interface ReceiptParts {
  note: Payment;
  consumer: Consumer;
  /** What the registration is called where it names nobody itself. */
  called: string;
  event: EventDoc | null;
  now: number;
}

/** What a receipt says of money that changed hands, in the language of `t` and `format`, whose clocks are the event's. */
export function receiptOf(
  { note, consumer, called, event, now }: ReceiptParts,
  t: TFunction,
  format: ReturnType<typeof formatsIn>,
): MessageDocument {
  const { company, forename, surname } = consumer.person ?? {};
  const name = [company, forename, surname].filter(Boolean).join(' ') || called;
  const number = numberOf(consumer, event?.invoicePrefix);
  const lines = [
    event === null ? '' : format.title(event),
    event?.company ?? '',
    format.dateTime(note.time),
    number === '' ? '' : t('payments.receiptInvoice', { number }),
  ];
  const said = note.amount < 0 ? 'payments.receiptOut' : 'payments.receiptIn';
  const text = [
    t(said, { amount: format.money(Math.abs(note.amount), note.currency), name }),
    t(`payments.kinds.${note.kind}`),
    t('payments.notedBy', { who: note.author.name, when: format.dateTime(note.time) }),
  ].join('\n');
  return {
    ...{ title: t('payments.receipt'), now, language: format.language },
    lines: lines.filter((line) => line !== ''),
    text,
  };
}
