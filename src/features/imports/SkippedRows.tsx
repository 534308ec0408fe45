import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LeftRow } from '#domain/import/leftRows.ts';
import { notify } from '#ui/components/notify.tsx';
import { logError } from '#ui/platform/log.ts';
import { saveFile } from '#ui/files/saveFile.ts';

interface SkippedRowsProps {
  /** The columns of the file. */
  headers: readonly string[];
  rows: readonly LeftRow[];
  fileName: string;
}

/** The rows of which nothing came, as a file with the reasons: to be put right and imported. */
export function SkippedRows({ headers, rows, fileName }: SkippedRowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  async function save(): Promise<void> {
    const { csvText } = await import('#pdf/csv.ts');
    const head = [...headers, t('imports.leftReason')];
    const lines = rows.map(({ cells, reasons }) => [
      ...headers.map((_, column) => cells[column] ?? ''),
      reasons.map((reason) => t(`imports.reason.${reason}`)).join(', '),
      // A row that is too wide loses nothing.
      ...cells.slice(headers.length),
    ]);
    const blob = new Blob([csvText([head, ...lines], ';')], { type: 'text/csv;charset=utf-8' });
    await saveFile(blob, `${fileName.replace(/\.\w+$/, '')} - ${t('imports.leftName')}.csv`);
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
      onClick={() => {
        save().catch((cause: unknown) => {
          logError('the skipped rows could not be saved', cause);
          notify.error(t('errors.unknown'), 'skipped');
        });
      }}
    >
      {t('imports.leftSave', { count: rows.length })}
    </Button>
  );
}
