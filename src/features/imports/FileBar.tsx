import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Delimiter } from '#domain/import/delimiter.ts';
import { TEXT_ENCODINGS, type TextEncodingName } from '#domain/import/encoding.ts';
import type { ReadChoice } from './reading/readTable.ts';
import type { ImportFile } from './useImportFile.ts';
import classes from './Import.module.css';

const ENCODINGS: Record<TextEncodingName, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac OS Roman',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};

interface FileBarProps {
  file: ImportFile;
  reading: boolean;
  onHeader: (hasHeader: boolean) => void;
  onReadAgain: (choice: ReadChoice) => void;
  onAnother: () => void;
}

/** What was read, and how; all of it can be changed where the guess was wrong. */
export function FileBar(props: FileBarProps) {
  const { file, reading, onHeader, onReadAgain, onAnother } = props;
  const { t } = useTranslation();
  const { how, table } = file;
  const aside = (['empty', 'above', 'again'] as const).filter((kind) => table.aside[kind] > 0);
  const tabs = how.format === 'csv' && (how.delimiter === '\t' || file.hasTabs);
  return (
    <div className={classes.file}>
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
      <div className={classes.fileName}>
        <strong>{file.name}</strong>
        <span role="status">
          {[
            t('imports.fileRows', { count: table.rows.length + table.dropped.length }),
            ...aside.map((kind) => t(`imports.asideRows.${kind}`, { count: table.aside[kind] })),
          ].join(' · ')}
        </span>
      </div>
      {how.format === 'csv' && (
        <NativeSelect
          label={t('imports.separator')}
          value={how.delimiter}
          disabled={reading}
          data={[
            { value: ',', label: t('imports.comma') },
            { value: ';', label: t('imports.semicolon') },
            // Only where the file has them: nobody saves as CSV with tabs.
            ...(tabs ? [{ value: '\t', label: t('imports.tab') }] : []),
          ]}
          onChange={(change) =>
            onReadAgain({
              encoding: how.encoding,
              delimiter: change.currentTarget.value as Delimiter,
            })
          }
        />
      )}
      {how.format === 'csv' && (
        <NativeSelect
          label={t('imports.encoding')}
          value={how.encoding}
          disabled={reading}
          data={TEXT_ENCODINGS.map((value) => ({ value, label: ENCODINGS[value] }))}
          onChange={(change) =>
            onReadAgain({
              delimiter: how.delimiter,
              encoding: change.currentTarget.value as TextEncodingName,
            })
          }
        />
      )}
      {how.format === 'xlsx' && how.sheets.length > 1 && (
        <NativeSelect
          label={t('imports.sheet')}
          value={how.sheet}
          disabled={reading}
          data={how.sheets.map((value) => ({
            value,
            label: how.hidden.includes(value) ? t('imports.hiddenSheet', { name: value }) : value,
          }))}
          onChange={(change) => onReadAgain({ sheet: change.currentTarget.value })}
        />
      )}
      <Checkbox
        className={classes.header}
        label={t('imports.hasHeader')}
        checked={file.hasHeader}
        disabled={reading}
        onChange={(change) => onHeader(change.currentTarget.checked)}
      />
      <Button variant="default" onClick={onAnother}>
        {t('imports.another')}
      </Button>
    </div>
  );
}
