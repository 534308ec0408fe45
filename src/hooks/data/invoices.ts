import type { IssuedInvoice } from '#domain/documents/consumer.ts';
import { paperFileName } from '#i18n/ownTemplateWords.ts';
import { saveFile } from '#ui/files/saveFile.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useAppData } from './appData.tsx';
import { useEvent } from './event.tsx';
import { useAction } from './useAction.ts';

/** Saves what was issued, as the server keeps it. */
export function useIssuedPdf(): {
  busy: boolean;
  save(one: Pick<IssuedInvoice, 'kind' | 'index' | 'number'>): Promise<void>;
} {
  const data = useAppData();
  const { id: eventId } = useEvent();
  const { busy, run } = useAction();
  const { language } = useFormat();
  return {
    busy,
    async save({ kind, index, number }) {
      await run(async () => {
        const pdf = await data.issuedPdf(eventId, { kind, index });
        if (pdf.ok) await saveFile(pdf.value, `${paperFileName(language, kind)}-${number}.pdf`);
        return pdf;
      });
    },
  };
}
