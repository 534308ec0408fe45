import { Button } from '@mantine/core';
import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FILE_MAX_BYTES, PDF_TYPE } from '#domain/documents/file.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './FileCreationPage.module.css';

interface FileFieldProps {
  file: File | null;
  error: string | null;
  onChoose: (file: File) => void;
  onDelete: () => void;
}

/** The picked PDF: open it, replace it, delete it (specification 1 §2, File creation). */
export function FileField({ file, error, onChoose, onDelete }: FileFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();

  function open(chosen: File): void {
    const url = URL.createObjectURL(chosen);
    window.open(url, '_blank', 'noopener');
    // The new tab reads it in its own time.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
  return (
    // Dropping a file is a second way; the button is the one that everybody can use.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div
      role="group"
      aria-labelledby="file-label"
      aria-describedby="file-error"
      className={classes.drop}
      data-error={error !== null || undefined}
      data-file-drop
      onDragOver={(drag) => drag.preventDefault()}
      onDrop={(drop) => {
        drop.preventDefault();
        const dropped = drop.dataTransfer.files[0];
        if (dropped !== undefined) onChoose(dropped);
      }}
    >
      <div id="file-label" className={classes.label}>
        {t('file_creation.file')}
      </div>
      <input
        ref={input}
        type="file"
        accept={`${PDF_TYPE},.pdf`}
        hidden
        aria-label={t('file_creation.choose')}
        onChange={(change) => {
          const chosen = change.currentTarget.files?.[0];
          change.currentTarget.value = '';
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
      {file === null ? (
        <div className={classes.empty}>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={choose}
            data-first-field
          >
            {t('file_creation.choose')}
          </Button>
          <span>{t('file_creation.chooseHint', { size: format.bytes(FILE_MAX_BYTES) })}</span>
        </div>
      ) : (
        <div className={classes.file}>
          <IconFileTypePdf size={32} stroke={1.4} aria-hidden />
          <div className={classes.about}>
            <strong>{file.name}</strong>
            <span data-numeric>{format.bytes(file.size)}</span>
          </div>
          <div className={classes.buttons}>
            <Button variant="default" size="xs" onClick={() => open(file)}>
              {t('file_creation.open')}
            </Button>
            <Button variant="default" size="xs" onClick={choose}>
              {t('file_creation.replace')}
            </Button>
            <Button variant="subtle" size="xs" color="red.7" onClick={onDelete}>
              {t('file_creation.delete')}
            </Button>
          </div>
        </div>
      )}
      <p id="file-error" className={classes.error}>
        {error}
      </p>
    </div>
  );
}
