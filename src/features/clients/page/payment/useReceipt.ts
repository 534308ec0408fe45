import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useNow } from '#hooks/data/now.ts';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { receiptOf } from './receipt.ts';

/** A receipt for money that changed hands, as a PDF made on this device. */
export function useReceipt(): { busy: boolean; save: (note: Payment, consumer: Consumer) => void } {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useEventTime();
  const event = useLive((store) => store.event());
  const nameOf = usePeopleNames();
  const now = useNow();
  const { share, start } = useFileMaking();
  return {
    busy: share !== null,
    save(note, consumer) {
      const called = nameOf(consumer._id).name;
      const message = receiptOf({ note, consumer, called, event, now: now(), timeOf }, t, format);
      void start({
        async make(inWorker) {
          const blob = await inWorker({ kind: 'messagePdf', message });
          return { blob, name: `${message.title.toLowerCase()}-${note.time}.pdf` };
        },
        done: (file) => t('statistics.saved', { name: file }),
        onSaved: () => undefined,
      });
    },
  };
}
