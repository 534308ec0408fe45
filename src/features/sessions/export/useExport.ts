import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useEventCalendar, useEventTime, useEventFormat } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { useFileMaking, useFullTitle } from '#hooks/files/fileMaking.ts';
import type { RosterGuest, Roster } from '#hooks/data/roster.ts';
import type { FileJob } from '#pdf/fileJob.ts';
import type { Symbology } from '#pdf/symbology.ts';
import { fileName } from '#domain/text/fileName.ts';
import { badgesOf, listSheet, listTable, printedTable } from './content.ts';

export const EXPORT_KINDS = ['xlsx', 'csv', 'pdf', 'barcodePdf', 'barcodeJpg'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Excel of each language opens the file in columns; it goes by the country's list separator. */
const SEPARATORS = { en: ',', fr: ';' } as const;

/** Makes a file of the session's guests and saves it; `onSaved` closes the dialog. */
export function useExport(session: Session, { entryOf }: Roster, onSaved: () => void) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const calendar = useEventCalendar();
  const atEvent = useEventTime();
  const event = useLive((store) => store.event());
  const forms = useLive((store) => store.documents('form'));
  const consumers = useLive((store) => store.consumers());
  const { share, cancel, start } = useFileMaking();
  const title = useFullTitle(session);

  function jobOf(kind: ExportKind, guests: readonly RosterGuest[], symbology: Symbology): FileJob {
    const listed = { session, guests, entryOf, forms: [...forms.values()], consumers };
    const words = { t, calendar };
    const now = Date.now();
    const details = { title, language: format.language, now };
    switch (kind) {
      case 'xlsx':
        return { kind, sheets: [listSheet(listed, words)], now };
      case 'csv': {
        const { headings, rows } = listTable(listed, words);
        return { kind, rows: [headings, ...rows], separator: SEPARATORS[format.language] };
      }
      case 'pdf': {
        const table = printedTable(listed, words);
        const when = [format.date(session.date), format.span(session.timeStart, session.timeEnd)];
        const subtitle = [...when, event?.location].filter(Boolean).join(' · ');
        const count = t('session.shown', { count: table.rows.length });
        return {
          kind: 'listPdf',
          list: { ...details, ...table, subtitle, aside: `${count} · ${atEvent(now)}` },
        };
      }
      case 'barcodePdf':
        return { kind, badges: badgesOf(guests, symbology), symbology, details };
      default:
        return { kind, badges: badgesOf(guests, symbology), symbology, now };
    }
  }

  return {
    share,
    cancel,
    start: (kind: ExportKind, guests: readonly RosterGuest[], symbology: Symbology): Promise<void> =>
      start({
        async make(inWorker) {
          const blob = await inWorker(jobOf(kind, guests, symbology));
          return {
            blob,
            name: `${fileName(title, t(`exports.name.${kind}`))}.${extensionOf(blob)}`,
          };
        },
        done: (name) => t('exports.done', { name }),
        onSaved,
      }),
  };
}

const EXTENSIONS: Record<string, string> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv;charset=utf-8': 'csv',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'application/zip': 'zip',
};
const extensionOf = ({ type }: Blob): string => EXTENSIONS[type] ?? 'bin';
