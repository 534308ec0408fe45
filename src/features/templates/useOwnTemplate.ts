import { useEffect, useRef } from 'react';
import type { Language } from '#domain/config.ts';
import { groupedIban } from '#domain/money/bankAccount.ts';
import { eventDate } from '#domain/documents/event.ts';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { OWN_TEMPLATE_WORDS } from '#i18n/ownTemplateWords.ts';
import { runJob } from '#pdf/fileJob.ts';
import { OWN_BOXES } from '#pdf/template/ownBoxes.ts';
import { formatDate, titleIn } from '#ui/words/format.ts';

/** Foyer's own invitation or invoice, to begin with, made for this event. */
export function useOwnTemplate(kind: TemplateKind): {
  busy: boolean;
  make(language: Language): Promise<{ pdf: Blob; boxes: readonly TemplateBox[] } | null>;
} {
  const event = useLive((store) => store.event());
  const sessions = useLive((store) => store.sessions());
  const { busy, run } = useAction();
  const running = useRef<{ cancel(): void } | null>(null);
  useEffect(() => () => running.current?.cancel(), []);
  return {
    busy,
    async make(language) {
      if (event === null) return null;
      const now = Date.now();
      const date = eventDate(sessions);
      const { iban, name, street, zip, city } = event.transfer ?? {};
      const words = OWN_TEMPLATE_WORDS[language];
      const template = {
        ...{ kind, words, language, now, title: words[kind] },
        event: {
          title: titleIn(language, event),
          company: event.company ?? '',
          location: event.location ?? '',
          date: date === null ? '' : formatDate(language, date, now, event.timeZone),
        },
        payTo: [
          groupedIban(iban ?? ''),
          [name, street, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
        ].filter((line): line is string => Boolean(line)),
      };
      return run(async () => {
        const job = runJob({ kind: 'ownTemplate', template }, () => undefined);
        running.current = job;
        return { ok: true, value: { pdf: await job.file, boxes: OWN_BOXES[kind] } };
      });
    },
  };
}
