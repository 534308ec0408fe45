import { Button, Loader } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_LIMITS, type ReadError } from './reading/limits.ts';
import classes from './FilePicker.module.css';

interface FilePickerProps {
  reading: boolean;
  error: ReadError | null;
  onChoose: (file: File) => void;
}

/** The one place of the page that takes a dropped file (specification 1 §2); the button is for everybody. */
export function FilePicker({ reading, error, onChoose }: FilePickerProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(dropped: DragEvent): void {
    dropped.preventDefault();
    setOver(false);
    const file = dropped.dataTransfer.files[0];
    if (file !== undefined && !reading) onChoose(file);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way only
    <div
      role="group"
      aria-labelledby="import-choose"
      className={classes.zone}
      data-over={over || undefined}
      data-file-drop
      onDragOver={(drag) => {
        drag.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {reading ? <Loader size={40} /> : <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />}
      <h2 id="import-choose" className={classes.title}>
        {t(reading ? 'imports.reading' : over ? 'imports.drop' : 'imports.chooseTitle')}
      </h2>
      <p className={classes.hint}>{t('imports.chooseHint', { rows: FILE_LIMITS.rows })}</p>
      <p className={classes.hint}>{t('imports.chooseKnown')}</p>
      {error !== null && (
        <p className={classes.error} role="alert">
          {t(`imports.readError.${error}`)}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hidden
        aria-label={t('imports.choose')}
        onChange={(change) => {
          const file = change.currentTarget.files?.[0];
          change.currentTarget.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
      <Button disabled={reading} onClick={() => input.current?.click()}>
        {t('imports.choose')}
      </Button>
    </div>
  );
}
