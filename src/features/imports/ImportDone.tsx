import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useUndoable } from '#hooks/data/undoable.ts';
import { Section } from '#ui/components/Page.tsx';
import { UndoNote } from '#ui/components/UndoNote.tsx';
import classes from './Import.module.css';

interface ImportDoneProps {
  created: number;
  updated: number;
  /** The way to save what was not imported. */
  skippedRows: ReactNode;
  skipped: number;
  /** Rows of the file. */
  rows: number;
  unplaced: number;
  /** The session or event to go on with. */
  next: { to: string; label: string };
  onAnother: () => void;
}

/** What was imported, with its one undo. */
export function ImportDone({
  created,
  updated,
  skipped,
  rows,
  skippedRows,
  unplaced,
  next,
  onAnother,
}: ImportDoneProps) {
  const { t } = useTranslation();
  const { undoable, busy, progress, stop, undo, forget } = useUndoable();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Section>
      <div className={classes.done}>
        <IconCircleCheck size={40} stroke={1.4} aria-hidden />
        <h2 ref={heading} tabIndex={-1}>
          {created === 0 && updated > 0
            ? t('imports.undoUpdated', { count: updated })
            : t('imports.doneTitle', { count: created })}
        </h2>
        <p className={classes.dim}>
          {t('imports.doneSaved')} {skipped > 0 && t('imports.doneSkipped', { count: skipped, rows })}
        </p>
        {created > 0 && updated > 0 && <p>{t('imports.undoUpdated', { count: updated })}</p>}
        {unplaced > 0 && <p>{t('imports.doneUnplaced', { count: unplaced })}</p>}
        <div className={classes.buttons}>
          <Button component={Link} to={next.to}>
            {next.label}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {t('imports.another')}
          </Button>
          {skippedRows}
        </div>
        {undoable !== null && (
          <UndoNote
            label={undoable.label}
            busy={busy}
            progress={progress}
            onStop={stop}
            onUndo={() => {
              void undo().then((undone) => {
                if (undone) onAnother();
              });
            }}
            onDismiss={forget}
          />
        )}
      </div>
    </Section>
  );
}
