import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { numberOf } from '#domain/money/invoice.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** A receipt for money that changed hands, as a PDF made on this device. */
export function useReceipt(): { busy: boolean; save: (note: Payment, consumer: Consumer) => void } {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useLive((store) => store.event());
  const { share, start } = useFileMaking();
  return {
    busy: share !== null,
    save(note, consumer) {
      const { person } = consumer;
      const number = numberOf(consumer, event?.invoicePrefix);
      const name = [person?.company, person?.forename, person?.surname].filter(Boolean).join(' ');
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
      const title = t('payments.receipt');
      const message = {
        title,
        now: Date.now(),
        language: format.language,
        lines: lines.filter((line) => line !== ''),
        text,
      };
      void start({
        async make(inWorker) {
          const blob = await inWorker({ kind: 'messagePdf', message });
          return { blob, name: `${title.toLowerCase()}-${note.time}.pdf` };
        },
        done: (file) => t('statistics.saved', { name: file }),
        onSaved: () => undefined,
      });
    },
  };
}
