import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconFileTypePdf, IconUpload, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfFile, PDF_TYPE } from '#domain/documents/file.ts';
import { MOST_ATTACHED } from '#domain/notifications/ownFiles.ts';
import { useEvent } from '#hooks/data/event.tsx';
import type { Files } from '#hooks/data/files.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Notifs.module.css';
import type { OwnFiles } from './useOwnFiles.ts';

interface OwnFilesFieldProps {
  ids: readonly string[];
  files: Files;
  own: OwnFiles;
  onChange: (ids: string[]) => void;
}

/** The organiser's own files that go with a mail (readings, no. 50): new ones, or those that the event has. */
export function OwnFilesField({ ids, files, own, onChange }: OwnFilesFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const errorText = useErrorText();
  const { repository } = useEvent();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const label = useId();
  const known = new Map(files.list.map((file) => [file._id, file]));
  const others = files.list.filter(({ _id }) => !ids.includes(_id));
  const { sizes, noteSize } = own;
  const sum = ids.reduce((total, id) => total + (sizes.get(id) ?? 0), 0);

  /** True where all of them still fit. */
  function fits(size: number): boolean {
    if (sum + size <= MOST_ATTACHED) return true;
    setProblem(t('notifs.filesTooLarge', { size: format.bytes(MOST_ATTACHED) }));
    return false;
  }

  async function add(file: File): Promise<void> {
    setProblem(null);
    if (!fits(file.size)) return;
    setBusy(true);
    const added = await repository.addFile({ name: nameOfFile(file.name), blob: file, sessionIds: [] });
    setBusy(false);
    if (!added.ok) return setProblem(errorText(added.error));
    noteSize(added.value._id, file.size);
    onChange([...ids, added.value._id]);
  }

  async function take(id: string): Promise<void> {
    setProblem(null);
    setBusy(true);
    const found = await files.content(id);
    setBusy(false);
    if (found.ok && !fits(found.value.size)) return;
    onChange([...ids, id]);
  }

  return (
    <div role="group" aria-labelledby={label} className={classes.files}>
      <span id={label} className={classes.filesLabel}>
        {t('notifs.attachments')}
      </span>
      {ids.length > 0 && (
        <ul className={classes.fileList}>
          {ids.map((id) => {
            const name = known.get(id)?.name ?? t('notifs.fileGone');
            const size = sizes.get(id) ?? 0;
            return (
              <li key={id}>
                <IconFileTypePdf size={20} stroke={1.5} aria-hidden />
                <span className={classes.fileName}>{name}</span>
                {size > 0 && <span data-numeric>{format.bytes(size)}</span>}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('notifs.removeFile', { name })}
                  onClick={() => {
                    setProblem(null);
                    onChange(ids.filter((one) => one !== id));
                  }}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={`${PDF_TYPE},.pdf`}
        hidden
        aria-label={t('notifs.addFile')}
        onChange={(change) => {
          const chosen = change.currentTarget.files?.[0];
          change.currentTarget.value = '';
          if (chosen !== undefined) void add(chosen);
        }}
      />
      <div className={classes.fileActions}>
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          loading={busy}
          onClick={() => input.current?.click()}
        >
          {t('notifs.addFile')}
        </Button>
        {others.length > 0 && (
          <NativeSelect
            aria-label={t('notifs.takeFile')}
            value=""
            disabled={busy}
            data={[
              { value: '', label: t('notifs.takeFile') },
              ...others.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => value !== '' && void take(value)}
          />
        )}
      </div>
      <p className={classes.hint}>{t('notifs.filesHint', { size: format.bytes(MOST_ATTACHED) })}</p>
      <p role="alert" className={classes.bad}>
        {problem}
      </p>
    </div>
  );
}
