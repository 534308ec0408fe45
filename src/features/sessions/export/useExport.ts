import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { ok } from '#domain/result.ts';
import { useLive } from '#hooks/event.tsx';
import type { Guest, Roster } from '#hooks/roster.ts';
import { useAction } from '#hooks/useAction.ts';
import { notify } from '#ui/notify.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { useFormat } from '#ui/useFormat.ts';
import { badgesOf, csvTable, fileName, printedTable } from './content.ts';
import type { ExportJob } from './job.ts';
import { runExport } from './runExport.ts';

export const EXPORT_KINDS = ['csv', 'pdf', 'barcodePdf', 'barcodeJpg'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Excel of each language opens the file in columns; it goes by the country's list separator. */
const SEPARATORS = { en: ',', fr: ';' } as const;

/** Makes a file of the session's guests and saves it; `onSaved` closes the dialog. */
export function useExport(session: Session, { entryOf }: Roster, onSaved: () => void) {
  const { t } = useTranslation();
  const format = useFormat();
  const event = useLive((store) => store.event());
  const forms = useLive((store) => store.documents('form'));
  const { run } = useAction();
  const cancelWork = useRef<(() => void) | null>(null);
  /** How much is done, 0 to 1; null when nothing is being made. */
  const [share, setShare] = useState<number | null>(null);

  useEffect(() => () => cancelWork.current?.(), []);

  const title = [event === null ? '' : format.title(event), format.title(session)]
    .filter(Boolean)
    .join(' – ');

  function jobOf(kind: ExportKind, guests: readonly Guest[]): ExportJob {
    const listed = { session, guests, entryOf, forms: forms.values() };
    const words = { t, format };
    const now = Date.now();
    const details = { title, language: format.language, now };
    switch (kind) {
      case 'csv': {
        const { headings, rows } = csvTable(listed, words);
        return { kind, rows: [headings, ...rows], separator: SEPARATORS[format.language] };
      }
      case 'pdf': {
        const table = printedTable(listed, words);
        const when = [format.date(session.date), format.span(session.timeStart, session.timeEnd)];
        const subtitle = [...when, event?.location].filter(Boolean).join(' · ');
        const count = t('session.shown', { count: table.rows.length });
        return {
          kind,
          list: { ...details, ...table, subtitle, aside: `${count} · ${format.dateTime(now)}` },
        };
      }
      case 'barcodePdf':
        return { kind, badges: badgesOf(guests), details };
      default:
        return { kind, badges: badgesOf(guests), now };
    }
  }

  function cancel(): void {
    cancelWork.current?.();
    cancelWork.current = null;
    setShare(null);
  }

  async function start(kind: ExportKind, guests: readonly Guest[]): Promise<void> {
    const job = jobOf(kind, guests);
    setShare(0);
    const { file, cancel: end } = runExport(job, setShare);
    cancelWork.current = end;
    await run(async () => {
      const blob = await file;
      const name = `${fileName(`${title} – ${t(`exports.name.${kind}`)}`)}.${extensionOf(blob)}`;
      if (await saveFile(blob, name)) {
        notify.success(t('exports.done', { name }));
        onSaved();
      }
      return ok(null);
    });
    cancelWork.current = null;
    setShare(null);
  }

  return { share, start, cancel };
}

const EXTENSIONS: Record<string, string> = {
  'text/csv;charset=utf-8': 'csv',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'application/zip': 'zip',
};
const extensionOf = ({ type }: Blob): string => EXTENSIONS[type] ?? 'bin';
