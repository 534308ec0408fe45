import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_TYPES } from '#domain/documents/event.ts';
import classes from './EventForm.module.css';
import type { FormPicture } from './eventFormValues.ts';
import { readPicture, type PictureError } from './readPicture.ts';

interface PictureFieldProps {
  /** The address of the picture saved so far. */
  saved: string | null;
  /** undefined keeps the saved one, null removes it. */
  value: FormPicture;
  onChange: (picture: FormPicture) => void;
}

/** The event's picture: images only, with a preview (specification 1 §2, §5). */
export function PictureField({ saved, value, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<PictureError | null>(null);
  const preview = useObjectUrl(value?.blob ?? null);
  const shown = value === undefined ? saved : preview;

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const result = await readPicture(file);
    setError(result.ok ? null : result.error);
    if (result.ok) onChange(result.value);
    if (input.current) input.current.value = '';
  }
  return (
    // Dropping a file is a second way; the button is the one that everybody can use.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div
      role="group"
      aria-labelledby="picture-label"
      data-file-drop
      onDragOver={(drag) => drag.preventDefault()}
      onDrop={(drop) => {
        drop.preventDefault();
        void choose(drop.dataTransfer.files[0]);
      }}
    >
      <div id="picture-label" className={classes.label}>
        {t('eventForm.picture')}
      </div>
      <div className={classes.picture}>
        {shown !== null && <img src={shown} alt={t('eventForm.picturePreview')} />}
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          hidden
          aria-label={t('eventForm.choosePicture')}
          onChange={(change) => void choose(change.currentTarget.files?.[0])}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPhoto size={18} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t(shown === null ? 'eventForm.choosePicture' : 'eventForm.replacePicture')}
          </Button>
          {shown !== null && (
            <Button variant="subtle" color="gray" onClick={() => onChange(saved === null ? undefined : null)}>
              {t('eventForm.removePicture')}
            </Button>
          )}
        </div>
      </div>
      {error === null ? (
        <p className={classes.hint}>{t('eventForm.pictureHint')}</p>
      ) : (
        <p className={classes.pictureError} role="alert">
          {t(`errors.${error}`)}
        </p>
      )}
    </div>
  );
}

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const made = URL.createObjectURL(blob);
    // The address is a resource outside React, made here and given back below.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [blob]);
  return url;
}
