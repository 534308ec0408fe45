import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { languageOf } from '#domain/notifications/audience.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { usePeopleNames } from '#hooks/data/messages.ts';
import { useNow } from '#hooks/data/now.ts';
import { useFileMaking } from '#hooks/files/fileMaking.ts';
import { createI18n } from '#i18n/index.ts';
import { formatsIn } from '#ui/words/useFormat.ts';
import { receiptOf } from './receipt.ts';

/** A receipt for money that changed hands, as a PDF made on this device, in the language of whom it is for. */
export function useReceipt(): { busy: boolean; save: (note: Payment, consumer: Consumer) => void } {
  const { t, i18n } = useTranslation();
  const { store } = useEvent();
  const event = useLive((live) => live.event());
  const nameOf = usePeopleNames();
  const now = useNow();
  const { share, start } = useFileMaking();

  return {
    busy: share !== null,
    save(note, consumer) {
      const guests = [...store.clients().values()].filter(({ consumerId }) => consumerId === consumer._id);
      const language = languageOf(consumer, guests, i18n.language === 'en' ? 'en' : 'fr');
      const called = nameOf(consumer._id).name;
      void start({
        async make(inWorker) {
          const words = await createI18n(language);
          const parts = { note, consumer, called, event, now: now() };
          const message = receiptOf(parts, words.t, formatsIn(language, event?.timeZone ?? null));
          const blob = await inWorker({ kind: 'messagePdf', message });
          return { blob, name: `${message.title.toLowerCase()}-${note.time}.pdf` };
        },
        done: (file) => t('statistics.saved', { name: file }),
        onSaved: () => undefined,
      });
    },
  };
}
